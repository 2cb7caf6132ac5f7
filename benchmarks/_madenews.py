"""Makes news sites of shapes drawn by a seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from html import escape
from typing import TYPE_CHECKING

from benchmarks._madearticles import BYLINES, CONTAINERS, Story, lay_out_article
from benchmarks._madecards import CARD_LAYOUTS, Card, lay_out_cards, lay_out_mixed
from benchmarks._madeframe import CLASS_STYLES, FRAMES, PAGERS, Frame, Pager, box, link, links
from benchmarks._madenewscrowd import NEWS_CROWD, NewsCrowd
from benchmarks._madeposts import Parts, lay_out_posts
from benchmarks._madesite import Look, MadePost, MadeSite, MadeThread, Shape, stream
from benchmarks._madestories import Telling, Told
from benchmarks._madetimes import TIMES, SiteClock
from benchmarks._madeturns import NEWS_TURNS, make_turned, month_links, take
from benchmarks._madewords import TONGUES, tongue

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

__all__ = ["make_news"]

_ADDRESSES = {
    "dated": ("/{y}/{mm}/{dd}/{slug}/", "/{y}/{mm}/{dd}/{slug}/{n}/"),
    "numbered": ("/article/{id}.html", "/article/{id}_{n}.html"),
    "slug": ("/{slug}", "/{slug}?page={n}"),
    "shtml": ("/{section}/{y}{mm}{dd}/{id}.shtml", "/{section}/{y}{mm}{dd}/{id}_{n}.shtml"),
    "query": ("/show.php?id={id}", "/show.php?id={id}&page={n}"),
    "sectioned": ("/{section}/{slug}-{id}", "/{section}/{slug}-{id}/{n}"),
    "month": ("/{y}-{mm}/{dd}/content_{id}.htm", "/{y}-{mm}/{dd}/content_{id}_{n}.htm"),
}
_SECTION_ADDRESSES = {
    "plain": ("/{section}/", "/{section}/{n}/"),
    "channel": ("/channel/{section}", "/channel/{section}?page={n}"),
    "index": ("/{section}/index.html", "/{section}/index_{n}.html"),
}
_ASPECTS = {
    "language": TONGUES,
    "address": tuple(_ADDRESSES),
    "sections": tuple(_SECTION_ADDRESSES),
    "home": CARD_LAYOUTS,
    "listing": CARD_LAYOUTS,
    "byline": BYLINES,
    "container": CONTAINERS,
    "time": TIMES,
    "classes": CLASS_STYLES,
    "frame": FRAMES,
    "pager": PAGERS,
    "remarks": ("list_cite", "divs", "article", "media", "section", "definitions"),
    "charset": ("utf-8", "gbk"),
    "declared": ("both", "meta", "header"),
}
_EXTRAS = (
    *("standfirst", "pull_quote", "caption", "related_inside", "letter_inside", "ads", "tags"),
    *("share", "newsletter", "related", "most_read", "comments", "parts", "editor"),
    *("breadcrumb", "login_form", "short_articles", "home_sections"),
)
_SECTIONS = ("local", "economy", "culture", "sport")


@dataclass(slots=True)
class _Remark:
    author: str
    when: datetime
    words: str
    number: int


@dataclass(slots=True)
class _Article:
    number: int
    section: int
    title: str
    slug: str
    author: int
    when: datetime
    words: list[list[str]]
    standfirst: str
    remarks: list[_Remark]
    closed: bool
    members: bool = False


class _News:
    """A news site while it is made."""

    def __init__(self, shape: Shape, name: str) -> None:
        self.shape, seed = shape, shape.seed
        self.t = tongue(shape["language"])
        self.c = Look(shape["classes"], seed, self.t)
        rng = stream(seed, "sizes")
        self.list_size = rng.choice((5, 6, 8))
        told = "age" if "relative_only" in shape else shape["time"]
        self.clock = SiteClock.draw(rng, self.t, told)
        self.pager = "load_more" if "load_more" in shape else shape["pager"]
        charset = shape["charset"] if self.t.code == "zh" else "utf-8"
        self.site = MadeSite(name, "news", shape, charset, shape["declared"])
        self.crowd = NewsCrowd(shape, self.c, self.clock)
        self.telling = Telling(shape, self.c, self.clock)
        self.sections = rng.choice((2, 3, 3, 4))
        self.articles = self._articles(stream(seed, "articles"))
        self.frame = self._frame()

    # What is said

    def _articles(self, rng: random.Random) -> list[_Article]:
        counts = [self.list_size + rng.randint(1, 3)]
        counts += [rng.randint(3, 5) for _ in range(self.sections - 1)]
        sections = [section for section, count in enumerate(counts) for _ in range(count)]
        titles: dict[str, None] = {}
        while len(titles) < len(sections):
            titles.setdefault(self.t.title(rng))
        first = rng.randrange(2000, 60_000)
        articles = [
            self._article(rng, first + 3 * n, section, title, in_parts=n in {3, 7})
            for n, (section, title) in enumerate(zip(sections, titles, strict=True))
        ]
        articles.sort(key=lambda one: one.when, reverse=True)
        for one in articles[: len(articles) // 2] if "members" in self.shape else ():
            one.members = True
        return articles

    def _article(
        self, rng: random.Random, number: int, section: int, title: str, *, in_parts: bool
    ) -> _Article:
        t = self.t
        when = self.clock.past(rng, 2000).replace(second=rng.randrange(60))
        regular = "regulars" in self.shape and rng.random() < 0.5
        short = "short_articles" in self.shape and rng.random() < 0.4
        ticker = "ticker" in self.shape and rng.random() < 0.4
        closed = "paywall" in self.shape and rng.random() < 0.5
        parts = 1 + (in_parts and ("parts" in self.shape or "one_page" in self.shape))
        parts += (number % 2 + 1) * ("titled_parts" in self.shape)
        words = []
        for _ in range(parts):
            count = 1 if short and parts == 1 else rng.randint(3, 7)
            words.append([t.paragraph(rng, rng.randint(2, 5)) for _ in range(count)])
        standfirst = t.paragraph(rng, 2) if "standfirst" in self.shape and not short else ""
        remarks = []
        if (
            not self.shape.extras.isdisjoint({"comments", "comments_page", "nested_remarks"})
            and rng.random() < 0.5
            and parts == 1
        ):
            remarks = self._remarks(rng, 100 * number + 1, when)
        author = rng.randrange(len(t.writers))
        slug = t.slug(rng, title)
        if closed:
            words = [[words[0][0], *words[0][1:2]]]
        if regular:
            said = stream(self.shape.seed, "regular")
            title, slug = t.title(said), f"{slug}-{number}"
            drawn = " ".join(str(rng.randint(1, 49)) for _ in range(6))
            words = [[*(t.paragraph(said, 3) for _ in range(3)), drawn]]
        if ticker:
            words[0] = [
                f"{19 - n // 3}:{rng.randint(10, 59)} {text}" for n, text in enumerate(words[0])
            ]
        return _Article(
            number, section, title, slug, author, when, words, standfirst, remarks, closed=closed
        )

    def _remarks(self, rng: random.Random, first: int, when: datetime) -> list[_Remark]:
        out = []
        for n in range(rng.randint(1, 5)):
            when += timedelta(minutes=rng.randint(3, 150))
            words = self.t.remark(rng) if rng.random() < 0.3 else self.t.paragraph(rng, 2)
            out.append(_Remark(rng.choice(self.t.users), when, words, first + n))
        return out

    # Addresses

    def _values(self, one: _Article) -> dict[str, str | int]:
        return {
            "id": one.number,
            "slug": one.slug,
            "section": _SECTIONS[one.section],
            "y": one.when.year,
            "mm": f"{one.when.month:02d}",
            "dd": f"{one.when.day:02d}",
        }

    def urls(self, one: _Article) -> list[str]:
        """Return the addresses of the parts of an article."""
        first, further = _ADDRESSES[self.shape["address"]]
        return [
            (first if n == 1 else further).format(n=n, **self._values(one))
            for n in range(1, len(one.words) + 1)
        ]

    def section_urls(self, section: int) -> list[str]:
        """Return the addresses of the pages of a section."""
        first, further = _SECTION_ADDRESSES[self.shape["sections"]]
        count = sum(one.section == section for one in self.articles)
        if "month_archive" in self.shape:
            count = 1
        return [
            (first if n == 1 else further).format(n=n, section=_SECTIONS[section])
            for n in range(1, -(-count // self.list_size) + 1)
        ]

    # Pieces

    def _told(self, one: _Article, part: int) -> Told:
        return self.telling.tell(one.number + part, one.when, one.words[part])

    def _time(self, one: _Article) -> str:
        return self.telling.when(self.clock.html(one.when), one.when, one.number)

    def _signed(self, one: _Article) -> tuple[str, str]:
        if "bylined" in self.shape:
            return self.telling.signed(one.author, one.number)
        return "", self.t.writers[one.author]

    def _true(self, number: int, author: str, when: datetime, *bodies: str) -> MadePost:
        return MadePost(number, author, self.clock.true(when), bodies[0], *bodies[1:])

    def _section(self, section: int) -> str:
        return self.t.label(_SECTIONS[section])

    def _card(self, one: _Article) -> Card:
        teaser = one.standfirst or one.words[0][0][:90]
        return Card(
            href=self.urls(one)[0],
            title=one.title,
            teaser=teaser,
            image=f"/img/{one.number}.jpg",
            section=self._section(one.section),
            whole=self._whole(one),
            author=self.t.writers[one.author],
            when="" if "address_days" in self.shape else escape(self.clock.plain(one.when)),
            day=self.clock.age(one.when)
            if self.clock.how == "age"
            else self.t.stamp(one.when, self.t.stamps(long=False)[0]).split(" ")[0].rstrip(","),
        )

    def _whole(self, one: _Article) -> str:
        """Return the words of an article as lists show them that show all."""
        if "full_lists" not in self.shape:
            return ""
        said = "".join(f"<p>{escape(text)}</p>" for text in one.words[0])
        remarks = f"{self.t.label('comments')} ({len(one.remarks)})"
        return f"{said}<p{self.c('postmeta')}>{link(f'{self.urls(one)[0]}#comments', remarks)}</p>"

    def _cards(self, layout: str, articles: Sequence[_Article]) -> str:
        cards = [self._card(one) for one in articles]
        if "mixed_fronts" in self.shape:
            return lay_out_mixed(self.shape.seed, cards, self.c)
        layout = "whole" if "full_lists" in self.shape else layout
        return lay_out_cards(layout, cards, self.c)

    def _frame(self) -> Frame:
        t, shape = self.t, self.shape
        menu = [("/", t.label("home"))]
        menu += [(self.section_urls(n)[0], self._section(n)) for n in range(self.sections)]
        menu.append(("/about", t.label("about")))
        if "month_archive" in shape:
            menu.append(("/archive/", t.label("archive")))
        side = ""
        pairs = [(self.urls(one)[0], one.title) for one in self.articles]
        if "most_read" in shape:
            side += box(t.label("most_read"), pairs[3:8], self.c, "mostread")
        if "newsletter" in shape:
            side += self._letter()
        side += self.crowd.last_remarks(
            [
                (remark.author, self.urls(one)[0], one.title, remark.words)
                for one in self.articles
                for remark in one.remarks[-1:]
            ][:4]
        )
        charset = self.site.charset if shape["declared"] != "header" else ""
        name = f"{t.label('local')} {t.label('news')}"
        return Frame(shape, self.c, name, menu, side, [("/legal", t.label("legal"))], charset)

    def _letter(self) -> str:
        return (
            f"<div{self.c('newsletter')}><b>{escape(self.t.label('letter'))}</b>"
            f'<form action="/letter"><input name="mail"><input type="submit"></form></div>'
        )

    def _guests(self, rng: random.Random, one: _Article) -> list[str]:
        """Return what stands among the words: at most two of what the site has."""
        t, c, shape = self.t, self.c, self.shape
        made: list[str] = []
        others = [other for other in self.articles if other is not one]
        if "caption" in shape:
            words = f"{t.label('photo')} {t.title(rng)}"
            made.append(
                f'<figure><img src="/img/b{one.number}.jpg" width="800" height="500" alt="">'
                f"<figcaption>{escape(words)}</figcaption></figure>"
            )
        if "related_inside" in shape:
            pairs = [(self.urls(other)[0], other.title) for other in others[:2]]
            made.append(box(t.label("related"), pairs, c, "related-inside"))
        if "pull_quote" in shape:
            said = one.words[0][-1]
            made.append(f"<aside{c('pullquote')}><big>{escape(said[:60])}</big></aside>")
        if "letter_inside" in shape:
            made.append(self._letter())
        if "ads" in shape:
            ad = link("http://ads.invalid/4", "Bestbolts")
            made.append(f"<div{c('ad')}>{escape(t.label('ad'))}<br>{ad}</div>")
        made += self.crowd.among(self.urls(others[-1])[0], others[-1].title)
        rng.shuffle(made)
        first, _ = self.telling.guest(one.number)
        return [*filter(None, [first]), *made][:2]

    def _behind(self, rng: random.Random, one: _Article) -> str:
        """Return what stands behind an article."""
        t, c, shape, out = self.t, self.c, self.shape, ""
        if "editor" in shape:
            name = t.writers[(one.author + 1) % len(t.writers)]
            out += f"<p{c('editor')}>{escape(t.label('editor'))} {escape(name)}</p>"
        if "tags" in shape:
            pairs = [(f"/tag/{n}", t.label(key)) for n, key in enumerate(_SECTIONS[:3])]
            out += f"<p{c('tags')}>{escape(t.label('tags'))} {links(pairs, ' ')}</p>"
        if "print_pages" in shape:
            out += f"<p{c('tools')}>{link(f'/print/{one.number}', t.label('print'))}</p>"
        if "share" in shape:
            names = ("Mail", "Chirp", "Wall")
            pairs = [(f"http://share.invalid/{name.lower()}", name) for name in names]
            out += f"<div{c('share')}>{escape(t.label('share'))}: {links(pairs, ' ')}</div>"
        if "related" in shape:
            others = [other for other in self.articles if other is not one]
            cards = [self._card(other) for other in rng.sample(others, 3)]
            out += f"<h3>{escape(t.label('related'))}</h3>"
            out += lay_out_cards(self.shape["home"], cards, c)
        at = self.articles.index(one)
        beside = [self.articles[n] for n in (at - 1, at + 1) if 0 <= n < len(self.articles)]
        pairs = [(self.urls(other)[0], other.title) for other in beside]
        return self.crowd.behind(self.frame.name, pairs) + out

    def _joined(self, one: _Article) -> str:
        """Return the address of an article in parts that shows all of them."""
        url = self.urls(one)[0]
        return f"{url}{'&' if '?' in url else '?'}view=all"

    def _comments(self, one: _Article) -> str:
        if not one.remarks:
            return ""
        if "nested_remarks" in self.shape:
            rows = [
                (f"c{r.number}", r.author, self.clock.html(r.when), r.words) for r in one.remarks
            ]
            return self.telling.nested(rows, self.t.label("comments"))
        parts = [
            Parts(
                floor=floor,
                anchor=f"c{remark.number}",
                subject="",
                who=f"<b{self.c('commenter')}>{escape(remark.author)}</b>",
                when=self.clock.html(remark.when),
                words=f"<p>{escape(remark.words)}</p>",
                about=(),
                acts="",
                tail="",
            )
            for floor, remark in enumerate(one.remarks, 1)
        ]
        html = lay_out_posts(self.shape["remarks"], parts, self.c)
        head = f"<h3>{escape(self.t.label('comments'))} ({len(parts)})</h3>"
        return f'<div id="comments"{self.c("comments")}>{head}{html}</div>'

    # Pages

    def home(self) -> None:
        """Make the home page."""
        parts = [("", self.articles[:10])]
        if "home_sections" in self.shape:
            parts = [
                (
                    f"<h2>{link(self.section_urls(n)[0], self._section(n))}</h2>",
                    [one for one in self.articles if one.section == n][:4],
                )
                for n in range(self.sections)
            ]
        html = "\n".join(head + self._cards(self.shape["home"], chosen) for head, chosen in parts)
        self.site.page("/", self.frame.page(self.frame.name, html))

    def section(self, section: int) -> None:
        """Make the pages of a section."""
        title, urls = self._section(section), self.section_urls(section)
        articles = [one for one in self.articles if one.section == section]
        pager = Pager(urls, self.list_size, len(articles), self.c)
        self.site.board(title, urls)
        for n, url in enumerate(urls):
            shown = articles[n * self.list_size :][: self.list_size]
            main = (
                f"<h1>{escape(title)}</h1>"
                + self._cards(self.shape["listing"], shown)
                + pager.html(self.pager, n + 1)
            )
            crumbs = [("/", self.t.label("home")), (urls[0], title)]
            self.site.page(url, self.frame.page(title, main, crumbs))

    def article(self, one: _Article) -> None:
        """Make the pages of an article."""
        rng, t, c = stream(self.shape.seed, f"page {one.number}"), self.t, self.c
        urls, author = self.urls(one), t.writers[one.author]
        pager = Pager(urls, 1, len(urls), self.c)
        truth = MadeThread(one.title, one.section, [])
        if one.members:
            self._notice(urls)
            return
        for n, url in enumerate(urls):
            standfirst = one.standfirst if not n else ""
            title = f"{one.title} ({n + 1})" if n and "titled_parts" in self.shape else one.title
            told = self._told(one, n)
            story = Story(
                title=title,
                author=author,
                author_url=f"/author/{one.author}",
                about_author=t.sentence(stream(self.shape.seed, f"writer {one.author}")),
                agency=self.frame.name,
                when=self.crowd.when(self._time(one), one.when, one.number, len(one.remarks)),
                standfirst=(
                    f"<p{c('standfirst')}><b>{escape(standfirst)}</b></p>" if standfirst else ""
                )
                + self.crowd.ahead(),
                signed=self._signed(one)[0],
                words=told.blocks,
                below=told.below,
                guests=self._guests(rng, one) if not n else [],
            )
            main = self.crowd.above(self._section(one.section))
            main += lay_out_article(self.shape["byline"], self.shape["container"], story, c)
            if one.closed:
                ask = escape(t.label("subscribe"))
                main += f'<div{c("offer")}><h3>{ask}</h3><a href="/about">{ask}</a></div>'
            # Parts have no rows, so no ranges of them either.
            main += pager.html("numbers" if self.pager == "ranges" else self.pager, n + 1)
            if "one_page" in self.shape and len(urls) > 1:
                main += f"<p>{link(self._joined(one), t.label('one_page'))}</p>"
            behind = self._behind(rng, one)
            main += behind + self._comments(one)
            crumbs = [
                ("/", t.label("home")),
                (self.section_urls(one.section)[0], self._section(one.section)),
            ]
            self.site.page(url, self.frame.page(one.title, main, crumbs))
            truth.pages.append((url, []))
        if "one_page" in self.shape and len(urls) > 1:
            words = [text for n in range(len(urls)) for text in self._told(one, n).blocks]
            story = replace(story, words=words, guests=[], below="")
            main = lay_out_article(self.shape["byline"], self.shape["container"], story, c)
            html = self.frame.page(one.title, main + behind + self._comments(one), crumbs)
            self.site.page(self._joined(one), html)
            truth.aliases.append((self._joined(one), 1))
        if "print_pages" in self.shape:
            self._print(one)
            truth.aliases.append((f"/print/{one.number}", 1))
        truth.pages[0][1].extend(self._posts(one))
        self.site.threads.append(truth)

    def _print(self, one: _Article) -> None:
        """Make a page of an article to be printed."""
        t = self.t
        by = f"{t.label('by')} {t.writers[one.author]}"
        words = "".join(f"<p>{escape(text)}</p>" for part in one.words for text in part)
        first = f"<p><b>{escape(one.standfirst)}</b></p>" if one.standfirst else ""
        head = f"<h2>{escape(one.title)}</h2><p>{escape(by)}, {self._time(one)}</p>"
        back = f"<p>{link(self.urls(one)[0], self.frame.name)}</p>"
        charset = f'<meta charset="{self.site.charset}">'
        self.site.page(
            f"/print/{one.number}",
            f"<html><head>{charset}<title>{escape(one.title)}</title></head>"
            f"<body>{head}{first}{words}<hr>{back}</body></html>",
        )

    def _notice(self, urls: Sequence[str]) -> None:
        """Make what those who do not pay are shown in the place of any article."""
        rng, title = stream(self.shape.seed, "notice"), self.t.label("subscribe")
        words = "".join(f"<p>{escape(self.t.paragraph(rng, 5))}</p>" for _ in range(2))
        main = f"<div{self.c('offer')}><h1>{escape(title)}</h1>{words}</div>"
        for url in urls:
            self.site.page(url, self.frame.page(title, main))

    def _posts(self, one: _Article) -> list[MadePost]:
        """Return the truth of an article, its parts together, and of its comments."""
        told = [self._told(one, n) for n in range(len(one.words))]
        text, own = ("\n".join(part) for part in ([a.text for a in told], [a.own for a in told]))
        whole = f"{one.standfirst}\n{text}" if one.standfirst else text
        bodies = (whole, own) if own != whole else (whole,)
        first = self._true(100 * one.number, self._signed(one)[1], one.when, *bodies)
        if "address_days" in self.shape:
            first = replace(first, time=one.when.date().isoformat())
        return [
            first,
            *(self._true(r.number, r.author, r.when, r.words) for r in one.remarks),
        ]

    def others(self) -> None:
        """Make the pages that are no news."""
        t, site, frame = self.t, self.site, self.frame
        for path, key in {"/about": "about", "/legal": "legal"}.items():
            words = t.sentence(stream(self.shape.seed, path))
            site.page(
                path,
                frame.page(t.label(key), f"<h1>{escape(t.label(key))}</h1><p>{escape(words)}</p>"),
            )
        for n, key in enumerate(_SECTIONS[:3] if "tags" in self.shape else ()):
            html = f"<h1>{escape(t.label(key))}</h1>"
            html += self._cards(self.shape["listing"], self.articles[n::3])
            site.page(f"/tag/{n}", frame.page(t.label(key), html))
        for n, name in enumerate(t.writers):
            html = f"<h1>{escape(name)}</h1>"
            if "author_pages" in self.shape:
                html += f"<p>{escape(t.sentence(stream(self.shape.seed, f'writer {n}')))}</p>"
                written = [one for one in self.articles if one.author == n]
                html += self._cards(self.shape["listing"], written) if written else ""
            site.page(f"/author/{n}", frame.page(name, html))
        if "month_archive" in self.shape:
            self._archive()

    def _archive(self) -> None:
        """Make the lists of all articles month by month; the older months have none."""
        year, month = self.clock.now.year, self.clock.now.month
        months = [divmod(12 * year + month - 1 - n, 12) for n in range(15)]
        title = self.t.label("archive")
        ways = month_links([(y, m + 1) for y, m in months])
        self.site.page("/archive/", self.frame.page(title, f"<h1>{escape(title)}</h1>{ways}"))
        for y, m in months:
            of = [one for one in self.articles if (one.when.year, one.when.month) == (y, m + 1)]
            html = f"<h1>{escape(title)} {y}/{m + 1:02d}</h1>"
            html += self._cards(self.shape["listing"], of) if of else ""
            self.site.page(f"/archive/{y}/{m + 1:02d}/", self.frame.page(title, html + ways))


def make_news(
    seed: int, *, crowded: bool = False, turned: bool = False, turn: str | None = None
) -> MadeSite:
    """Make the news site of a seed.

    Parameters
    ----------
    crowded
        Whether it has much at its articles that is of none.
    turned
        Whether it takes a turn, which ``turn`` names, or the seed draws.
    """
    shape = Shape.draw(seed, _ASPECTS, (*_EXTRAS, *NEWS_CROWD) if crowded else _EXTRAS)
    if not turned:
        return _make(shape, f"{'crowdnews' if crowded else 'news'}{seed:04d}")
    return make_turned(take(shape, turn, NEWS_TURNS), f"turnnews{seed:04d}", _make)


def _make(shape: Shape, name: str) -> MadeSite:
    news = _News(shape, name)
    news.home()
    for section in range(news.sections):
        news.section(section)
    for one in news.articles:
        news.article(one)
    news.others()
    return news.site
