# SPDX-License-Identifier: Apache-2.0
"""The facts of this PC for basics_licence, and a stand-in identity for a PC that has too few of them. What counts as a fact:
docs/licence-format.md. On Linux, the facts are read from files. On Windows and macOS, programs of the system print them, which takes seconds.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import re
import secrets
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, Mapping, Sequence

import basics_licence as basics


@dataclass(frozen=True)
class Pc:
    """The facts of a PC, the kind of virtual machine (empty on a real PC), and whether facts were made because the PC has too few."""

    facts: Mapping[str, Sequence[str]]
    virtual_machine: str = ""
    is_stand_in: bool = False


#: Runs a program with arguments, and returns what it prints; the text is empty if the program is missing or fails.
Run = Callable[[Sequence[str]], str]


class SystemNotSupported(RuntimeError):
    """Nobody has described where the facts of this operating system are."""


def read_pc(folder: str | Path, program: str | None = None) -> Pc:
    """Reads the facts of this PC. `folder` is the folder of the tool, for the stand-in identity of a PC with fewer than two facts. `program` is
    the path of `print-facts` of the C library, which is faster on Windows than the programs of the system."""
    if program is not None:
        return _printed([line.partition(" ")[::2] for line in _run([program, str(folder)]).splitlines()])
    if sys.platform.startswith("linux"):
        return add_stand_in(read_linux_pc("/"), folder)
    if sys.platform == "win32":
        return add_stand_in(read_windows_pc(_run), folder)
    if sys.platform == "darwin":
        return add_stand_in(read_mac_pc(_run), folder)
    raise SystemNotSupported(sys.platform)


def read_windows_pc(run: Run) -> Pc:
    """Reads the facts of a Windows PC with PowerShell."""
    windows = Path(os.environ.get("SystemRoot", "C:\\Windows"))
    # A 32-bit program finds the 64-bit PowerShell, which sees the whole registry, only in the first folder.
    system = "Sysnative" if (windows / "Sysnative").exists() else "System32"
    powershell = str(windows / system / "WindowsPowerShell" / "v1.0" / "powershell.exe")
    lines = run([powershell, "-NoProfile", "-NonInteractive", "-Command", _WINDOWS_SCRIPT]).splitlines()
    pc = _printed([line.partition("=")[::2] for line in lines])
    return replace(pc, facts={**pc.facts, "network-card": _maker_addresses(pc.facts["network-card"])})


def read_mac_pc(run: Run) -> Pc:
    """Reads the facts of a Mac from what programs of macOS print."""
    platform = run(["/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice"])
    ports = run(["/usr/sbin/networksetup", "-listallhardwareports"])
    facts = {
        "machine-id": re.findall('"IOPlatformUUID" = "([^"]+)"', platform)[:1],
        "board-id": re.findall('"IOPlatformSerialNumber" = "([^"]+)"', platform)[:1],
        "system-disk": re.findall(r"Volume UUID:\s+(\S+)", run(["/usr/sbin/diskutil", "info", "/"]))[:1],
        "network-card": _maker_addresses(re.findall(r"Device: en0\s+Ethernet Address: (\S+)", ports)[:1]),
    }
    is_guest = run(["/usr/sbin/sysctl", "-n", "kern.hv_vmm_present"]).strip() == "1"
    return Pc(facts, _UNKNOWN_KIND if is_guest else "")


def _run(command: Sequence[str]) -> str:
    try:
        run = subprocess.run(command, capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return run.stdout.decode("utf-8", "replace")


def _printed(pairs: Sequence[Sequence[str]]) -> Pc:
    """A PC from lines with the name and one value of a fact."""
    facts = {name: [value for key, value in pairs if key == name and _is_fact(value, name)] for name in basics.COMPONENTS}
    others = dict(pairs)
    return Pc(facts, others.get("virtual-machine") or _kind(others.get("model", "")), "stand-in" in others)


def read_linux_pc(root: str | Path) -> Pc:
    """Reads the facts from the folders /etc, /sys and /proc, or from a copy of them below `root`."""
    top = Path(root)
    dmi = top / "sys/class/dmi/id"
    serial = _first(dmi, ["board_serial"])
    facts = {
        "machine-id": _first(top, ["etc/machine-id", "var/lib/dbus/machine-id"]),
        # If the UUID is also the board id, it must not count twice.
        "board-id": serial or _first(dmi, ["product_uuid"]) or _first(top, ["sys/firmware/devicetree/base/serial-number"]),
        "system-disk": _disk(top),
        "network-card": _cards(top),
        "smbios-uuid": _first(dmi, ["product_uuid"], "smbios-uuid") if serial else [],
    }
    return Pc(facts, _virtual_machine(top))


def add_stand_in(pc: Pc, folder: str | Path) -> Pc:
    """Adds made facts to a PC with fewer than two. They depend on a random number in `stand-in.json`, and on the position of this file in its
    file system, which a copy does not have. If the file cannot be written, the PC stays as it is."""
    printed = basics.fingerprint(pc.facts)
    if sum(any(printed[at : at + 4]) for at in range(0, len(printed), 4)) >= 2:
        return pc
    path = Path(folder) / "stand-in.json"
    try:
        if not path.exists():
            basics._write(path, json.dumps({"seed": secrets.token_hex(16)}, separators=(",", ":")) + "\n")
        seed = json.loads(path.read_text())["seed"]
        position = _position(path)
    except (OSError, ValueError, KeyError):
        return pc

    def made(label: str) -> list[str]:
        return [hashlib.sha256(f"basics-stand-in-v1\n{label}\n{seed}\n{position}".encode()).hexdigest()]

    made_facts = {label: made(label) for label in ("machine-id", "board-id") if not pc.facts.get(label)}
    return replace(pc, facts={**pc.facts, **made_facts}, is_stand_in=True)


def _position(path: Path) -> str:
    """The number of a file, a space, and its creation time in nanoseconds (0 if the file system has none)."""
    if sys.platform == "win32":
        windows_status = path.stat()
        return f"{windows_status.st_ino & (1 << 64) - 1} {getattr(windows_status, 'st_birthtime_ns', windows_status.st_ctime_ns)}"
    if sys.platform == "darwin":  # Python rounds the creation time.
        number_text, _, created = _run(["/usr/bin/stat", "-f", "%i %FB", str(path)]).strip().partition(" ")
        return f"{number_text} {created.replace('.', '')}"
    status = ctypes.create_string_buffer(256)
    library = ctypes.CDLL(None, use_errno=True)
    if library.statx(-100, os.fsencode(path), 0, 0x900, status) != 0:
        raise OSError(ctypes.get_errno(), "statx")
    number = int.from_bytes(status.raw[32:40], sys.byteorder)
    seconds, nanoseconds = (int.from_bytes(status.raw[at : at + size], sys.byteorder) for at, size in ((80, 8), (88, 4)))
    has_time = int.from_bytes(status.raw[:4], sys.byteorder) & 0x800
    return f"{number} {seconds * 10**9 + nanoseconds if has_time else 0}"


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def _is_fact(text: str, component: str = "board-id") -> bool:
    return any(basics.fingerprint({component: text}))


def _first(folder: Path, names: Sequence[str], component: str = "board-id") -> list[str]:
    """The first of these files that contains a fact."""
    return next(([text] for text in (_text(folder / name) for name in names) if _is_fact(text, component)), [])


def _names(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _disk(top: Path) -> list[str]:
    device = _root_device(top)
    while device is not None:
        below = _names(device / "slaves")  # of an encrypted or logical volume
        if not below:
            disk = device.parent if (device / "partition").exists() else device
            return _first(disk, ["device/serial", "serial", "wwid", "device/wwid"])
        lower = device / "slaves" / below[0]
        device = lower.resolve() if lower.exists() else None
    return []


def _root_device(top: Path) -> Path | None:
    """The folder in /sys of the device that is mounted at `/`: by the numbers of the device, otherwise by its name."""
    for line in _text(top / "proc/self/mountinfo").split("\n"):
        fields, _, source = line.partition(" - ")
        words = fields.split(" ")
        if len(words) < 5 or words[4] != "/":
            continue
        device = top / "sys/dev/block" / words[2]
        name = (source.split(" ") + [""])[1]
        if not device.exists() and name.startswith("/dev/"):
            node = top / name[1:]
            device = top / "sys/class/block" / (node.resolve().name if node.exists() else name.rsplit("/", 1)[1])
        if device.exists():
            return device.resolve()
    return None


def _cards(top: Path) -> list[str]:
    """The permanent addresses that makers have assigned to cards which are not attached by USB, the lowest first."""
    cards = top / "sys/class/net"
    found = []
    for name in _names(cards):
        device, address = cards / name / "device", _text(cards / name / "address").strip().lower()
        is_permanent = (_text(cards / name / "addr_assign_type").strip() or "0") == "0"
        if device.exists() and "/usb" not in str(device.resolve()) and is_permanent:
            found.append(address)
    return _maker_addresses(found)


def _maker_addresses(addresses: Sequence[str]) -> list[str]:
    """The addresses that makers have assigned, the lowest first: the second-lowest bit of the first byte is 0."""
    return sorted(each for each in addresses if re.match("[0-9A-Fa-f]{2}", each) and int(each[:2], 16) & 2 == 0 and _is_fact(each))


#: Prints a line for each value; the line of a fact that cannot be read is empty. Cards that are attached by USB are left out.
_WINDOWS_SCRIPT = """
$ErrorActionPreference = 'SilentlyContinue'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
'machine-id=' + (Get-ItemProperty 'HKLM:/SOFTWARE/Microsoft/Cryptography').MachineGuid
'board-id=' + (Get-CimInstance Win32_BaseBoard | Select-Object -First 1).SerialNumber
'smbios-uuid=' + (Get-CimInstance Win32_ComputerSystemProduct).UUID
'system-disk=' + (Get-Partition -DriveLetter $env:SystemDrive[0] | Get-Disk).SerialNumber
Get-NetAdapter -Physical | Where-Object PnPDeviceID -NotLike 'USB*' | ForEach-Object { 'network-card=' + $_.PermanentAddress }
$pc = Get-CimInstance Win32_ComputerSystem
'model=' + $pc.Manufacturer + ' ' + $pc.Model
"""

_UNKNOWN_KIND = "of an unknown kind"
_KINDS = (
    ("vmware", "VMware"),
    ("virtualbox|innotek", "VirtualBox"),
    ("parallels", "Parallels"),
    ("microsoft corporation.*virtual machine", "Hyper-V"),
    ("amazon ec2", "Amazon EC2"),
    ("google compute engine", "Google Compute Engine"),
    ("alibaba cloud|openstack|digitalocean|nutanix", "a cloud"),
    ("qemu|kvm|bochs", "QEMU"),
    ("xen|hvm domu", "Xen"),
    ("bhyve", "bhyve"),
)


def _kind(makers: str) -> str:
    """The kind of virtual machine with this maker and model; empty for a real PC."""
    text = makers.lower()
    return "" if ".metal" in text else next((kind for marks, kind in _KINDS if re.search(marks, text)), "")


def _virtual_machine(top: Path) -> str:
    makers = " ".join(_text(top / "sys/class/dmi/id" / name).strip() for name in ("sys_vendor", "product_name", "board_vendor"))
    is_guest = ".metal" not in makers.lower() and re.search(r"^flags\s*:.*\bhypervisor\b", _text(top / "proc/cpuinfo"), re.MULTILINE)
    return _kind(makers) or (_UNKNOWN_KIND if is_guest else "")
