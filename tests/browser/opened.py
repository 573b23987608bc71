"""A page in a browser that notes whatever it should not do: reach out, complain, or break its policy."""

from pathlib import Path
from typing import Literal, TypeAlias

from playwright.sync_api import Browser, BrowserContext, Page

Scheme: TypeAlias = Literal["light", "dark"]

_WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => window.violations.push(event.violatedDirective));
"""


class Opened:
    """Opens pages from files, and closes them."""

    def __init__(self, browser: Browser, directory: Path) -> None:
        self._browser = browser
        self._directory = directory
        self._contexts: list[BrowserContext] = []
        self.faults: list[str] = []
        self.requests: list[str] = []

    def page(
        self, text: str, *, width: int = 1280, scheme: Scheme = "light", fragment: str = "", script: bool = True
    ) -> Page:
        """The page of a text, ready to be used."""
        path = self._directory / "page.html"
        path.write_text(text, encoding="utf-8")
        context = self._browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=script
        )
        context.set_default_timeout(10_000)
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self.faults.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: self.requests.append(request.url))
        if script:
            page.add_init_script(_WATCH)
        page.goto(path.as_uri() + fragment)
        if script:
            page.wait_for_selector("#question-title", state="attached")
        return page

    def close(self) -> None:
        """Close all of them; nothing went wrong in any."""
        for context in self._contexts:
            for page in context.pages:
                if page.evaluate("'violations' in window"):
                    self.faults += page.evaluate("window.violations")
            context.close()
        assert self.faults == []
        assert [url for url in self.requests if not url.startswith("file:")] == []
        assert len(self.requests) == len(self._contexts), self.requests
