# SPDX-License-Identifier: Apache-2.0
"""A tool: `example.py KEY activate PORTAL`, `refresh PORTAL`, `code`, `install FILE`, `status` or `return`. KEY is the portal's public key in hex."""

import sys
from pathlib import Path

import basics_licence as basics
from basics_licence import portal

#: A copy of https://portal.example/.well-known/basics-tools, which names the add-ons of the tool.
TOOLS = '{"tools":[{"number":7,"addOns":[{"id":"configRail","bit":0}]}]}'

key, verb, *words = sys.argv[1:]
tool = basics.Tool.open(7, (1, 0, 0), [bytes.fromhex(key)], Path.home() / ".basics-example")

if verb == "code":
    print(basics.print_code(tool.make_code()))
elif verb == "return":
    returned = tool.return_licence()
    print(returned.describe("Example") if isinstance(returned, basics.Finding) else basics.print_code(returned))
elif verb == "refresh":
    refreshed = portal.refresh(words[0], tool)
    print(refreshed.revocations, len(refreshed.keys), len(refreshed.tools) > 0)
else:
    if verb == "activate":
        finding = portal.get_licence(
            words[0],
            tool,
            show=lambda question: print(f"Open {question.page} and confirm the code {question.user_code}.", flush=True),
            paste=lambda code: print(f"Paste this code at {words[0]}/license/verify:\n{code}", flush=True),
        )
    elif verb == "install":
        finding = tool.install(Path(words[0]).read_text())
    else:
        finding = tool.status()
    print(finding.describe("Example"))
    if finding.days_left is not None:
        print(f"{finding.days_left} days left.")
    if finding.has("configRail", TOOLS):
        print("The add-on configRail is included.")
    sys.exit(0 if finding.allowed else 1)
