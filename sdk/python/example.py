# SPDX-License-Identifier: Apache-2.0
"""A tool: `example.py KEY activate PORTAL`, `refresh PORTAL`, `code`, `install FILE`, `status` or `return`. KEY is the portal's public key in hex."""

import socket
import sys
from pathlib import Path

import basics_licence as basics
from basics_licence import facts as pc_facts
from basics_licence import portal as basics_portal
from basics_licence.texts import describe

TOOL_ID, VERSION, PRODUCT = 7, (1, 0, 0), "Example"
#: A copy of https://portal.example/.well-known/basics-tools, which names the add-ons of the tool.
TOOLS = '{"tools":[{"number":7,"addOns":[{"id":"configRail","bit":0}]}]}'

key, verb, *words = sys.argv[1:]
folder = Path.home() / ".basics-example"
pc = pc_facts.read_pc(folder)
tool = basics.Tool(TOOL_ID, VERSION[0], [bytes.fromhex(key)], folder, pc.facts)


def make_code() -> str:
    flags = {"is_virtual": pc.virtual_machine != "", "is_stand_in": pc.is_stand_in}
    return basics.make_code(TOOL_ID, VERSION, pc.facts, name=socket.gethostname(), **flags)


def activate(portal: str) -> basics.Finding:
    code = make_code()
    paste = f"Paste this code at {portal}/license/verify:\n{basics.print_code(code)}"
    activation = basics_portal.activate(
        portal,
        code,
        show=lambda question: print(f"Open {question.page} and confirm the code {question.user_code}.", flush=True),
        away=lambda: print(paste, flush=True),
    )
    if activation.code == "PORTAL_NOT_REACHED":
        print(paste)
    return tool.install(activation.licence) if activation.licence else basics.Finding(activation.code)


if verb == "code":
    print(basics.print_code(make_code()))
elif verb == "return":
    returned = tool.return_licence()
    print(returned.code if isinstance(returned, basics.Finding) else basics.print_code(returned))
elif verb == "refresh":
    refreshed = basics_portal.refresh(words[0], tool)
    print(refreshed.revocations, len(refreshed.keys), len(refreshed.tools) > 0, *(each.version for each in refreshed.releases[:1]))
else:
    finding = activate(words[0]) if verb == "activate" else tool.install(Path(words[0]).read_text()) if verb == "install" else tool.status()
    print(f"{finding.code}: {' '.join(describe(finding.code, PRODUCT))}".strip())
    if finding.days_left is not None:
        print(f"{finding.days_left} days left.")
    if finding.allowed and finding.licence and basics.has_add_on(finding.licence, "configRail", TOOLS):
        print("The add-on configRail is included.")
    sys.exit(0 if finding.allowed else 1)
