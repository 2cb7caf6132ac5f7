"""Runs Spirit (package ``django-spirit``): by its own interpreter, in an environment of its own.

``spirit_app.py make|change|look|serve FOLDER ...``; answers are JSON files or one line.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import quote

import django
from django.core.management import call_command
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.db import transaction

SETTINGS = """
from .prod import *

SECRET_KEY = "of no use outside this folder"
ALLOWED_HOSTS = ["127.0.0.1"]
ST_SITE_URL = "http://127.0.0.1/"
TIME_ZONE = "{zone}"
DATABASES = {{
    "default": {{
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.path.join(BASE_DIR, "forum.sqlite3"),
        "OPTIONS": {{"timeout": 30}},
    }}
}}
_MEMORY = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {{
    "default": {{"BACKEND": _MEMORY}},
    "st_rate_limit": {{"BACKEND": _MEMORY, "LOCATION": "rates", "TIMEOUT": None}},
}}
HAYSTACK_CONNECTIONS = {{"default": {{"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}}}}
HAYSTACK_SIGNAL_PROCESSOR = "haystack.signals.BaseSignalProcessor"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
LOGGING = {{"version": 1, "disable_existing_loggers": False}}
"""


def create(folder: Path, zone: str) -> None:
    """Make a project the way Spirit's guide does, and its tables."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    command = [sys.executable, "-m", "spirit.extra.bin.spirit", "startproject", "forum"]
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    settings = folder / "forum" / "forum" / "settings" / "live.py"
    settings.write_text(SETTINGS.format(zone=zone), encoding="utf-8")
    enter(folder)
    call_command("migrate", verbosity=0)


def enter(folder: Path) -> None:
    """Set Django up for the project in the folder."""
    os.chdir(folder / "forum")
    sys.path.insert(0, str(folder / "forum"))
    os.environ["DJANGO_SETTINGS_MODULE"] = "forum.settings.live"
    django.setup()


def serve(log_path: Path) -> None:
    """Serve until standard input ends; the port is the line printed."""
    application = get_wsgi_application()
    log = log_path.open("a", encoding="utf-8", buffering=1)

    class Handler(WSGIRequestHandler):
        def log_message(self, *_: Any) -> None:
            """Requests are written by ``noted``."""

        def get_environ(self) -> dict[str, Any]:
            return {**super().get_environ(), "live.target": self.path}

    def noted(environ: dict[str, Any], start_response: Any) -> Any:
        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            line = {
                "path": quote(environ["live.target"], safe="/?&=%+:@,;~!$'()*"),
                "status": int(status[:3]),
                "location": dict(headers).get("Location"),
            }
            log.write(json.dumps(line) + "\n")
            return start_response(status, headers, *rest)

        return application(environ, start)

    server = ThreadedWSGIServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.set_app(noted)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    sys.stdin.read()
    server.shutdown()


def main(command: str, folder_name: str, *rest: str) -> None:
    folder = Path(folder_name)
    if command == "make":
        plan_path, zone = rest
        create(folder, zone)
    else:
        enter(folder)
    # Models can be imported only now.
    forum = importlib.import_module("spirit_forum").Forum(folder)
    if command == "make":
        with transaction.atomic():
            forum.fill(json.loads(Path(plan_path).read_text(encoding="utf-8")))
    elif command == "change":
        with transaction.atomic():
            forum.change(json.loads(Path(rest[0]).read_text(encoding="utf-8")))
    elif command == "look":
        Path(rest[0]).write_text(json.dumps(forum.look()), encoding="utf-8")
    else:
        serve(Path(rest[0]))


if __name__ == "__main__":
    main(*sys.argv[1:])
