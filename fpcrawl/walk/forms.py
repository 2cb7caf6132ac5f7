"""The login form of a page: which it is, which fields it has, and how it is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode, urlsplit

from fpcrawl.extraction.vocabulary import is_called_margin, is_hidden
from fpcrawl.pages.urls import canonical_url, join_url
from fpcrawl.patterns import late

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.html import HtmlElement

    from fpcrawl.pages.page import Page

__all__ = [
    "LoginForm",
    "Submission",
    "fill",
    "login_form",
    "login_links",
    "names_login",
    "shows_account",
    "shows_entrance",
]

#: Whole path segments (without ending) and parameter values of login pages.
_LOGIN_SEGMENTS = frozenset(
    """
    login log-in log_in logon signin sign-in sign_in logging userlogin user_login loginform
    wp-login passport connexion seconnecter se-connecter anmelden einloggen anmeldung acceder
    iniciar-sesion inloggen accedi entrar dangnhap dang-nhap
    """.split()
)
_LOGOUT_SEGMENTS = frozenset(
    """
    logout log-out log_out logoff signout sign-out sign_out userlogout deconnexion
    se-deconnecter abmelden ausloggen cerrar-sesion salir dang-xuat dangxuat
    """.split()
)
_LOGIN_TEXT = late(
    r"(?:please |member |user )?(?:log|sign)[- ]?(?:in|on)(?: ?(?:/|or|\||now|here|&|to).{0,24})?"
    r"|(?:用户|会员|會員|账号|帐号|立即|请|請)?登[录錄陆陸入](?:论坛|論壇|/ ?注册)?|ログイン|로그인"
    r"|(?:se )?connecter|connexion|s'identifier|anmelden|einloggen|login|войти|вход|авторизация"
    r"|iniciar sesión|inicia(?:r)? sesion|acceder|ingresar|identificarse|entrar|đăng nhập",
    re.IGNORECASE,
)
_LOGOUT_TEXT = re.compile(
    r"(?:log|sign)[- ]?(?:out|off)(?: ?[\[(].{1,40}[\])])?"
    r"|退出(?:登[录陆]|登錄|论坛|論壇)?|登出|注销|註銷|安全退出|ログアウト|로그아웃"
    r"|(?:se )?déconnecter|déconnexion|abmelden|ausloggen|выход|выйти"
    r"|cerrar sesión|desconectar(?:se)?|salir|đăng xuất|thoát",
    re.IGNORECASE,
)
_USER_NAME = re.compile(
    r"user|login|log$|email|e-mail|mail|account|name|nick|member|ident|uid|phone|usr|handle",
    re.IGNORECASE,
)
_CAPTCHA_NAME = re.compile(
    r"captcha|seccode|sec_code|ver[iy]f|vcode|checkcode|check_code|validatecode|valid_code|yzm"
    r"|authcode|imgcode|securitycode|security_code",
    re.IGNORECASE,
)
_CAPTCHA_WIDGET = re.compile(
    r"g-recaptcha|grecaptcha|h-captcha|cf-turnstile|geetest", re.IGNORECASE
)
_REMEMBER = re.compile(
    r"remember|auto_?login|cookie|keep|persist|stay|rester|merken|保持|下次|自动", re.IGNORECASE
)
_REGISTER = re.compile(r"regist|sign-?up|join|subscribe|lost|forgot|reset|注册|註冊", re.IGNORECASE)
_TYPED = frozenset({"", "text", "email", "tel", "search", "url", "number"})
_LEFT_OUT = frozenset({"button", "image", "reset", "file"})
_ENDING = re.compile(r"\.[a-z]{2,5}$")
_MAX_FORMS = 40
_MAX_FIELDS = 200


@dataclass(frozen=True, slots=True)
class LoginForm:
    """A form that asks for a password.

    Attributes
    ----------
    action
        Absolute address that it is sent to.
    method
        ``GET`` or ``POST``.
    multipart
        Whether it is sent as ``multipart/form-data``.
    charset
        Encoding of what is sent.
    fields
        Names and values that go along as they are, in document order.
    user, password
        Names of the two fields to fill.
    captcha
        Name of a field that asks for what only a person can read, or ``"widget"``.
    aside
        It is hidden, or stands in the head of the page or its navigation, as quick logins do.
    root
        The ``<form>`` element.
    """

    action: str
    method: str
    multipart: bool
    charset: str
    fields: tuple[tuple[str, str], ...] = field(repr=False)
    user: str
    password: str
    captcha: str | None
    aside: bool
    root: HtmlElement = field(repr=False)


@dataclass(frozen=True, slots=True)
class Submission:
    """A filled form, ready to be sent."""

    url: str
    method: str
    body: bytes = field(repr=False)
    content_type: str


def _segments(url: str) -> Iterator[str]:
    try:
        parts = urlsplit(url.lower())
    except ValueError:
        return
    for segment in parts.path.split("/"):
        yield segment
        yield _ENDING.sub("", segment)
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        if len(value) <= 24:
            yield value
        if not value or name == "action":
            yield name


def names_login(url: str) -> bool:
    """Whether an address is that of a login page, by the words in it."""
    return any(segment in _LOGIN_SEGMENTS for segment in _segments(url))


def login_form(page: Page) -> LoginForm | None:
    """Return the form of a page that most likely logs one in; ``None`` if there is none."""
    best: tuple[int, LoginForm] | None = None
    for n, root in enumerate(page.root.iter("form")):
        if n >= _MAX_FORMS:
            break
        found = _read_form(page, root)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    return None if best is None else best[1]


def _controls(page: Page, root: HtmlElement) -> list[HtmlElement]:
    tags = ("input", "select", "textarea", "button")
    inside = [control for control in root.iter(*tags) if isinstance(control.tag, str)]
    name = root.get("id")
    if name and not inside:
        inside = [c for c in page.root.iter(*tags) if c.get("form") == name]
    return inside[:_MAX_FIELDS]


def _type(control: HtmlElement) -> str:
    if control.tag == "button":
        return (control.get("type") or "submit").lower()
    return (
        (control.get("type") or "").strip().lower() if control.tag == "input" else str(control.tag)
    )


def _read_form(page: Page, root: HtmlElement) -> tuple[int, LoginForm] | None:
    controls = [c for c in _controls(page, root) if c.get("disabled") is None]
    passwords = [c for c in controls if _type(c) == "password" and c.get("name")]
    if len({c.get("name") for c in passwords}) != 1:
        return None  # none at all, or a new one to be typed twice
    at = controls.index(passwords[0])
    typed = [c for c in controls if _type(c) in _TYPED and c.get("name")]
    codes = [c for c in typed if _CAPTCHA_NAME.search(_named(c))]
    users = [c for c in typed if c not in codes]
    before = [c for c in users if controls.index(c) < at]
    named = [c for c in before or users if _USER_NAME.search(_named(c))]
    user = named[0] if named else next(iter((before or users)[-1:]), None)
    if user is None:
        return None
    action = join_url(page.base_url, root.get("action") or page.url)
    if urlsplit(action).scheme not in ("http", "https"):
        return None
    method = "POST" if (root.get("method") or "").strip().lower() == "post" else "GET"
    captcha = codes[0].get("name") if codes else None
    if captcha is None and _has_widget(root):
        captcha = "widget"
    kept = [c for c in controls if c is not user and c is not passwords[0] and c not in codes]
    words = " ".join(
        (action, root.get("id") or "", root.get("name") or "", root.get("class") or "")
    )
    weight = 4 * names_login(action) + 2 * (method == "POST") + (not _REGISTER.search(words))
    weight -= 3 * (len(users) > 3) + 2 * (captcha is not None)
    form = LoginForm(
        action=action,
        method=method,
        multipart=(root.get("enctype") or "").strip().lower() == "multipart/form-data",
        charset=_charset(root, page),
        fields=tuple(_values(kept)),
        user=user.get("name") or "",
        password=passwords[0].get("name") or "",
        captcha=captcha,
        aside=_is_aside(root),
        root=root,
    )
    return weight - form.aside, form


def _named(control: HtmlElement) -> str:
    get = control.get
    return f"{get('name') or ''} {get('id') or ''} {get('autocomplete') or ''}"


def _has_widget(root: HtmlElement) -> bool:
    return any(
        _CAPTCHA_WIDGET.search(f"{e.get('class') or ''} {e.get('src') or ''}")
        for e in root.iter("div", "iframe", "span", "script")
    )


def _is_aside(root: HtmlElement) -> bool:
    if is_hidden(root):
        return True
    return any(
        node.tag in ("header", "nav", "aside", "footer", "noscript")
        or is_hidden(node)
        or is_called_margin(node)
        for node in root.iterancestors()
    )


def _charset(root: HtmlElement, page: Page) -> str:
    for name in (root.get("accept-charset") or "").replace(",", " ").split():
        try:
            "".encode(name)
        except LookupError:
            continue
        return name.lower()
    return page.charset.encoding


def _values(controls: list[HtmlElement]) -> Iterator[tuple[str, str]]:
    """Give what a browser would send of the untouched fields, with "remember me" ticked."""
    pressed = False
    for control in controls:
        name, kind = control.get("name"), _type(control)
        if not name or kind in _LEFT_OUT:
            continue
        value = control.get("value")
        match kind:
            case "checkbox":
                wanted = control.get("checked") is not None or _REMEMBER.search(_named(control))
                if wanted:
                    yield name, "on" if value is None else value
            case "radio":
                if control.get("checked") is not None:
                    yield name, "on" if value is None else value
            case "submit":
                if not pressed:
                    pressed = True
                    yield name, value or ""
            case "select":
                options = list(control.iter("option"))
                chosen = [o for o in options if o.get("selected") is not None] or options[:1]
                for option in chosen[:1]:
                    text = option.get("value")
                    yield name, "".join(option.itertext()).strip() if text is None else text
            case "textarea":
                yield name, control.text or ""
            case "password":
                continue
            case _:
                yield name, value or ""


def fill(form: LoginForm, user: str, password: str, more: Mapping[str, str]) -> Submission:
    """Fill a login form.

    Parameters
    ----------
    more
        Further fields: they replace what the form holds, or are added.
    """
    pairs = [(name, more.get(name, value)) for name, value in form.fields]
    pairs += [(form.user, user), (form.password, password)]
    known = {name for name, _ in pairs}
    pairs += [(name, value) for name, value in more.items() if name not in known]
    codec = form.charset
    if form.multipart:
        body, kind = _multipart(pairs, codec)
    else:
        encoded = urlencode(
            [
                (n.encode(codec, "xmlcharrefreplace"), v.encode(codec, "xmlcharrefreplace"))
                for n, v in pairs
            ]
        )
        body, kind = encoded.encode("ascii"), "application/x-www-form-urlencoded"
    return Submission(form.action, form.method, body, kind)


def _multipart(pairs: list[tuple[str, str]], codec: str) -> tuple[bytes, str]:
    whole = "".join(name + value for name, value in pairs)
    mark = "fpcrawl-form"
    while mark in whole:
        mark += "-"
    out = bytearray()
    for name, value in pairs:
        bare = name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
        head = f'--{mark}\r\nContent-Disposition: form-data; name="{bare}"\r\n\r\n'
        out += head.encode(codec, "xmlcharrefreplace")
        out += value.encode(codec, "xmlcharrefreplace") + b"\r\n"
    out += f"--{mark}--\r\n".encode("ascii")
    return bytes(out), f"multipart/form-data; boundary={mark}"


def login_links(page: Page) -> list[str]:
    """Addresses on a page that lead to a login form, likeliest first."""
    found: dict[str, int] = {}
    for link in page.links:
        text = " ".join((link.text or link.title).split())
        weight = 2 * names_login(link.url) + (_LOGIN_TEXT.fullmatch(text) is not None)
        if weight and not _is_logout(link.url, text):
            found[link.url] = max(weight, found.get(link.url, 0))
    return sorted(found, key=lambda url: -found[url])


def _is_logout(url: str, text: str) -> bool:
    if _LOGOUT_TEXT.fullmatch(text):
        return True
    return any(segment in _LOGOUT_SEGMENTS for segment in _segments(url))


def shows_account(page: Page) -> bool:
    """Whether a page offers to log out: it was made for somebody who is logged in."""
    for link in page.links:
        if _is_logout(link.url, " ".join((link.text or link.title).split())):
            return True
    for element in page.root.iter("button", "input", "form", "a"):
        get = element.get
        match element.tag:
            case "form":
                if _is_logout(get("action") or "", ""):
                    return True
            case "a":
                if not canonical_url(get("href") or "") and _LOGOUT_TEXT.fullmatch(_text(element)):
                    return True
            case "input":
                kind = (get("type") or "").lower()
                if kind in ("submit", "button") and _LOGOUT_TEXT.fullmatch(get("value") or ""):
                    return True
            case _:
                if _LOGOUT_TEXT.fullmatch(_text(element)):
                    return True
    return False


def _text(element: HtmlElement) -> str:
    return " ".join("".join(element.itertext())[:200].split())


def shows_entrance(page: Page) -> bool:
    """Whether a page offers to log in, by a link or by a form."""
    return login_form(page) is not None or bool(login_links(page))
