# SPDX-License-Identifier: Apache-2.0
"""The calls of a tool to its portal: activate a PC, and refresh revocations, keys, add-ons and releases. See docs/portal-calls.md.

The calls use the proxy and the certificates of the system, and the variables `http_proxy`, `https_proxy` and `no_proxy`.
"""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
import urllib.error
import urllib.request
import xml.etree.ElementTree as xml
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Sequence, Union
from urllib.parse import urlsplit

from . import Finding, Tool, key_id, print_code

TIMEOUT = 10
MAX_SILENCE = 10
MAX_LENGTH = 4_000_000
_ATOM = "{http://www.w3.org/2005/Atom}"


@dataclass(frozen=True)
class Question:
    """What a person confirms in the portal: the code, and the page, also with the code in its address."""

    user_code: str
    page: str
    page_with_code: str


@dataclass(frozen=True)
class Activation:
    """`CONFIRMED` with the licence file, or the reason why there is none, with the message of the portal if it gave one."""

    code: str
    licence: str = ""
    message: str = ""


@dataclass(frozen=True)
class Release:
    version: str
    title: str
    page: str


@dataclass(frozen=True)
class Refreshed:
    """`revocations` is the result of `Tool.take_revocations`, or `PORTAL_NOT_REACHED`. `keys` are the public keys that the portal uses; empty if
    none of them is a key of the tool. `tools` is the text for `has_add_on`, empty if the portal did not answer. The newest release comes first."""

    revocations: str
    keys: tuple[bytes, ...] = ()
    tools: str = ""
    releases: tuple[Release, ...] = ()


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def _request(address: str, body: Union[Mapping[str, str], None] = None) -> Union[tuple[int, str], None]:
    """Returns the status and the text of an answer; None if the portal does not answer in time. The time limit of `urllib` starts again with each byte,
    so a thread waits for the answer."""
    answers: list[Union[tuple[int, str], None]] = []
    thread = threading.Thread(target=lambda: answers.append(_ask(address, body)), daemon=True)
    thread.start()
    thread.join(TIMEOUT)
    return answers[0] if answers else None


def _ask(address: str, body: Union[Mapping[str, str], None]) -> Union[tuple[int, str], None]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"content-type": "application/json"} if data else {})
    # A portal on this computer is always reached directly.
    is_local = re.fullmatch(r"localhost|127\.[0-9.]+|::1|.*\.localhost", urlsplit(address).hostname or "") is not None
    opener = urllib.request.build_opener(_NoRedirect, *([urllib.request.ProxyHandler({})] if is_local else []))
    try:
        with opener.open(request, timeout=TIMEOUT) as reply:
            return _read(reply.status, reply)
    except urllib.error.HTTPError as refusal:
        with refusal:
            return _read(refusal.code, refusal)
    except (OSError, ValueError, http.client.HTTPException):  # No network, no such host, a wrong certificate, or an answer that is not HTTP.
        return None


def _read(status: int, reply: Any) -> Union[tuple[int, str], None]:
    data, end = b"", time.monotonic() + TIMEOUT
    try:
        while len(data) <= MAX_LENGTH and time.monotonic() < end:
            part = reply.read1(MAX_LENGTH)
            if not part:
                return status, data.decode("utf-8", "replace")
            data += part
    except (OSError, ValueError, http.client.HTTPException):
        pass
    return None


def _fields(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _join(portal: str, path: str) -> str:
    address = urlsplit(portal)
    if address.scheme not in ("http", "https") or not address.hostname:
        raise ValueError(f"{portal} is not the address of a portal, such as https://portal.example.")
    return f"{address.scheme}://{address.netloc}{path}"


def activate(
    portal: str,
    code: str,
    show: Callable[[Question], None],
    away: Callable[[], None] = lambda: None,
    wait: Callable[[float], None] = time.sleep,
) -> Activation:
    """Gets the licence file for a verification code, after a person confirmed it in the portal. `show` shows the code that the person confirms.
    `away` is called once if the portal does not answer for 10 seconds: then show the verification code, which can be pasted on any PC. To stop
    waiting, raise an exception in `wait`."""
    reply = _request(_join(portal, "/core/api/activation/device"), {"verificationCode": code})
    fields = _fields(reply[1]) if reply else {}
    question = _read_question(fields) if reply and reply[0] == 200 else None
    if question is None:
        return _refused(fields) if reply and 400 <= reply[0] < 500 else Activation("PORTAL_NOT_REACHED")
    show(question)
    interval, waited, silent = max(1, fields["interval"]), 0, 0
    while waited <= fields["expires_in"]:
        wait(interval)
        waited += interval
        poll = _request(_join(portal, "/core/api/activation/token"), {"device_code": fields["device_code"]})
        answer = _fields(poll[1]) if poll else {}
        if poll and poll[0] == 200 and isinstance(answer.get("licence_file"), str):
            return Activation("CONFIRMED", answer["licence_file"])
        if answer.get("code") == "EXPIRED_TOKEN":
            return Activation("NOT_CONFIRMED")
        if answer.get("code") == "ACCESS_DENIED":
            return Activation("REFUSED_IN_PORTAL")
        before, silent = silent, silent + interval if poll is None or poll[0] >= 500 else 0
        if before < MAX_SILENCE <= silent:
            away()
        if answer.get("code") == "SLOW_DOWN":
            interval += 5
    return Activation("NOT_CONFIRMED")


def get_licence(
    portal: str, tool: Tool, show: Callable[[Question], None], paste: Callable[[str], None], wait: Callable[[float], None] = time.sleep
) -> Finding:
    """Gets and installs a licence for this PC, after a person confirmed it in the portal. `show` shows the code that the person confirms. `paste`
    gets the verification code in lines if the portal does not answer: it can be pasted on any PC. Without a licence, the finding has the reason:
    `NOT_CONFIRMED`, `REFUSED_IN_PORTAL`, `PORTAL_NOT_REACHED`, `TOO_MANY_ATTEMPTS` or `PORTAL_REFUSED`. Raises as `Tool.make_code` and
    `Tool.install` do."""
    code = tool.make_code()
    activation = activate(portal, code, show, lambda: paste(print_code(code)), wait)
    if activation.code == "CONFIRMED":
        return tool.install(activation.licence)
    if activation.code == "PORTAL_NOT_REACHED":
        paste(print_code(code))
    return Finding(activation.code if activation.code in _REASONS else "PORTAL_REFUSED")


_REASONS = ("NOT_CONFIRMED", "REFUSED_IN_PORTAL", "PORTAL_NOT_REACHED", "TOO_MANY_ATTEMPTS", "PC_NOT_IDENTIFIED")


def _refused(fields: Mapping[str, Any]) -> Activation:
    code, message = fields.get("code"), fields.get("message")
    if not isinstance(code, str) or not re.fullmatch("[A-Z_]{1,40}", code) or code in ("PAGE_NOT_FOUND", "CONFIRMED"):
        return Activation("PORTAL_NOT_REACHED")
    return Activation(code, message=message if isinstance(message, str) else "")


def _read_question(fields: Mapping[str, Any]) -> Question | None:
    texts = [fields.get(name) for name in ("user_code", "verification_uri", "verification_uri_complete", "device_code")]
    times = [fields.get(name) for name in ("expires_in", "interval")]
    if not all(isinstance(text, str) for text in texts) or not all(
        type(time) is int and 0 <= time <= most for time, most in zip(times, (86_400, 3600))
    ):
        return None
    is_plain = re.fullmatch("[A-Z-]{1,20}", str(texts[0])) and all(_is_address(str(page)) for page in texts[1:3])
    return Question(*map(str, texts[:3])) if is_plain else None


def _is_address(text: str) -> bool:
    """Whether a text from the portal can be shown and opened: an address without spaces and control characters."""
    return re.fullmatch("https?://[!-~]+", text) is not None


def refresh(portal: str, tool: Tool) -> Refreshed:
    """Takes the revocation list of the portal, and reads what else the portal publishes. Call it about once a day; it raises OSError if the list
    cannot be stored."""
    texts = [
        reply[1] if (reply := _request(_join(portal, path))) and reply[0] == 200 else ""
        for path in (
            f"/.well-known/basics-revocations/{tool.tool_id}",
            "/.well-known/basics-licence-keys",
            "/.well-known/basics-tools",
            "/release-notes/feed.xml",
        )
    ]
    revocations = tool.take_revocations(texts[0]) if texts[0] else "PORTAL_NOT_REACHED"
    tools = texts[2] if isinstance(_fields(texts[2]).get("tools"), list) else ""
    return Refreshed(revocations, read_keys(texts[1], tool.keys), tools, read_releases(texts[3]))


def read_keys(text: str, known: Sequence[bytes]) -> tuple[bytes, ...]:
    """Reads the keys that a portal uses, from the text of /.well-known/basics-licence-keys. Empty if none of them is a known key."""
    entries = _fields(text).get("keys")
    keys = []
    for entry in entries if isinstance(entries, list) else []:
        public_key = entry.get("publicKey") if isinstance(entry, dict) else None
        if not isinstance(public_key, str) or not re.fullmatch("[0-9a-f]{64}", public_key):
            continue
        if entry.get("status") in ("current", "next", "retired") and entry.get("kid") == key_id(bytes.fromhex(public_key)):
            keys.append(bytes.fromhex(public_key))
    return tuple(keys) if any(key in known for key in keys) else ()


def read_releases(text: str) -> tuple[Release, ...]:
    """Reads the releases from the text of /release-notes/feed.xml. Empty for a text that is no such feed."""
    try:
        entries = [] if "<!" in text else xml.fromstring(text).findall(f"{_ATOM}entry")
    except xml.ParseError:
        return ()
    releases = []
    for entry in entries:
        category, link = entry.find(f"{_ATOM}category"), entry.find(f"{_ATOM}link")
        page = "" if link is None else link.get("href", "")
        if category is not None and _is_address(page):
            releases.append(Release(category.get("term", ""), entry.findtext(f"{_ATOM}title", ""), page))
    return tuple(releases)
