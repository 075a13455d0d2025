// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createLicence } from './two-processes.mjs';

/**
 * `npm run basics:wine` runs the command `basics` as one file for Windows in Wine: it makes the code of a PC without facts, installs a licence for it, and
 * returns the licence. `npm run basics:executable -- wine-x64` builds this file.
 */

const executable = join(import.meta.dirname, '..', 'packages', 'desktop', 'dist', 'basics-wine-x64.exe');
const folder = mkdtempSync(join(tmpdir(), 'basics-wine-'));
const publicKey = '03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8';
writeFileSync(
  join(folder, 'keys.json'),
  JSON.stringify({ keys: [{ kid: '56475aa75463474c', publicKey, status: 'current' }] }),
);
const wine = ['wine64', '/usr/lib/wine/wine64', 'wine'].find((file) => runInWine(file, ['winecfg', '-v', 'win10']).status === 0); // oxfmt-ignore
if (wine === undefined) throw new Error('Wine is missing: apt-get install wine64');

runBasics('trust', 'keys.json');
const { output: code } = runBasics('code', '--offline');
writeFileSync(join(folder, 'new.lic'), createLicence(code, 0, 10));
const answers = [['install', 'new.lic'], ['status', '--offline'], ['return', '--yes'], ['status', '--offline']].map((words) => {
  const { status, output } = runBasics(...words);
  return [status, /^(?:[A-Z_]{5,}|BR-)/m.exec(output)?.[0]];
}); // oxfmt-ignore
const expected = [[0, 'VALID'], [0, 'VALID'], [0, 'BR-'], [12, 'NO_LICENCE']]; // oxfmt-ignore
if (!isDeepStrictEqual(answers, expected)) throw new Error(JSON.stringify(answers));
process.stdout.write('basics for Windows makes its code, installs a licence and returns it, in Wine\n');
rmSync(folder, { recursive: true });

/** @param {string[]} words */
function runBasics(...words) {
  return runInWine(wine ?? '', [executable, ...words]);
}

/** Node.js in Wine cannot write to a pipe, so its output goes to a file. @param {string} file @param {string[]} args */
function runInWine(file, args) {
  const outputFile = join(folder, 'output.txt');
  const handle = openSync(outputFile, 'w');
  const place = { WINEPREFIX: join(folder, 'wine'), WINEARCH: 'win64', WINEDEBUG: '-all', BASICS_PORTAL_URL: 'http://127.0.0.1:9' };
  const { status } = spawnSync(file, args, { cwd: folder, stdio: ['ignore', handle, 'ignore'], env: { ...process.env, ...place } });
  closeSync(handle);
  return { status, output: readFileSync(outputFile, 'utf8') };
} // oxfmt-ignore
