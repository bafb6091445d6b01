"""A real browser: Chromium, driven through the headings, buttons and labels that users see."""

import base64
import contextlib
import json
import os
import re
import shutil
import signal
import urllib.parse
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

from patience import PATIENCE, wait_until

# Headless Chromium: the same engine and network stack at half the cost. The short selection against the release
# program uses the full browser.
BROWSER = os.environ.get("SESAME_BROWSER", "chromium-headless-shell")
ARGUMENTS = [
    "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-default-apps", "--disable-sync", "--no-first-run",
    "--disable-features=MediaRouter,OptimizationHints,Translate",
    # Chromium's other requests fail because no host but this machine resolves.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]
DESKTOP, PHONE = (1280, 800), (390, 844)
LANGUAGES = {"en": "en-GB,en", "fr": "fr-FR,fr"}
MISSING = f"{BROWSER} or chromedriver is not there; install both with: scripts/bootstrap --tests"
INSPECT = (Path(__file__).parent / "inspect_page.js").read_text()
THERE = """
    const [heading, left] = arguments;
    return document.readyState === "complete" && performance.timeOrigin !== left
        && document.querySelector("h1")?.innerText.replaceAll("\\u00a0", " ") === heading;
"""


def quoted(text: str) -> str:
    """Returns the text as an XPath string literal. XPath has no escapes."""
    return "concat('', " + ", \"'\", ".join(f"'{part}'" for part in text.split("'")) + ")"


class Request:
    """A request as the browser's network stack reports it."""

    def __init__(self, method: str, url: str):
        self.method, self.url = method, url
        self.headers: dict[str, str] = {}
        self.withheld: dict[str, list[str]] = {}
        """The cookies that the browser has for the address and did not send, with its reasons."""


def descendants(process: int) -> list[int]:
    """Returns the ids of a process's children and all their descendants."""
    children: dict[int, list[int]] = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        with contextlib.suppress(OSError):  # The process may end meanwhile.
            parent = int(re.search(r"^PPid:\s*(\d+)", status.read_text(), re.M)[1])
            children.setdefault(parent, []).append(int(status.parent.name))
    found = children.get(process, [])
    for child in found:
        found += children.get(child, [])
    return found


class Chromium:
    """A browser with its own cookies."""

    def __init__(self, javascript: bool = True):
        browser, driver = shutil.which(BROWSER), shutil.which("chromedriver")
        if not (browser and driver):
            pytest.fail(MISSING, pytrace=False)
        os.environ["SE_OFFLINE"] = "true"
        options = webdriver.ChromeOptions()
        options.binary_location = browser
        for argument in ARGUMENTS:
            options.add_argument(argument)
        if not javascript:
            options.add_argument("--blink-settings=scriptEnabled=false")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(driver))
        self.driver.set_page_load_timeout(PATIENCE)
        self.hosts: set[str] = set()
        self.fresh()

    def command(self, name: str, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def fresh(self, language: str = "en"):
        """Resets the browser to an unused profile."""
        self.driver.get("about:blank")
        self._left = 0
        self.command("Network.enable")
        self.command("Network.clearBrowserCookies")
        self.command("Network.clearBrowserCache")
        self.command("Page.resetNavigationHistory")
        self.size(DESKTOP)
        self.appearance("light")
        self.speaks(language)
        self.requests()
        self.hosts.clear()
        self.driver.get_log("browser")

    def speaks(self, language: str):
        """Sets the browser's preferred language."""
        agent = self.driver.execute_script("return navigator.userAgent")
        self.command("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=LANGUAGES[language])

    def size(self, size: tuple[int, int]):
        self.command(
            "Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
            mobile=size == PHONE)

    def appearance(self, scheme: str):
        """Sets the color scheme: `light` or `dark`."""
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    # Actions of the user

    def open(self, address: str):
        self._leave()
        self.driver.get(address)

    def back(self):
        self._leave()
        self.driver.back()

    def reload(self):
        self._leave()
        self.driver.refresh()

    def _leave(self):
        """Remembers the current page, because the next one may have the same heading."""
        self._left = self.driver.execute_script("return performance.timeOrigin")

    def button(self, text: str):
        """Returns the first button or link with this text as a complete line, or else with this text within a line.
        Waits for it, because a page may redirect by itself."""
        return wait_until(lambda: self._button(text), f"the button '{text}'")

    def _button(self, text: str):
        path = f"//*[self::button or self::a][contains(normalize-space(.), {quoted(text)})]"
        try:
            found = [element for element in self.driver.find_elements(By.XPATH, path) if element.is_displayed()]
            # "Test User 1" must not match the button of Test User 10, which the providers list first once it exists.
            exact = [element for element in found if text in map(str.strip, element.text.splitlines())]
        except StaleElementReferenceException:
            return None
        return (exact or found or [None])[0]

    def press(self, text: str):
        self._leave()
        self.button(text).click()

    def press_twice(self, text: str):
        self._leave()
        ActionChains(self.driver).double_click(self.button(text)).perform()

    def field(self, label: str):
        """Returns the field with this label."""
        path = f"//label[contains(normalize-space(.), {quoted(label)})]"
        found = self.driver.find_element(By.XPATH, path)
        if target := found.get_attribute("for"):
            return self.driver.find_element(By.ID, target)
        return found.find_element(By.TAG_NAME, "input")

    def fill(self, label: str, value: str):
        field = self.field(label)
        field.clear()
        field.send_keys(value)

    def keys(self, *keys: str):
        self._leave()
        ActionChains(self.driver).send_keys(*keys).perform()

    # Content that the user sees

    @property
    def address(self) -> str:
        return self.driver.current_url

    @property
    def text(self) -> str:
        return self.driver.find_element(By.TAG_NAME, "body").text

    def focused(self) -> str:
        return self.driver.switch_to.active_element.text

    def has_button(self, text: str) -> bool:
        path = f"//*[self::button or self::a][contains(normalize-space(.), {quoted(text)})]"
        return bool(self.driver.find_elements(By.XPATH, path))

    def cookies(self) -> set[str]:
        """The names of all cookies of all sites."""
        return {cookie["name"] for cookie in self.command("Network.getAllCookies")["cookies"]}

    def sees(self, heading: str):
        """Waits for a page with this heading, then checks that the page is accessible."""
        def there() -> bool:
            try:
                return self.driver.execute_script(THERE, heading, self._left)
            except WebDriverException:
                return False  # The browser left the page during the query.
        wait_until(there, f"the page '{heading}'")
        self.inspect()

    def reads(self, *texts: str):
        """Waits for a page with one of these texts."""
        def there() -> bool:
            try:
                return any(text in self.text for text in texts)
            except WebDriverException:
                return False  # The browser left the page during the query.
        wait_until(there, f"a page that says {' or '.join(texts)}")

    def inspect(self):
        """Fails if an element is hard to read, has no accessible name or overflows, or if a template placeholder is
        unfilled."""
        assert "{{" not in self.text
        assert not self.driver.execute_script(INSPECT)

    # Content that the user does not see

    def requests(self) -> list[Request]:
        """Returns the requests since the last call."""
        requests: dict[str, list[Request]] = {}
        headers: dict[str, list[dict]] = {}
        for entry in self.driver.get_log("performance"):
            event = json.loads(entry["message"])["message"]
            parameters = event["params"]
            if event["method"] == "Network.requestWillBeSent":
                sent = parameters["request"]
                self.hosts.add(urllib.parse.urlsplit(sent["url"]).hostname or "")
                requests.setdefault(parameters["requestId"], []).append(Request(sent["method"], sent["url"]))
            elif event["method"] == "Network.requestWillBeSentExtraInfo":
                headers.setdefault(parameters["requestId"], []).append(parameters)
        for identifier, hops in requests.items():
            for request, extra in zip(hops, headers.get(identifier, [])):
                request.headers = {name.lower(): value for name, value in extra["headers"].items()}
                request.withheld = {
                    cookie["cookie"]["name"]: cookie["blockedReasons"]
                    for cookie in extra["associatedCookies"] if cookie["blockedReasons"]}
        return [request for hops in requests.values() for request in hops]

    def complaints(self) -> list[str]:
        """Returns the console messages since the last call, except those about error pages."""
        refusal = re.compile(r"Failed to load resource: the server responded with a status of (4\d\d|503)")
        return [
            entry["message"] for entry in self.driver.get_log("browser")
            if entry["level"] in ("WARNING", "SEVERE") and not refusal.search(entry["message"])]

    def picture(self, file: Path):
        """Saves a screenshot of the whole page, including the part below the fold."""
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(base64.b64decode(self.command("Page.captureScreenshot", captureBeyondViewport=True)["data"]))

    def state(self, file: Path) -> str:
        """Describes the browser's state, for the diagnosis of a failure."""
        file.parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(file))
        return f"{self.address}\n{self.text}\nconsole: {self.complaints()}\nscreenshot: {file}"

    def quit(self):
        """Ends the browser with all its processes. A script starts Debian's Chromium, and the driver ends only that
        script."""
        processes = descendants(self.driver.service.process.pid)
        self.driver.quit()
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
