# SPDX-License-Identifier: Apache-2.0
"""Reads the lines of the conformance test and prints the answer to each one. See docs/conformance.md."""

import queue
import sys
import tempfile
from pathlib import Path

import basics_licence as basics
from basics_licence import facts as pc_facts
from basics_licence.texts import describe


def text_of(field: str) -> str:
    return bytes.fromhex(field).decode("utf-8", "replace")


def items(field: str) -> list[str]:
    return field.split(",") if field else []


def keys_of(field: str) -> list[bytes]:
    return [bytes.fromhex(key) for key in items(field)]


def facts_of(fields: list[str]) -> dict[str, list[str]]:
    return {name: [text_of(value) for value in items(field)] for name, field in zip(basics.COMPONENTS, fields)}


def refused(refusal: basics.Refusal) -> list[object]:
    counts = ["" if count is None else count for count in (refusal.found, refusal.expected)]
    return ["refusal", refusal.code, *counts, refusal.detail or "", refusal.line or ""]


def answer(kind: str, fields: list[str]) -> list[object]:
    if kind == "verification-code":
        code = basics.read_verification_code(text_of(fields[0]))
        if isinstance(code, basics.Refusal):
            return refused(code)
        name = code.machine_name.encode().hex()
        return ["ok", code.reason, code.tool_id, *code.version, code.fingerprint.hex(), code.nonce.hex(), code.created_at, name, int(code.is_virtual), int(code.is_stand_in)]
    if kind == "licence":
        licence = basics.read_licence(text_of(fields[0]), keys_of(fields[1]))
        if isinstance(licence, basics.Refusal):
            return refused(licence)
        kinds = [licence.carrier, int(licence.trial), int(licence.bridge)]
        return ["ok", licence.licence_id, *kinds, licence.tool_id, licence.fingerprint.hex(), licence.expires_at]
    if kind == "revocation-list":
        taken = basics.read_revocation_list(text_of(fields[0]), keys_of(fields[1]))
        if isinstance(taken, basics.Refusal):
            return refused(taken)
        return ["ok", taken.tool_id, taken.seq, ",".join(taken.ids), ",".join(taken.keys)]
    if kind == "check":
        licence = basics.read_licence(text_of(fields[0]), keys_of(fields[1]))
        if isinstance(licence, basics.Refusal):
            return refused(licence)
        now, tool_id, tool_major, mark = map(int, fields[2:6])
        code = basics.check(
            licence,
            now=now,
            facts=facts_of(fields[8:13]),
            tool_id=tool_id,
            tool_major=tool_major,
            high_water_mark=mark,
            denied=items(fields[6]),
            revoked=items(fields[7]),
        )
        return ["ok", code, int(basics.Finding(code).allowed)]
    if kind == "add-on":
        licence = basics.read_licence(text_of(fields[0]), keys_of(fields[1]))
        if isinstance(licence, basics.Refusal):
            return refused(licence)
        return ["ok", int(basics.has_add_on(licence, text_of(fields[3]), text_of(fields[2])))]
    if kind == "pc":
        pc = read_pc(Path(text_of(fields[0])))
        pc = pc_facts.add_stand_in(pc, text_of(fields[1])) if fields[1] else pc
        return ["ok", basics.fingerprint(pc.facts).hex(), int(pc.virtual_machine != ""), int(pc.is_stand_in)]
    if kind == "fingerprint":
        return ["ok", basics.fingerprint(facts_of(fields[1:6]), bytes.fromhex(fields[0])).hex()]
    if kind == "machine-name":
        return ["ok", basics.machine_name(text_of(fields[0])).encode().hex()]
    if kind == "make-code":
        try:
            return ["ok", make_code(fields)]
        except basics.PcNotIdentified as reason:
            return refused(basics.Refusal(reason.code, reason.found, reason.expected))
    if kind == "checked-lines":
        return ["ok", ",".join(basics.print_checked_lines(fields[0]))]
    if kind == "return-code":
        returned = basics.read_return_code(text_of(fields[0]))
        if isinstance(returned, basics.Refusal):
            return refused(returned)
        return ["ok", returned.tool_id, returned.licence_id, returned.returned_at]
    if kind == "make-return-code":
        return ["ok", basics.make_return_code(basics.ReturnCode(int(fields[0]), fields[1], int(fields[2])))]
    if kind == "relation":
        return ["ok", basics.relation(bytes.fromhex(fields[0]), bytes.fromhex(fields[1]))]
    if kind == "text":
        return ["ok", *(text.encode().hex() for text in describe(fields[0], bytes.fromhex(fields[1]).decode()))]
    if kind == "ed25519":
        return ["ok", int(basics.verify_ed25519(*map(bytes.fromhex, fields)))]
    if kind == "watch":
        return ["ok", *watch(fields)]
    return ["ok", ",".join(steps(fields))]


def watch(fields: list[str]) -> list[object]:
    """Installs a licence, and waits for the first callback of `watch`, with the clock of the PC."""
    found: queue.Queue[basics.Finding] = queue.Queue()
    with tempfile.TemporaryDirectory() as home:
        tool = basics.Tool(int(fields[1]), int(fields[2]), keys_of(fields[0]), Path(home, "state"), facts_of(fields[3:8]), Path(home, "second"))
        tool.install(text_of(fields[8]))
        stop = tool.watch(14, found.put)
        finding = found.get(timeout=30)
        stop()
    return [finding.code, finding.days_left]


def read_pc(root: Path) -> pc_facts.Pc:
    """Reads a recorded PC: what programs of Windows or macOS have printed, or the folders of Linux."""
    if (root / "powershell.exe").exists():
        return pc_facts.read_windows_pc(lambda command: (root / "powershell.exe").read_text())
    if (root / "ioreg").exists():
        return pc_facts.read_mac_pc(lambda command: (root / Path(command[0]).name).read_text())
    return pc_facts.read_linux_pc(root)


FILES = {"record": "memory.json"}


def make_code(fields: list[str]) -> str:
    tool_id, major, minor, patch = map(int, fields[1:5])
    return basics.make_code(
        tool_id,
        (major, minor, patch),
        facts_of(fields[11:16]),
        reason=fields[0],
        nonce=bytes.fromhex(fields[5]),
        now=int(fields[6]),
        name=text_of(fields[7]),
        is_virtual=fields[8] == "1",
        is_stand_in=fields[9] == "1",
        licensed=bytes.fromhex(fields[10]),
    )


def steps(fields: list[str]) -> list[str]:
    with tempfile.TemporaryDirectory() as home:
        folders = [Path(home, "state"), Path(home, "second")]
        for each in folders:
            each.mkdir()
        tool = basics.Tool(int(fields[1]), int(fields[2]), keys_of(fields[0]), folders[0], facts_of(fields[3:8]), folders[1])
        return [run_step(tool, fields[at], int(fields[at + 1]), text_of(fields[at + 2])) for at in range(8, len(fields), 3)]


def run_step(tool: basics.Tool, step: str, now: int, text: str) -> str:
    verb, _, name = step.partition("-")
    first = tool.folder / FILES.get(name, name)
    stem, dot, suffix = FILES.get(name.replace("second-", ""), name).partition(".")
    second = tool.second_folder / f"{stem}-7{dot}{suffix}"
    if verb == "files":
        return "+".join(sorted(each.name for each in tool.folder.iterdir()))
    if verb == "lose":
        first.unlink()
        second.unlink(missing_ok=True)
    elif verb == "drop":
        (second if name.startswith("second-") else first).unlink()
    elif verb == "put":
        first.write_bytes(text.encode())
    elif verb == "folder":
        first.unlink(missing_ok=True)
        first.mkdir()
    elif verb == "block":  # A folder has the name of the temporary file, so the file cannot be written.
        for path in (first, second):
            path.with_name(f"{path.name}.tmp").mkdir()
    elif verb == "unblock":
        for each in Path(tool.folder.parent).glob("*/*.tmp"):
            each.rmdir()
    else:
        try:
            return run_verb(tool, verb, now, text)
        except OSError:
            return "FILE_NOT_WRITABLE"
    return "DONE"


def run_verb(tool: basics.Tool, verb: str, now: int, text: str) -> str:
    if verb == "revocations":
        return tool.take_revocations(text)
    if verb == "code":
        code = basics.read_verification_code(tool.make_code(now))
        return f"{code.reason}/{code.fingerprint.hex()}"
    if verb == "days":
        days = tool.status(now).days_left
        return "none" if days is None else str(days)
    if verb == "next":
        licence = tool.status(now).licence
        return str((basics.next_change(licence, int(text), now) if licence else None) or "none")
    finding = tool.install(text, now) if verb == "install" else tool.status(now) if verb == "status" else tool.return_licence(now)
    return finding if isinstance(finding, str) else finding.code + ("" if finding.record_stored else "/not-stored")


for line in sys.stdin:
    kind, *fields = line.rstrip("\n").split("\t")
    print(*answer(kind, fields), sep="\t")
