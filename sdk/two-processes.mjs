// SPDX-License-Identifier: Apache-2.0
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { writeLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { samplePayload, testSigner } from '@basics/licensing/testing/samples.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * In each round, one process installs a licence that was issued two months ago, while another process asks for the status. Returns the answers
 * that are not `VALID`; only the first status may come before the first licence.
 * @param {import('./conformance.mjs').Program} example @param {number} rounds @returns {Promise<string[]>}
 */
export async function findConflicts([file, ...args], rounds) {
  const home = mkdtempSync(join(tmpdir(), 'basics-two-'));
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: join(home, 'data'), BASICS_HOME: join(home, 'state') };
  const place = { cwd: home, env };
  /** @param {string[]} words */
  const toWords = (...words) => [...args, bytesToHex(testSigner.publicKey), ...words];
  /** @param {string[]} words */
  const run = (...words) => spawnSync(file, toWords(...words), { ...place, encoding: 'utf8' }).stdout;
  /** @param {string[]} words */
  const start = async (...words) => {
    const child = spawn(file, toWords(...words), { ...place, stdio: ['ignore', 'pipe', 'ignore'] });
    const chunks = /** @type {string[]} */ ([]);
    child.stdout.on('data', (chunk) => chunks.push(String(chunk)));
    await once(child, 'close');
    return /^[A-Z_]+(?=[: ]|$)/m.exec(chunks.join(''))?.[0] ?? 'nothing';
  };
  try {
    const code = run('code');
    const answers = [];
    for (let round = 0; round < rounds; round++) {
      writeFileSync(join(home, 'new.lic'), createLicence(code, round, 60));
      answers.push(...(await Promise.all([start('install', 'new.lic'), start('status')])));
    }
    answers.push(await start('status'));
    return answers.filter((answer, at) => answer !== 'VALID' && !(at === 1 && answer === 'NO_LICENCE'));
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** Writes a licence for the PC of a code, which was issued some days ago. @param {string} code @param {number} round @param {number} days */
export function createLicence(code, round, days) {
  const reading = readVerificationCode(code, nodePrimitives);
  if (!reading.ok) throw new Error(`${reading.refusal.code}: ${code}`);
  const { fingerprint, scheme, machineName: name } = reading.value.claims;
  const hex = bytesToHex(fingerprint).padEnd(40, '0');
  const machine = { fp: hex.slice(0, 32), ...(scheme === 2 && { uuid: hex.slice(32) }), scheme, name };
  const iat = Math.floor(Date.now() / 1000) - days * 86_400 + round;
  const lid = round.toString(16).padStart(16, 'a');
  return writeLicenceFile({ ...samplePayload, lid, machine, iat, nbf: iat, exp: iat + 365 * 86_400 }, testSigner, nodePrimitives); // oxfmt-ignore
}
