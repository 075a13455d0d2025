"""A tool: `example.py KEY code`, `example.py KEY install FILE`, `example.py KEY status`. KEY is the portal's public key in hex."""

import socket
import sys
from pathlib import Path

import basics_facts
import basics_licence as basics

TOOL_ID, VERSION = 7, (1, 0, 0)

key, verb, *files = sys.argv[1:]
folder = Path.home() / ".basics-example"
pc = basics_facts.read_pc(folder)
tool = basics.Tool(TOOL_ID, VERSION[0], [bytes.fromhex(key)], folder, pc.facts)
if verb == "code":
    flags = {"is_virtual": pc.virtual_machine != "", "is_stand_in": pc.is_stand_in}
    print(basics.print_code(basics.make_code(TOOL_ID, VERSION, pc.facts, name=socket.gethostname(), **flags)))
else:
    finding = tool.install(Path(files[0]).read_text()) if verb == "install" else tool.status()
    print(finding.code)
    sys.exit(0 if finding.allowed else 1)
