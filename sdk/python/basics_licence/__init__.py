# SPDX-License-Identifier: Apache-2.0
"""Licences of Basics Portal: make a verification code, read, check, install and ask for the status of a licence.

The format and the names of all codes: docs/licence-format.md and docs/conformance.md. Times are Unix seconds. Nothing here raises
an exception because of what a person pastes; only `Tool` touches files.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import contextlib
import functools
import hashlib
import hmac
import json
import os
import re
import secrets
import socket
import stat
import sys
import threading
import time
import unicodedata
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence, Union

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from . import texts

__version__ = "3.4.0"
NEVER = 0xFFFFFFFF
ANY_MAJOR = 255
DAY = 86_400
CLOCK_TOLERANCE = 48 * 3600
DAYS_WITHOUT_RECORD = 7
# The longest time in seconds between two checks. A timer stands still while the PC sleeps, so a change can be seen late by this time.
_MAX_WAIT = 600
COMPONENTS = ("machine-id", "board-id", "system-disk", "network-card", "smbios-uuid")
REASONS = ("new", "renew", "moved")

#: The values of a PC by the names in COMPONENTS; several values where it has several cards or disks, the preferred one first.
Facts = Mapping[str, Union[str, Sequence[str]]]


@dataclass(frozen=True)
class Refusal:
    """Why a text was not read: a stable code, and where useful the characters found and expected, a detail, and the wrong printed line."""

    code: str
    found: int | None = None
    expected: int | None = None
    detail: str | None = None
    line: int | None = None


@dataclass(frozen=True)
class VerificationCode:
    reason: str
    tool_id: int
    version: tuple[int, int, int]
    fingerprint: bytes
    nonce: bytes
    created_at: int
    machine_name: str
    is_virtual: bool = False
    is_stand_in: bool = False


@dataclass(frozen=True)
class Licence:
    """A licence whose signature is valid. If it was read from a code, `tool_name`, `user` and `machine_name` are None, and `brand` is a number."""

    carrier: str
    licence_id: str
    key_id: str
    tool_id: int
    max_major: int
    brand: str | int
    trial: bool
    fingerprint: bytes
    entitlements: int
    issued_at: int
    not_before: int
    expires_at: int
    bridge: bool = False
    grace_days: int = 14
    tool_name: str | None = None
    user: str | None = None
    machine_name: str | None = None
    entitlement_names: tuple[str, ...] = ()
    preferences: Mapping[str, Any] = field(default_factory=dict)
    deny: tuple[str, ...] = ()


@dataclass(frozen=True)
class RevocationList:
    tool_id: int
    seq: int
    issued_at: int
    next_at: int
    ids: tuple[str, ...]
    keys: tuple[str, ...]
    key_id: str


@dataclass(frozen=True)
class Finding:
    """The result of checking a licence on this PC at this time. `licence` is present after its signature was verified."""

    code: str
    licence: Licence | None = None
    refusal: Refusal | None = None
    #: False if `status` could not store the record of the tool. The tool may still run, at most 7 days after the last stored record.
    record_stored: bool = True
    #: The days until the last day of the licence, see `days_left`.
    days_left: int | None = None

    @property
    def allowed(self) -> bool:
        return self.code in ("VALID", "IN_GRACE")

    def has(self, add_on: str, tools: str) -> bool:
        """Returns whether the tool may run with an add-on. `tools` is the text of /.well-known/basics-tools."""
        return self.allowed and self.licence is not None and has_add_on(self.licence, add_on, tools)

    def describe(self, product: str) -> str:
        """Returns the code, and the sentence and the next step with the name of your product."""
        return f"{self.code}: {' '.join(texts.describe(self.code, product))}".strip()


def key_id(public_key: bytes) -> str:
    return hashlib.sha256(public_key).digest()[:8].hex()


def verify_ed25519(public_key: bytes, message: bytes, signature: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


# Reading a text: the five steps of the format document.

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_VALUES = {character: value for value, character in enumerate(_ALPHABET)} | {"O": 0, "I": 1, "L": 1}

_CLASSES = (
    (" ", "9-D 20 A0 1680 2000-200A 2028-2029 202F 205F 3000"),
    (
        "",
        "0-1F 7F-9F AD 300-36F 61C 180B-180F 1AB0-1AFF 1DC0-1DFF 200B-200F 202A-202E 2060-206F 20D0-20FF FE00-FE0F "
        "FE20-FE2F FEFF FFF9-FFFB E0000-E0FFF",
    ),
    (
        "-",
        "2D 2D7 58A 5BE 1400 1806 2010-2015 2043 2212 2500-2501 2E17 2E1A 2E3A-2E3B 2E40 301C 3030 30A0 30FC FE31-FE32 "
        "FE58 FE63 FF70",
    ),
    (">", "22 27 2A 3E 5C 5F-60 7C 7E AB B4 BB 2018-201F 2032-2033 2039-203A"),
    (
        ".",
        "21-2F 3A-40 5B-60 7B-7E A1-BF D7 F7 2016-205E 20A0-20CF 2190-2BFF 2E00-2E7F 3001-3020 E000-F8FF FE10-FE6F "
        "FF5F-FF65 FFFC 1F000-1FAFF",
    ),
)
_RANGES = [
    (symbol, int(ends[0], 16), int(ends[-1], 16))
    for symbol, ranges in _CLASSES
    for ends in (each.split("-") for each in ranges.split())
]
_ENTITIES = {
    name: symbol
    for symbol, names in (
        (" ", "nbsp ensp emsp thinsp"),
        ("", "shy zwnj zwj"),
        ("-", "ndash mdash hyphen dash minus"),
        (">", "quot apos lsquo rsquo ldquo rdquo laquo raquo gt"),
    )
    for name in names.split()
}
_TRANSFER = re.compile(r"=[ \t]*\r?\n|(?:=[0-9A-F]{2})+|(?:%[0-9A-Fa-f]{2})+")
_MARKUP = re.compile(
    r"\\[rnt]"
    r"|</?(?i:a|b|blockquote|br|code|div|em|font|i|li|p|pre|q|s|span|strong|td|tr|tt|u|wbr)(?![0-9A-Za-z_])[^<>]*>"
    r"|&(?:[aA][mM][pP];)*(#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[a-zA-Z]{2,8});",
    re.ASCII,
)


@functools.lru_cache(maxsize=4096)
def _symbol(point: int) -> str:
    if 0xFF01 <= point <= 0xFF5E:
        point -= 0xFEE0
    if point == 0x131:
        return "I"
    if point < 128 and chr(point).isalnum():
        return chr(point).upper()
    return next((symbol for symbol, first, last in _RANGES if first <= point <= last), "?")


def _replace_byte(mistake: UnicodeError) -> tuple[str, int]:
    """A byte that belongs to no character counts as a space."""
    if not isinstance(mistake, UnicodeDecodeError):
        raise mistake
    return " ", mistake.start + 1


codecs.register_error("basics-space", _replace_byte)


def _restore(text: str) -> str:
    decoded = _TRANSFER.sub(
        lambda found: bytes(int(pair, 16) for pair in re.findall("[0-9A-Fa-f]{2}", found[0])).decode("utf-8", "basics-space"), text
    )
    plain, at = [], 0
    while at < len(decoded):
        found = _MARKUP.match(decoded, at) if decoded[at] in "\\<&" else None
        symbol = _markup_symbol(found) if found else None
        if found is None or symbol is None:
            symbol, at = _symbol(ord(decoded[at])), at + 1
        else:
            at = found.end()
        plain.append(symbol)
    return "".join(plain)


def _markup_symbol(found: re.Match[str]) -> str | None:
    name = found[1]
    if name is None:
        return " "
    if not name.startswith("#"):
        return _ENTITIES.get(name.lower())
    point = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
    return _symbol(point) if point <= 0x10FFFF else None


@dataclass(frozen=True)
class _Collected:
    values: list[int]
    count: int
    word_starts: set[int]
    foreign: str | None
    wrong_line: int | None


_PIECES = re.compile(r"([ \->]*)([0-9A-Z?]+|\.)")


_LINE = 24


def _line_check(line: int, values: Sequence[int]) -> str:
    """Computes the two check characters of a printed line, by a Reed-Solomon code over GF(32)."""
    high = low = 0
    for value in (line & 31, *values):
        factor = value ^ high
        double = factor << 1 ^ (37 if factor & 16 else 0)
        high, low = low ^ factor ^ double, double
    return _ALPHABET[high] + _ALPHABET[low]


class _Lines:
    """Collects the values of a code, and the check characters of its printed lines."""

    def __init__(self) -> None:
        self.values: list[int] = []
        self.lines, self.start = 0, 0
        self.wrong_line: int | None = None

    def _has_check(self, piece: str, at: int, starts_word: bool) -> bool:
        length = len(self.values) - self.start
        is_last = at + 3 == len(piece) and (self.lines > 0 or at == 0 and not starts_word)
        return piece[at] == "U" and at + 3 <= len(piece) and 0 < length <= 30 and (length == _LINE or is_last)

    def take(self, piece: str, starts_word: bool) -> tuple[int, bool]:
        """Returns the position of the first character that has no value, and whether the check characters of a shorter line end the code."""
        at = 0
        while at < len(piece):
            if piece[at] in _VALUES:
                self.values.append(_VALUES[piece[at]])
                at += 1
                continue
            if not self._has_check(piece, at, starts_word):
                return at, False
            line, self.start = self.values[self.start :], len(self.values)
            self.lines += 1
            expected = _line_check(self.lines, line)
            if any(_VALUES.get(piece[at + 1 + place]) != _VALUES[expected[place]] for place in (0, 1)):
                self.wrong_line = self.wrong_line or self.lines
            if len(line) != _LINE:
                return at, True
            at += 3
        return at, False


def _collect(plain: str, start: int) -> _Collected:
    code = _Lines()
    values = code.values
    word_starts: set[int] = set()
    has_dashes, prose_at, foreign = False, None, None
    for found in _PIECES.finditer(plain[start : start + 2048]):
        gap, piece = found.groups()
        before = len(values)
        starts_word = " " in gap and "-" not in gap
        if " " in gap:
            word_starts.add(before)
        if values and "-" in gap:
            has_dashes = True
        if values and starts_word and len(piece) != 6 and prose_at is None:
            prose_at = before
        kept, is_last = code.take(piece, starts_word)
        if is_last:
            break
        if kept == len(piece) and len(values) < 256:
            continue
        if kept < len(piece) and (len(values) > before or not starts_word):
            following = plain[start + found.end() : start + found.end() + 1]
            if piece[kept] != ".":
                foreign = "letter"
            elif re.match("[0-9A-Z?]", following):
                foreign = "sign"
        break
    count = prose_at if has_dashes and prose_at is not None else len(values)
    return _Collected(values, count, word_starts, foreign, code.wrong_line)


def _to_bytes(values: Sequence[int]) -> tuple[bytes, bool]:
    """Converts characters to whole bytes, and returns whether the remaining bits are zero."""
    number = 0
    for value in values:
        number = number << 5 | value
    length, rest = divmod(len(values) * 5, 8)
    return (number >> rest).to_bytes(length, "big"), number & ((1 << rest) - 1) == 0


def _to_text(prefix: str, data: bytes) -> str:
    number, bits = int.from_bytes(data, "big"), len(data) * 8
    number, bits = number << -bits % 5, bits + -bits % 5
    characters = "".join(_ALPHABET[number >> at & 31] for at in range(bits - 5, -1, -5))
    return "-".join([prefix, *(characters[at : at + 6] for at in range(0, len(characters), 6))])


def print_code(text: str) -> str:
    """Returns a code in lines of four groups. Every line except the last ends with `-`."""
    prefix, *groups = text.split("-")
    lines = ["-".join(groups[at : at + 4]) for at in range(0, len(groups), 4)]
    return prefix + "-" + "-\n".join(lines)


def print_checked_lines(text: str) -> list[str]:
    """Returns the lines of a code for reading aloud or typing. The last group of each line has its check characters."""
    prefix, *groups = text.split("-")
    characters, lines = "".join(groups), []
    for at in range(0, len(characters), _LINE):
        line = characters[at : at + _LINE]
        check = "U" + _line_check(len(lines) + 1, [_VALUES[each] for each in line])
        lines.append("-".join([line[place : place + 6] for place in range(0, len(line), 6)] + [check]))
    return f"{prefix}-{'-|'.join(lines)}".split("|")


@dataclass(frozen=True)
class _Form:
    """The description of a type of code for the text reader. `accept` gets all bytes. `expected` is the number of characters, None for an impossible start."""

    prefix: str
    first_byte: int
    least: int
    expected: Callable[[bytes], Union[int, None]]
    accept: Callable[[bytes], Any]


def _starts(plain: str, prefix: str) -> list[int]:
    letters = "[LI1]" if prefix == "BL" else prefix[1]
    return [found.end() for found in re.finditer(f"(?<![0-9A-Z?])B *{letters}", plain)][:200]


def _read_text(text: str, form: _Form) -> Any:
    if len(text) > 100_000:
        return Refusal("NOT_A_CODE", detail="too-long")
    plain = _restore(text)
    if not plain.strip(" "):
        return Refusal("NOT_A_CODE", detail="empty")
    best: tuple[int, Refusal] | None = None
    # A code without its prefix begins at the start of the text. It may contain a group that begins like the prefix.
    for start in [*_starts(plain, form.prefix), 0]:
        found = _collect(plain, start)
        answer = _name_line(found, _judge(found, form))
        if not isinstance(answer, Refusal):
            return answer
        if start > 0 and found.count > (best[0] if best else 0) and _is_start(plain, start, found, form):
            best = (found.count, answer)
    return best[1] if best else Refusal("NOT_A_CODE", detail=_other_code(plain, form.prefix))


def _is_start(plain: str, start: int, found: _Collected, form: _Form) -> bool:
    if re.match(" *- *[0-9A-Z]", plain[start : start + 8]):
        return True
    return found.count >= 6 and _to_bytes(found.values[:2])[0] == bytes([form.first_byte])


def _name_line(found: _Collected, answer: Any) -> Any:
    """Check characters only locate an error. If the checksum of a code is correct, the code is accepted even with wrong check characters."""
    is_damaged = isinstance(answer, Refusal) and answer.code in ("CODE_TYPO", "CODE_INCOMPLETE")
    return replace(answer, code="CODE_TYPO", line=found.wrong_line) if is_damaged and found.wrong_line else answer


def _judge(found: _Collected, form: _Form) -> Any:
    start = _to_bytes(found.values)[0]
    first = start[0] if start else form.first_byte
    if first >> 4 == form.first_byte >> 4 and first & 15 > form.first_byte & 15:
        return Refusal("CODE_TYPO" if found.wrong_line or _is_mistyped(found, form) else "CODE_NEWER")
    expected = form.expected(start) if first == form.first_byte else None
    if expected is None:
        return _short(found, form.least) if found.count < form.least else Refusal("CODE_TYPO")
    if len(found.values) < expected:
        return _short(found, expected)
    is_longer = len(found.values) > expected
    is_torn = expected not in found.word_starts if is_longer else found.foreign == "letter"
    if is_torn and found.count < expected:
        return _short(found, expected)
    if is_torn:
        return Refusal("CODE_TYPO", found.count, expected, "too-long")
    answer = _accept_whole(found.values[:expected], form)
    is_typo = isinstance(answer, Refusal) and answer.code == "CODE_TYPO"
    return _short(found, expected) if is_typo and found.count < expected else answer


def _accept_whole(values: Sequence[int], form: _Form) -> Any:
    data, rest_is_zero = _to_bytes(values)
    return form.accept(data) if rest_is_zero else Refusal("CODE_TYPO")


def _is_mistyped(found: _Collected, form: _Form) -> bool:
    values = [form.first_byte >> 3, (form.first_byte & 7) << 2 | found.values[1] & 3, *found.values[2:]]
    expected = form.expected(_to_bytes(values)[0])
    if expected is None or len(values) < expected:
        return False
    answer = _accept_whole(values[:expected], form)
    return not isinstance(answer, Refusal) or answer.code != "CODE_TYPO"


def _short(found: _Collected, expected: int) -> Refusal:
    if found.foreign and found.count == len(found.values):
        return Refusal("CODE_TYPO", found.count, expected, "foreign-character")
    return Refusal("CODE_INCOMPLETE", found.count, expected)


def _other_code(plain: str, prefix: str) -> str | None:
    if "BASICS LICENCE FILE" in plain:
        return "licence-file"
    other = "BL" if prefix == "BV" else "BV"
    if any(_collect(plain, start).count >= 12 for start in _starts(plain, other)):
        return "licence-code" if other == "BL" else "verification-code"
    return None


# Verification codes.

_UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_ATTACHED = re.compile(
    "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u200d\u20d0-\u20ff\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]"
)


def machine_name(name: str) -> str:
    """Returns the name of a PC in the form for codes, at most 32 bytes."""
    name = unicodedata.normalize("NFC", _UNSEEN.sub("", name)).strip()
    end = len(name)
    while end > 0 and not (
        len(name[:end].encode()) <= 32
        and (end == len(name) or not _ATTACHED.match(name[end]) and name[end - 1] != "\u200d")
    ):
        end -= 1
    return name[:end].strip()


def _is_machine_name(data: bytes) -> bool:
    try:
        return len(data) <= 32 and not re.search("[\0-\x1f\x7f-\x9f]", data.decode("utf-8"))
    except UnicodeDecodeError:
        return False


_PLACEHOLDERS = {
    "none",
    "n/a",
    "unknown",
    "invalid",
    "uninitialized",
    "default string",
    "not specified",
    "not applicable",
    "not available",
    "to be filled by o.e.m.",
    "system serial number",
    "123456789",
    "0123456789",
}


# UUIDs that manufacturers left in the firmware of many PCs, so that they identify no PC.
_SHARED_UUIDS = {
    "03000200-0400-0500-0006-000700080009",
    "00020003-0004-0005-0006-000700080009",
    "00010203-0405-0607-0809-0a0b0c0d0e0f",
    "12345678-1234-5678-90ab-cddeefaabbcc",
    "4c4c4544-0000-2010-8020-80c04f202020",
    "11111111-1111-1111-1111-111111111111",
    "deadbeef-dead-beef-dead-beefdeadbeef",
    "fefefefe-fefe-fefe-fefe-fefefefefefe",
}


def _lower(text: str) -> str:
    return re.sub("[A-Z]", lambda found: found[0].lower(), text)


def _hashes(component: str, value: str) -> list[bytes]:
    fact = value.strip("\0\t\n\v\f\r ")
    if re.fullmatch("[0 :.-]*|[fF :.-]*", fact) or _lower(fact) in _PLACEHOLDERS:
        return []
    if component == "smbios-uuid" and _lower(fact) in _SHARED_UUIDS:
        return []
    return [
        hashlib.sha256(f"basics-fp-v1\n{component}:{form}".encode()).digest()[:4]
        for form in dict.fromkeys((_lower(fact), fact))
    ]


def fingerprint(facts: Facts, licensed: bytes = bytes(16)) -> bytes:
    """Returns the fingerprint of a PC: 16 bytes, or 20 if the PC has a UUID. If a fact has several values, the value that `licensed` contains is used, otherwise the first one."""
    parts = []
    for at, component in enumerate(COMPONENTS):
        values = facts.get(component, ())
        hashes = [each for value in ([values] if isinstance(values, str) else values) for each in _hashes(component, value)]
        wanted = licensed[at * 4 : at * 4 + 4]
        parts.append(wanted if wanted in hashes else (hashes or [bytes(4)])[0])
    return _trim(b"".join(parts))


def _trim(fingerprint: bytes) -> bytes:
    """Returns the fingerprint without its fifth part if that part is unknown."""
    return fingerprint if any(fingerprint[16:]) else fingerprint[:16]


def relation(left: bytes, right: bytes) -> str:
    """Compares two fingerprints: `same`, `changed` (the same PC with new parts) or `different`."""
    pairs = [(left[at : at + 4], right[at : at + 4]) for at in range(0, 20, 4)]
    shared = [(one, other) for one, other in pairs if any(one) and any(other)]
    equal = sum(one == other for one, other in shared)
    if equal < 2 or equal * 2 <= len(shared):
        return "different"
    return "same" if left[:16] == right[:16] and equal == len(shared) else "changed"


class PcNotIdentified(ValueError):
    """The PC has fewer than two usable facts, so no licence would be valid on it. `found` is their number."""

    code = "PC_NOT_IDENTIFIED"
    expected = 2

    def __init__(self, found: int) -> None:
        super().__init__(f"This PC has {found} of 2 facts that identify a PC.")
        self.found = found


def make_code(
    tool_id: int,
    version: tuple[int, int, int],
    facts: Facts,
    *,
    reason: str = "new",
    name: str = "",
    nonce: bytes | None = None,
    now: int | None = None,
    licensed: bytes = bytes(16),
    is_virtual: bool = False,
    is_stand_in: bool = False,
) -> str:
    """Makes a verification code on one line, with scheme 2 if the PC has a UUID or a flag. `licensed` is the fingerprint in the installed licence.
    Raises PcNotIdentified for a PC with fewer than two usable facts."""
    encoded = machine_name(name).encode()
    created_at = int(time.time()) if now is None else now
    printed = fingerprint(facts, licensed)
    found = sum(any(printed[at : at + 4]) for at in range(0, len(printed), 4))
    if found < PcNotIdentified.expected:
        raise PcNotIdentified(found)
    flags = is_virtual * 0x40 + is_stand_in * 0x80
    scheme = 2 if flags or len(printed) > 16 else 1
    pc = printed + bytes(20 - len(printed)) if scheme == 2 else printed
    pc += (secrets.token_bytes(8) if nonce is None else nonce)[: 24 - len(pc)]
    body = bytes([0x11, REASONS.index(reason) << 4 | scheme | flags]) + tool_id.to_bytes(2, "big")
    body += bytes(version[:2]) + version[2].to_bytes(2, "big") + pc + created_at.to_bytes(4, "big")
    body += bytes([len(encoded)]) + encoded
    return _to_text("BV", body + _code_sum(body))


def _code_sum(body: bytes) -> bytes:
    return hashlib.sha256(b"basics-vc-v1\n" + body).digest()[:4]


def _accept_verification(data: bytes) -> Union[VerificationCode, Refusal]:
    body, checksum = data[:-4], data[-4:]
    if _code_sum(body) != checksum:
        return Refusal("CODE_TYPO")
    scheme, high = data[1] & 15, data[1] >> 4
    reason = high if scheme == 1 else high & 3  # Scheme 1 has no flags.
    if scheme not in (1, 2) or reason > 2:
        return Refusal("CODE_NEWER")
    nonce_at = 24 if scheme == 1 else 28
    if not _is_machine_name(body[37:]):
        return Refusal("NOT_A_CODE", detail="malformed")
    return VerificationCode(
        reason=REASONS[reason],
        tool_id=int.from_bytes(data[2:4], "big"),
        version=(data[4], data[5], int.from_bytes(data[6:8], "big")),
        fingerprint=_trim(data[8:nonce_at]),
        nonce=data[nonce_at:32],
        created_at=int.from_bytes(data[32:36], "big"),
        machine_name=_UNSEEN.sub("", body[37:].decode()),
        is_virtual=high & 4 != 0,
        is_stand_in=high & 8 != 0,
    )


def _expected_verification(start: bytes) -> int | None:
    length = start[36] if len(start) > 36 else 0
    return -(-(41 + length) * 8 // 5) if length <= 32 else None


def read_verification_code(text: str) -> Union[VerificationCode, Refusal]:
    return _read_text(text, _Form("BV", 0x11, 66, _expected_verification, _accept_verification))


# Return codes.


@dataclass(frozen=True)
class ReturnCode:
    """What a tool reports after it has removed a licence from its PC. It is not signed."""

    tool_id: int
    licence_id: str
    returned_at: int


def make_return_code(code: ReturnCode) -> str:
    """Makes a return code on one line. The same claims always give the same code."""
    body = b"\x31" + code.tool_id.to_bytes(2, "big") + bytes.fromhex(code.licence_id) + code.returned_at.to_bytes(4, "big")
    return _to_text("BR", body + _return_sum(body))


def read_return_code(text: str) -> Union[ReturnCode, Refusal]:
    return _read_text(text, _Form("BR", 0x31, 31, lambda start: 31, _accept_return))


def _accept_return(data: bytes) -> Union[ReturnCode, Refusal]:
    if _return_sum(data[:15]) != data[15:]:
        return Refusal("CODE_TYPO")
    return ReturnCode(int.from_bytes(data[1:3], "big"), data[3:11].hex(), int.from_bytes(data[11:15], "big"))


def _return_sum(body: bytes) -> bytes:
    return hashlib.sha256(b"basics-rc-v1\n" + body).digest()[:4]


# Licences and revocation lists.


def read_licence(text: str, keys: Sequence[bytes]) -> Union[Licence, Refusal]:
    """Reads a licence file or a licence code and verifies its signature with the trusted raw public keys."""
    if re.match("[\t-\r >\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*(?i:BASICS LICENCE FILE)", text, re.ASCII):
        return _read_file(text, keys)
    return _read_text(text, _Form("BL", 0x21, 192, lambda start: 192, lambda data: _accept_licence(data, keys)))


def _accept_licence(data: bytes, keys: Sequence[bytes]) -> Union[Licence, Refusal]:
    if hashlib.sha256(b"basics-lc-sum-v1\n" + data[:117]).digest()[:3] != data[117:]:
        return Refusal("CODE_TYPO")
    candidates = [key for key in keys if key_id(key).startswith(data[1:5].hex())]
    if not candidates:
        return Refusal("UNKNOWN_KEY")
    message = b"basics-licence-code-v1\n" + data[:53]
    signer = next((key for key in candidates if verify_ed25519(key, message, data[53:117])), None)
    if signer is None:
        return Refusal("NOT_GENUINE")
    issued_at, expires_at = int.from_bytes(data[21:25], "big"), int.from_bytes(data[25:29], "big")
    scheme = data[16] & 15
    if scheme not in (1, 2):
        return Refusal("CODE_NEWER")
    if expires_at <= issued_at:
        return Refusal("NOT_A_CODE", detail="malformed")
    return Licence(
        carrier="code",
        licence_id=data[5:13].hex(),
        key_id=key_id(signer),
        tool_id=int.from_bytes(data[13:15], "big"),
        max_major=data[15],
        brand=data[16] >> 4 & 7,
        trial=data[16] >> 7 == 1,
        entitlements=int.from_bytes(data[17:21], "big"),
        issued_at=issued_at,
        not_before=issued_at,
        expires_at=expires_at,
        fingerprint=_trim(data[29 : 45 if scheme == 1 else 49]),
    )


def _from_base64(text: str) -> bytes | None:
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return data if base64.b64encode(data).decode() == text else None


def _read_lines(text: str, title: str, other: str, keys: Sequence[bytes]) -> Union[tuple[str, str], Refusal]:
    """Returns the JSON of a signed file and the id of the key, after the signature was verified with this trusted key."""
    lines = text[text.startswith("\ufeff") :].replace("\r", "").split("\n")
    if not lines[0].startswith(title + " v"):
        return Refusal(other)
    version = lines[0][len(title) + 2 :]
    if not re.fullmatch("[1-9][0-9]{0,3}", version):
        return Refusal("FILE_DAMAGED")
    if version != "1":
        return Refusal("FILE_NEWER")
    if len(text.encode("utf-8", "replace")) > 4_000_000:
        return Refusal("FILE_DAMAGED", detail="too-long")
    if len(lines) < 4:
        return Refusal("FILE_INCOMPLETE", len(lines), 4)
    if len(lines) > 5 or (len(lines) == 5 and lines[4]):
        return Refusal("FILE_DAMAGED", len(lines), 4, "too-long")
    key_line = re.fullmatch("key: ([0-9a-f]{16})", lines[1])
    payload = re.fullmatch("payload: ([A-Za-z0-9+/=]+)", lines[2])
    signed_by = re.fullmatch("signature: ([A-Za-z0-9+/=]+)", lines[3])
    signature = _from_base64(signed_by[1]) if signed_by else None
    if not key_line or not payload or signature is None or len(signature) != 64:
        return Refusal("FILE_DAMAGED")
    candidates = [key for key in keys if key_id(key) == key_line[1]]
    if not candidates:
        return Refusal("UNKNOWN_KEY")
    message = "".join(line + "\n" for line in lines[:3]).encode()
    if not any(verify_ed25519(key, message, signature) for key in candidates):
        return Refusal("NOT_GENUINE")
    data = _from_base64(payload[1])
    try:
        return (data or b"").decode("utf-8"), key_line[1]
    except UnicodeDecodeError:
        return Refusal("FILE_DAMAGED", detail="malformed")


class _Malformed(Exception):
    pass


class _Newer(Exception):
    pass


def _parse_json(text: str) -> dict[str, Any]:
    """Reads a JSON object. Raises `_Malformed` for a repeated key, half of a surrogate pair, more than 32 levels, and anything that is not JSON."""

    def pairs(entries: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in entries}) < len(entries):
            raise _Malformed
        return dict(entries)

    def refuse(_: str) -> None:
        raise _Malformed

    try:
        value = json.loads(text, object_pairs_hook=pairs, parse_int=float, parse_constant=refuse)
        if not isinstance(value, dict) or _depth(value) > 32:
            raise _Malformed
    except (ValueError, RecursionError) as cause:
        raise _Malformed from cause
    return value


def _depth(value: Any) -> int:
    if isinstance(value, str):
        value.encode("utf-8")
        return 0
    if isinstance(value, dict):
        return 1 + max((_depth(each) for entry in value.items() for each in entry), default=0)
    return 1 + max(map(_depth, value), default=0) if isinstance(value, list) else 0


def _whole(fields: Mapping[str, Any], name: str, most: int) -> int:
    value = fields.get(name)
    if not isinstance(value, float) or not value.is_integer() or not 0 <= value <= most:
        raise _Malformed
    return int(value)


def _typed(fields: Mapping[str, Any], name: str, kind: type) -> Any:
    if not isinstance(fields.get(name), kind):
        raise _Malformed
    return fields[name]


def _texts(fields: Mapping[str, Any], name: str, pattern: str) -> tuple[str, ...]:
    values = _typed(fields, name, list)
    if not all(isinstance(value, str) and re.fullmatch(pattern, value, re.DOTALL) for value in values):
        raise _Malformed
    return tuple(values)


def _hex(fields: Mapping[str, Any], name: str, digits: int) -> str:
    return _texts({name: [fields.get(name)]}, name, f"[0-9a-f]{{{digits}}}")[0]


def _require_version(fields: Mapping[str, Any]) -> None:
    version = fields.get("v")
    if isinstance(version, float) and version.is_integer() and 1 < version < 2**53:
        raise _Newer
    if version != 1 or isinstance(version, bool):
        raise _Malformed


def _read_signed(text: str, title: str, other: str, keys: Sequence[bytes], parse: Callable[[Any, str], Any]) -> Any:
    lines = _read_lines(text, title, other, keys)
    if isinstance(lines, Refusal):
        return lines
    try:
        fields = _parse_json(lines[0])
        _require_version(fields)
        return parse(fields, lines[1])
    except _Newer:
        return Refusal("FILE_NEWER")
    except _Malformed:
        return Refusal("FILE_DAMAGED", detail="malformed")


def _read_file(text: str, keys: Sequence[bytes]) -> Union[Licence, Refusal]:
    return _read_signed(text, "BASICS LICENCE FILE", "NOT_A_LICENCE_FILE", keys, _parse_licence)


def _parse_licence(top: Mapping[str, Any], signer: str) -> Licence:
    tool, machine, ent = (_typed(top, name, dict) for name in ("tool", "machine", "ent"))
    _whole(top, "seq", 2**53 - 1)
    _hex(top, "vc", 64)
    scheme = _whole(machine, "scheme", 15)
    fifth = _hex(machine, "uuid", 8) if scheme == 2 else ""
    licence = Licence(
        carrier="file",
        licence_id=_hex(top, "lid", 16),
        key_id=signer,
        user=_typed(top, "user", str),
        brand=_typed(top, "brand", str),
        tool_id=_whole(tool, "id", 0xFFFF),
        tool_name=_typed(tool, "name", str),
        max_major=_whole(tool, "maxMajor", ANY_MAJOR),
        fingerprint=_trim(bytes.fromhex(_hex(machine, "fp", 32) + fifth)),
        machine_name=_typed(machine, "name", str),
        entitlements=_whole(ent, "bits", 0xFFFFFFFF),
        entitlement_names=_texts(ent, "names", ".*"),
        preferences=_typed(top, "prefs", dict),
        issued_at=_whole(top, "iat", NEVER),
        not_before=_whole(top, "nbf", NEVER),
        expires_at=_whole(top, "exp", NEVER),
        grace_days=_whole(top, "graceDays", 3660),
        trial=_typed(top, "trial", bool) if "trial" in top else False,
        bridge=_typed(top, "bridge", bool) if "bridge" in top else False,
        deny=_texts(top, "deny", "[0-9a-f]{16}") if "deny" in top else (),
    )
    if scheme not in (1, 2):
        raise _Newer
    if not _is_machine_name((licence.machine_name or "").encode()):
        raise _Malformed
    if licence.expires_at <= max(licence.issued_at, licence.not_before):
        raise _Malformed
    return licence


def has_add_on(licence: Licence, add_on: str, tools: str) -> bool:
    """Returns whether a licence includes an add-on. A file names its add-ons; a code has only their bits, whose names are in `tools`, the
    text of `/.well-known/basics-tools`. A text without this tool or add-on names no bit, so a code does not include the add-on."""
    bit = _find_bit(tools, licence.tool_id, add_on)
    return add_on in licence.entitlement_names or (bit is not None and licence.entitlements >> bit & 1 == 1)


def _find_bit(tools: str, tool_id: int, add_on: str) -> int | None:
    try:
        tool = next(each for each in _objects(_parse_json(tools.encode("utf-8", "replace")), "tools") if each.get("number") == tool_id)
        return _whole(next(each for each in _objects(tool, "addOns") if each.get("id") == add_on), "bit", 31)
    except (_Malformed, StopIteration):
        return None


def _objects(fields: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    return [each for each in _typed(fields, name, list) if isinstance(each, dict)]


def read_revocation_list(text: str, keys: Sequence[bytes]) -> Union[RevocationList, Refusal]:
    return _read_signed(text, "BASICS REVOCATIONS", "NOT_A_REVOCATION_LIST", keys, _parse_list)


def _parse_list(top: Mapping[str, Any], signer: str) -> RevocationList:
    packed = _from_base64(_typed(top, "ids", str))
    if packed is None or len(packed) % 8:
        raise _Malformed
    ids = tuple(packed[at : at + 8].hex() for at in range(0, len(packed), 8))
    keys = _texts(top, "keys", "[0-9a-f]{16}")
    for names in (ids, keys):
        if list(names) != sorted(set(names)):
            raise _Malformed
    issued_at, next_at = _whole(top, "iat", NEVER), _whole(top, "next", NEVER)
    if next_at < issued_at:
        raise _Malformed
    return RevocationList(_whole(top, "tool", 0xFFFF), _whole(top, "seq", 2**53 - 1), issued_at, next_at, ids, keys, signer)


def check(
    licence: Licence,
    *,
    now: int,
    facts: Facts,
    tool_id: int,
    tool_major: int,
    high_water_mark: int = 0,
    denied: Sequence[str] = (),
    revoked: Sequence[str] = (),
) -> str:
    """Returns the code of the first reason why a licence is not valid on this PC at this time; `VALID` or `IN_GRACE` if the tool may run."""
    if licence.tool_id != tool_id:
        return "OTHER_TOOL"
    if relation(licence.fingerprint, fingerprint(facts, licence.fingerprint)) == "different":
        return "OTHER_MACHINE"
    if licence.max_major != ANY_MAJOR and tool_major > licence.max_major:
        return "TOOL_TOO_NEW"
    if licence.licence_id in denied:
        return "DENIED"
    if licence.licence_id in revoked:
        return "REVOKED"
    if high_water_mark - now > CLOCK_TOLERANCE:
        return "CLOCK_TURNED_BACK"
    if licence.not_before - now > CLOCK_TOLERANCE:
        return "NOT_YET_VALID"
    latest = max(now, high_water_mark)
    if licence.expires_at == NEVER or latest < licence.expires_at:
        return "VALID"
    return "IN_GRACE" if latest < licence.expires_at + licence.grace_days * DAY else "EXPIRED"


def days_left(expires_at: int, latest: int) -> int | None:
    """Returns the calendar days in UTC from a time to the last day of a licence: 0 on the last day, None for a licence without end."""
    return None if expires_at == NEVER else _last_day(expires_at) - latest // DAY


def _last_day(expires_at: int) -> int:
    return (expires_at - DAY // 2 - 1) // DAY


def next_change(licence: Licence, days: int, now: int) -> int | None:
    """Returns the first time after `now` at which the dates of a licence change something: the beginning of the day (in UTC) on which `days` days
    are left, the expiry, or the end of the grace period. None if none of them is after `now`, and for a licence without end."""
    if licence.expires_at == NEVER:
        return None
    warning = (_last_day(licence.expires_at) - days) * DAY
    times = (warning, licence.expires_at, licence.expires_at + licence.grace_days * DAY)
    return next((each for each in times if each > now), None)


# The record of a tool, and its folder.


@dataclass(frozen=True)
class _Record:
    licences: tuple[str, ...]
    fingerprint: str
    high_water_mark: int
    newest_issued_at: int
    denied: tuple[str, ...]

    def text(self) -> str:
        body = {
            "licences": list(self.licences),
            "fingerprint": self.fingerprint,
            "highWaterMark": self.high_water_mark,
            "newestIssuedAt": self.newest_issued_at,
            "denied": list(self.denied),
        }
        encoded = json.dumps(body, separators=(",", ":"))
        secret = hashlib.sha256(f"basics-clock-record-v1\n{self.fingerprint}\n{','.join(self.licences)}".encode()).digest()
        digest = hmac.new(secret, encoded.encode(), hashlib.sha256).hexdigest()
        return f'{encoded[:-1]},"digest":"{digest}"}}\n'

    def continued(self, licence: Licence, high_water_mark: int) -> _Record:
        """Returns the record after a licence was installed. The previous licence stays, because a power failure can prevent the installation."""
        before = [each for each in self.licences if each != licence.licence_id][:1]
        return _Record(
            (licence.licence_id, *before),
            licence.fingerprint.hex(),
            high_water_mark,
            max(self.newest_issued_at, licence.issued_at),
            tuple(dict.fromkeys((*self.denied, *licence.deny))),
        )


def _read_record(text: str | None) -> _Record | None:
    """Returns None for a record that is missing, damaged or was edited."""
    try:
        fields = json.loads(text or "")
        record = _Record(
            tuple(fields["licences"]),
            fields["fingerprint"],
            fields["highWaterMark"],
            fields["newestIssuedAt"],
            tuple(fields["denied"]),
        )
        return record if record.text() == text and len(bytes.fromhex(record.fingerprint)) in (16, 20) else None
    except (ValueError, KeyError, TypeError):
        return None


class Tool:
    """A tool. Its state is stored in a folder, in the files `licence`, `memory.json`, `revocations` and `returned`; all but `licence` have a second
    copy in `second_folder`, by default `default_second_folder()`. A file that cannot be read counts as missing. Raises OSError if a licence, a
    return or a revocation list cannot be stored; then nothing has changed. `status` also works if nothing can be written."""

    def __init__(
        self,
        tool_id: int,
        tool_major: int,
        keys: Sequence[bytes],
        folder: Union[str, Path],
        facts: Facts,
        second_folder: Union[str, Path, None] = None,
    ) -> None:
        self.tool_id, self.tool_major, self.keys, self.facts = tool_id, tool_major, keys, facts
        self.version = (tool_major, 0, 0)
        self.is_virtual = self.is_stand_in = False
        self.folder = Path(folder)
        self.second_folder = default_second_folder() if second_folder is None else Path(second_folder)

    @classmethod
    def open(cls, tool_id: int, version: tuple[int, int, int], keys: Sequence[bytes], folder: Union[str, Path]) -> Tool:
        """Reads the facts of this PC, and returns the tool with this number and version. Raises `facts.SystemNotSupported`."""
        from .facts import read_pc

        pc = read_pc(folder)
        tool = cls(tool_id, version[0], keys, folder, pc.facts)
        tool.version, tool.is_virtual, tool.is_stand_in = version, pc.virtual_machine != "", pc.is_stand_in
        return tool

    def make_code(self, now: int | None = None) -> str:
        """Makes a code for the licence that this PC needs now: the reason follows from the status, and a changed PC keeps the parts of its licence.
        Raises PcNotIdentified."""
        status = self.status(now)
        is_new = status.code in ("NO_LICENCE", "LICENCE_NOT_READABLE", "NO_KEYS", "RETURNED")
        return make_code(
            self.tool_id,
            self.version,
            self.facts,
            reason="new" if is_new else "moved" if status.code == "OTHER_MACHINE" else "renew",
            name=socket.gethostname(),
            now=now,
            licensed=status.licence.fingerprint if status.licence else bytes(16),
            is_virtual=self.is_virtual,
            is_stand_in=self.is_stand_in,
        )

    def install(self, text: str, now: int | None = None) -> Finding:
        """Installs a licence if the tool may run with it; otherwise nothing changes."""
        now = int(time.time()) if now is None else now
        licence = self._read(text)
        if isinstance(licence, Finding):
            return licence
        record, is_lost = self._record_for(licence, now)
        if licence.issued_at > record.newest_issued_at:
            mark = min(record.high_water_mark, max(licence.issued_at, now))
        else:
            mark = record.high_water_mark
        finding = self._judge(licence, record, mark, now)
        if not finding.allowed:
            return finding
        if is_lost:
            return replace(finding, code="CLOCK_RECORD_LOST")
        written = record.continued(licence, max(mark, now))
        former = self._stored_record()
        self._write_twice("memory.json", written.text())
        try:
            _write(self.folder / "licence", text)
        except OSError:
            if former:  # Otherwise the new record would deny the licence that is still installed.
                self._write_twice("memory.json", former.text())
            raise
        return finding

    def status(self, now: int | None = None) -> Finding:
        """Checks the installed licence, and returns whether the tool may run. Stores the latest time in steps of ten minutes."""
        now = int(time.time()) if now is None else now
        licence = self._installed()
        if isinstance(licence, Finding):
            return licence
        record, is_lost = self._record_for(licence, now)
        finding = self._judge(licence, record, record.high_water_mark, now)
        if is_lost:
            return replace(finding, code="CLOCK_RECORD_LOST") if finding.allowed else finding
        mark = now if now - record.high_water_mark >= 600 else record.high_water_mark
        try:
            self._write_twice("memory.json", replace(record, high_water_mark=mark).text())
        except OSError:
            is_late = now - max(record.high_water_mark, licence.issued_at) > DAYS_WITHOUT_RECORD * DAY
            code = "FILE_NOT_WRITABLE" if finding.allowed and is_late else finding.code
            return replace(finding, code=code, record_stored=False)
        return finding

    def watch(self, days: int, on_change: Callable[[Finding], object]) -> Callable[[], None]:
        """Checks the licence at each change of its dates and at least every ten minutes, in a thread that does not keep the program running. Calls
        `on_change` there, with each finding that has another code than the one before, or that is the first one with at most `days` days left.
        Returns a function that ends this."""
        stopped = threading.Event()
        thread = threading.Thread(target=self._watch, args=(days, on_change, stopped, self.status()), daemon=True)
        thread.start()
        return stopped.set

    def _watch(self, days: int, on_change: Callable[[Finding], object], stopped: threading.Event, last: Finding) -> None:
        def is_near(finding: Finding) -> bool:
            return finding.days_left is not None and finding.days_left <= days

        while not stopped.wait(self._seconds_to_check(last, days)):
            before, last = last, self.status()
            if (last.code, is_near(last)) != (before.code, is_near(before)):
                on_change(last)

    def _seconds_to_check(self, last: Finding, days: int) -> int:
        now = int(time.time())
        change = next_change(last.licence, days, now) if last.licence else None
        return _MAX_WAIT if change is None else min(_MAX_WAIT, change - now)

    def take_revocations(self, text: str) -> str:
        """Stores a revocation list. Returns `LIST_TAKEN`, or the code of the reason why the list was refused."""
        taken = read_revocation_list(text, self.keys)
        if isinstance(taken, Refusal):
            return taken.code
        before = self._revocations()
        if taken.tool_id != self.tool_id:
            return "OTHER_TOOL"
        if taken.key_id in taken.keys or (before and taken.key_id in before.keys):
            return "KEY_REVOKED"
        if before and taken.seq < before.seq:
            return "LIST_OLDER"
        self._write_twice("revocations", text)
        return "LIST_TAKEN"

    def return_licence(self, now: int | None = None) -> Union[str, Finding]:
        """Removes the licence from this PC, which will not accept the licence again, and returns the code that frees its seat in the portal. A repeated call returns the same code."""
        now = int(time.time()) if now is None else now
        licence = self._installed()
        before = self._returned()
        if isinstance(licence, Finding):
            return make_return_code(before[-1]) if licence.code == "NO_LICENCE" and before else licence
        record, _ = self._record_for(licence, now)
        finding = self._judge(licence, record, record.high_water_mark, now)
        if finding.code == "OTHER_MACHINE":
            return finding
        known = next((each for each in before if each.licence_id == licence.licence_id), None)
        returned = known or ReturnCode(self.tool_id, licence.licence_id, now)
        self._write_twice("returned", "".join(f"{make_return_code(each)}\n" for each in dict.fromkeys((*before, returned))))
        older = record.licences[record.licences.index(licence.licence_id) :]
        denied = tuple(dict.fromkeys((*record.denied, *older)))
        # From here on, the PC refuses the licence, so the customer needs the code, whatever else fails.
        for step in (lambda: self._write_twice("memory.json", replace(record, denied=denied).text()), (self.folder / "licence").unlink):
            with contextlib.suppress(OSError):
                step()
        return make_return_code(returned)

    def _returned(self) -> list[ReturnCode]:
        """Reads the licences that were returned on this PC, in the order of their return. A damaged line is ignored."""
        lines = dict.fromkeys(line for text in self._copies("returned") for line in text.split("\n"))
        return [code for code in map(read_return_code, lines) if isinstance(code, ReturnCode)]

    def _revocations(self) -> RevocationList | None:
        lists = [read_revocation_list(text, self.keys) for text in self._copies("revocations")]
        own = [each for each in lists if isinstance(each, RevocationList) and each.tool_id == self.tool_id]
        return max(own, key=lambda each: each.seq, default=None)

    def _installed(self) -> Union[Licence, Finding]:
        """Reads the installed licence. The finding says why there is none."""
        text = _load(self.folder / "licence")
        if text is None:
            return Finding("NO_LICENCE")
        licence = self._read(text)
        is_empty = isinstance(licence, Finding) and licence.refusal is not None and licence.refusal.detail == "empty"
        return Finding("LICENCE_NOT_READABLE") if is_empty else licence

    def _read(self, text: str) -> Union[Licence, Finding]:
        licence = read_licence(text, self.keys)
        if isinstance(licence, Refusal):
            return Finding("NO_KEYS" if licence.code == "UNKNOWN_KEY" and not self.keys else licence.code, refusal=licence)
        revocations = self._revocations()
        return Finding("KEY_REVOKED") if revocations and licence.key_id in revocations.keys else licence

    def _judge(self, licence: Licence, record: _Record, mark: int, now: int) -> Finding:
        revocations = self._revocations()
        mark = max(mark, revocations.issued_at if revocations else 0)
        code = check(
            licence,
            now=now,
            facts=self.facts,
            tool_id=self.tool_id,
            tool_major=self.tool_major,
            high_water_mark=mark,
            denied=record.denied,
            revoked=revocations.ids if revocations else (),
        )
        is_returned = any(each.licence_id == licence.licence_id for each in self._returned())
        if is_returned and self._is_for_this_pc(licence.fingerprint):
            code = "RETURNED"
        return Finding(code, licence, days_left=days_left(licence.expires_at, max(mark, now)))

    def _record_for(self, licence: Licence, now: int) -> tuple[_Record, bool]:
        """Reads the record of this PC, and whether the record that belongs to the installed licence is missing."""
        installed = self._installed()
        known = installed if isinstance(installed, Licence) else None
        record = self._stored_record()
        if record and known and known.licence_id not in record.licences and self._is_for_this_pc(known.fingerprint):
            # Two programs wrote at the same time: the record continues as if the licence was installed at its date of issue.
            return record.continued(known, max(record.high_water_mark, known.issued_at)), False
        if record:
            return record, False
        is_recent = now - licence.issued_at <= 30 * DAY
        is_newer = known is not None and licence.issued_at > known.issued_at
        begun = _Record((licence.licence_id,), licence.fingerprint.hex(), 0, 0 if is_recent else licence.issued_at, ())
        return begun, known is not None and not is_newer and not is_recent

    def _is_for_this_pc(self, licensed: bytes) -> bool:
        return relation(licensed, fingerprint(self.facts, licensed)) != "different"

    def _stored_record(self) -> _Record | None:
        """Reads the copies of the record that belong to this PC: the later one, with the denied ids of both."""
        records = [record for record in map(_read_record, self._copies("memory.json")) if record]
        own = [record for record in records if self._is_for_this_pc(bytes.fromhex(record.fingerprint))]
        if not own:
            return None
        own.sort(key=lambda record: (record.newest_issued_at, record.high_water_mark), reverse=True)
        return replace(own[0], denied=tuple(dict.fromkeys(each for record in own for each in record.denied)))

    def _paths(self, name: str) -> tuple[Path, Path]:
        stem, dot, suffix = name.partition(".")
        return self.folder / name, self.second_folder / f"{stem}-{self.tool_id}{dot}{suffix}"

    def _copies(self, name: str) -> list[str]:
        return [text for text in map(_load, self._paths(name)) if text]

    def _write_twice(self, name: str, text: str) -> None:
        """Writes each copy that has another text. One copy is enough: raises the last OSError if no copy has the text then."""
        failures = []
        for path in self._paths(name):
            try:
                if _load(path) != text:
                    _write(path, text)
            except OSError as failure:
                failures.append(failure)
        if len(failures) == 2:
            raise failures[1]


def default_second_folder() -> Path:
    """Returns the folder for the second copies: a folder for the data of this user, which is never inside the folder of a tool."""
    if os.name == "nt":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "Basics"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Preferences" / "Basics"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "basics"


def _load(path: Path) -> str | None:
    """Returns None if there is no such file, and an empty text if it cannot be read."""
    try:
        is_file = stat.S_ISREG(path.stat().st_mode)  # The reading of a pipe would wait for a writer.
        return path.read_bytes().decode("utf-8", "replace") if is_file else ""
    except FileNotFoundError:
        return None
    except OSError:
        return ""


def _write(path: Path, text: str) -> None:
    """Writes a temporary file and renames it, so that the file is never incomplete. The temporary file is also the lock of the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.tmp")
    handle = _create(temporary)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8", "replace"))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _create(path: Path) -> int:
    """Creates a file that must not exist. Waits half a second for another process that writes; removes a file that a process left behind, perhaps
    with another clock."""
    for _ in range(50):
        try:
            return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        except FileExistsError:
            if not path.is_file():
                raise
        with contextlib.suppress(FileNotFoundError):
            if abs(time.time() - path.stat().st_mtime) > 60:
                path.unlink()
        time.sleep(0.01)
    raise FileExistsError(path)
