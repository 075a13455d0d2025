"""A tool for Linux: `example.py KEY code`, `example.py KEY install FILE`, `example.py KEY status`. KEY is the portal's public key in hex."""

import socket
import sys
from pathlib import Path

import basics_licence as basics

TOOL_ID, VERSION = 7, (1, 0, 0)


def first_line(*paths: str) -> str:
    """Reads the first file that the user may read. Some of the files can be read only by an administrator."""
    for path in paths:
        try:
            return Path(path).read_text().strip()
        except OSError:
            continue
    return ""


def network_cards() -> list[str]:
    """Returns the addresses of the network cards of the PC, the lowest first, without USB cards and without addresses that the manufacturer did not assign."""
    found = []
    for card in Path("/sys/class/net").glob("*"):
        address = first_line(str(card / "address"))
        device = card / "device"
        if device.exists() and "/usb" not in str(device.resolve()) and int(address[:2] or "2", 16) & 2 == 0:
            found.append(address)
    return sorted(found)


facts = {
    "machine-id": first_line("/etc/machine-id"),
    "board-id": first_line("/sys/class/dmi/id/board_serial", "/sys/class/dmi/id/product_uuid"),
    "system-disk": first_line("/sys/block/nvme0n1/wwid", "/sys/block/sda/device/wwid"),
    "network-card": network_cards(),
}
key, verb, *files = sys.argv[1:]
tool = basics.Tool(TOOL_ID, VERSION[0], [bytes.fromhex(key)], Path.home() / ".basics-example", facts)
if verb == "code":
    print(basics.print_code(basics.make_code(TOOL_ID, VERSION, facts, name=socket.gethostname())))
else:
    finding = tool.install(Path(files[0]).read_text()) if verb == "install" else tool.status()
    print(finding.code)
    sys.exit(0 if finding.allowed else 1)
