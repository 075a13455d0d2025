// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { describe, hasAddOn, printCode } from 'basics-licence';
import { activate, createTool, refresh } from 'basics-licence/tool';

// A tool: `node example.mjs KEY activate PORTAL`, `refresh PORTAL`, `code`, `install FILE`, `status` or `return`. KEY is the portal's public
// key in hex. The library itself reads the facts (hardware values) of the PC, on Windows, macOS and Linux.

/** A copy of https://portal.example/.well-known/basics-tools, which names the add-ons of the tool. */
const tools = '{"tools":[{"number":7,"addOns":[{"id":"configRail","bit":0}]}]}';

const [key = '', verb = '', word = ''] = process.argv.slice(2);
const tool = createTool({
  toolId: 7,
  version: { major: 1, minor: 0, patch: 0 },
  publicKeys: [new Uint8Array(Buffer.from(key, 'hex'))],
});
/** @param {string} text */
const print = (text) => void process.stdout.write(`${text}\n`);

/** @param {string} portal */
async function getLicence(portal) {
  const { text: code } = tool.makeVerificationCode();
  const showCode = () => print(`Paste this code at ${portal}/license/verify:\n${printCode(code)}`);
  const activation = await activate({
    portal,
    code,
    show: ({ page, userCode }) => print(`Open ${page} and confirm the code ${userCode}.`),
    away: showCode,
  });
  if (activation.code === 'PORTAL_NOT_REACHED') showCode();
  if (activation.licence === undefined) print(`${activation.code}: ${activation.message}`);
  return activation.licence;
}

/** @param {import('basics-licence/tool').Finding} finding */
function showFinding(finding) {
  const { code, allowed, licence, verdict } = finding;
  const { sentence, nextStep } = describe(code, 'Example');
  print(`${code}: ${sentence} ${nextStep}`);
  if (verdict?.daysLeft !== undefined) print(`${verdict.daysLeft} days left.`);
  if (allowed && licence !== undefined && hasAddOn(licence, 'configRail', tools))
    print('The add-on configRail is included.');
  process.exitCode = finding.allowed ? 0 : 1;
}

if (verb === 'code') print(printCode(tool.makeVerificationCode().text));
else if (verb === 'install') showFinding(tool.install(readFileSync(word, 'utf8')));
else if (verb === 'activate') {
  const licence = await getLicence(word);
  if (licence !== undefined) showFinding(tool.install(licence));
} else if (verb === 'refresh') {
  const refreshed = await refresh(word, tool);
  print(
    [refreshed.revocations, refreshed.keys.length, refreshed.tools.length > 0, refreshed.releases[0]?.version].join(
      ' ',
    ),
  );
} else if (verb === 'return') {
  const returned = tool.returnLicence();
  print(returned.ok ? printCode(returned.text) : returned.finding.code);
} else showFinding(tool.status());
