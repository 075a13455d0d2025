import { readFileSync } from 'node:fs';
import { printCode } from 'basics-licence';
import { createTool, findingWords } from 'basics-licence/tool';

// A small example of a tool, with three commands: `node example.mjs KEY code`, `node example.mjs KEY install FILE`,
// `node example.mjs KEY status`. KEY is the portal's public key in hex. The library itself reads the facts (hardware
// values) of the PC, on Windows, macOS and Linux.

const [key = '', verb, file = ''] = process.argv.slice(2);
const tool = createTool({
  toolId: 7,
  version: { major: 1, minor: 0, patch: 0 },
  publicKeys: [new Uint8Array(Buffer.from(key, 'hex'))],
});
if (verb === 'code') {
  process.stdout.write(`${printCode(tool.makeVerificationCode().text)}\n`);
} else {
  const finding = verb === 'install' ? tool.install(readFileSync(file, 'utf8')) : tool.status();
  process.stdout.write(`${finding.code}: ${findingWords[finding.code].sentence(finding)}\n`);
  process.exitCode = finding.allowed ? 0 : 1;
}
