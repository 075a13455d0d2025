// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, hasAddOn, printCode } from 'basics-licence';
import { createTool, getLicence, refresh } from 'basics-licence/tool';

// A tool: `node example.mjs KEY activate PORTAL`, `refresh PORTAL`, `code`, `install FILE`, `status` or `return`. KEY is the portal's public
// key in hex.

/** A copy of https://portal.example/.well-known/basics-tools, which names the add-ons of the tool. */
const tools = '{"tools":[{"number":7,"addOns":[{"id":"configRail","bit":0}]}]}';

const [key = '', verb = '', word = ''] = process.argv.slice(2);
const tool = createTool({
  toolId: 7,
  version: { major: 1, minor: 0, patch: 0 },
  publicKeys: [new Uint8Array(Buffer.from(key, 'hex'))],
  folder: join(homedir(), '.basics-example'),
});
/** @param {string} text */
const print = (text) => void process.stdout.write(`${text}\n`);

/** @param {import('basics-licence/tool').ActivationFinding} finding */
function showFinding({ code, allowed, licence, verdict }) {
  const { sentence, nextStep } = describe(code, 'Example');
  print(`${code}: ${sentence} ${nextStep}`);
  if (allowed && verdict?.daysLeft !== undefined) print(`${verdict.daysLeft} days left.`);
  if (allowed && licence !== undefined && hasAddOn(licence, 'configRail', tools))
    print('The add-on configRail is included.');
  process.exitCode = allowed ? 0 : 1;
}

if (verb === 'code') print(printCode(tool.makeVerificationCode().text));
else if (verb === 'install') showFinding(tool.install(readFileSync(word, 'utf8')));
else if (verb === 'activate')
  showFinding(
    await getLicence(word, tool, {
      show: ({ page, userCode }) => print(`Open ${page} and confirm the code ${userCode}.`),
      paste: (code) => print(`Paste this code at ${word}/license/verify:\n${code}`),
    }),
  );
else if (verb === 'refresh') {
  const { revocations, keys, tools: newTools } = await refresh(word, tool);
  print(`${revocations} ${keys.length} ${newTools !== ''}`);
} else if (verb === 'return') {
  const returned = tool.returnLicence();
  print(returned.ok ? printCode(returned.text) : returned.finding.code);
} else showFinding(tool.status());
