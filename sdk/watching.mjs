// SPDX-License-Identifier: Apache-2.0
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { createFingerprint } from '@basics/licensing/fingerprint.ts';
import { writeLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { samplePayload, testSigner } from '@basics/licensing/testing/samples.ts';
import { spawn } from 'node:child_process';
import { text as readText } from 'node:stream/consumers';
import { toQuestion } from './lines.mjs';
import { turnClock } from './scenarios.mjs';

const day = 86_400;
const facts = { 'machine-id': 'M-1', 'board-id': 'B-1', 'system-disk': 'D-1' };

/**
 * Asks a test program to install a licence that expires at a time, and to wait for the first callback of its watch, which warns 14 days before the end.
 * Returns its answer: the code and the days left.
 * @param {readonly string[]} program @param {number} exp
 */
async function askWatch([file = '', ...args], exp) {
  const fp = bytesToHex(createFingerprint(facts, nodePrimitives));
  const machine = { fp, scheme: /** @type {const} */ (1), name: 'PC' };
  const times = { iat: exp - 40 * day, nbf: exp - 40 * day, exp };
  const text = writeLicenceFile({ ...samplePayload, machine, ...times }, testSigner, nodePrimitives);
  const keys = [bytesToHex(testSigner.publicKey)];
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(`${toQuestion({ id: '', kind: 'watch', expect: '', keys, toolId: 7, toolMajor: 1, facts, text })}\n`);
  return (await readText(child.stdout)).trim();
}

/** Watches a licence that expires in some seconds. @param {import('./conformance.mjs').Program} program */
export const watchExpiry = async (program) =>
  askAgain('ok\tIN_GRACE\t', async (seconds) => askWatch(program, Math.floor(Date.now() / 1000) + seconds));

/**
 * Watches a licence in the last seconds before the day on which 14 days are left, with a clock that is turned. The program must be able to run with
 * a turned clock.
 * @param {import('./conformance.mjs').Program} program
 */
export const watchFirstDay = async (program) =>
  askAgain('ok\tVALID\t', async (seconds) => {
    const now = Math.floor(Date.now() / 1000);
    const midnight = Math.ceil(now / day) * day;
    return askWatch(turnClock(midnight - seconds - now, program), midnight + 15 * day + day / 2);
  });

/** A computer that needs longer to start the program tries it again. @param {string} expected @param {(seconds: number) => Promise<string>} ask */
async function askAgain(expected, ask) {
  const answer = await ask(5);
  return answer.startsWith(expected) ? answer : ask(25);
}
