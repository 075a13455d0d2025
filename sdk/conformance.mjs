// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isExpected, toQuestion } from './lines.mjs';

/** @typedef {import('./lines.mjs').Case} Case */
/**
 * A program that answers questions of the conformance test: the path of the program, and its arguments.
 * @typedef {readonly [file: string, ...args: string[]]} Program
 */

/** Reads the published test cases. Throws if the file of the cases does not have the published checksum. @returns {Case[]} */
export function readCases(folder = import.meta.dirname) {
  const text = readFileSync(join(folder, 'vectors.json'), 'utf8');
  const { sha256 } = JSON.parse(readFileSync(join(folder, 'vectors-version.json'), 'utf8'));
  if (createHash('sha256').update(text).digest('hex') !== sha256) throw new Error('vectors.json has another checksum');
  return JSON.parse(text, (name, value) => (name === 'text' && Array.isArray(value) ? repeatParts(value) : value));
}

/** Returns a long text, which the file of the cases has in parts, each with the number of its repetitions. @param {[part: string, count: number][]} parts */
const repeatParts = (parts) => parts.map(([part, count]) => part.repeat(count)).join('');

/**
 * Sends all questions to a program, and returns one answer for each question. Throws if the program fails.
 * @param {Program} program @param {readonly string[]} questions @returns {string[]}
 */
export function askProgram([file, ...args], questions) {
  const input = questions.map((question) => `${question}\n`).join('');
  const programRun = spawnSync(file, args, { input, encoding: 'utf8', maxBuffer: 2 ** 28, timeout: 300_000 });
  // A program that ends early closes its input (EPIPE). Its own error message is more useful than that of the pipe.
  if (programRun.error && programRun.status === null) throw programRun.error;
  const answers = programRun.stdout.split(/\r?\n/).slice(0, -1);
  if (programRun.status === 0 && answers.length === questions.length) return answers;
  throw new Error(
    `${file} answered ${answers.length} of ${questions.length} lines, exit ${programRun.status}\n${programRun.stderr.slice(-2000)}`,
  );
}

/**
 * Finds the test cases that a program answers wrongly. Returns a line with the id of the case and the wrong answer for each.
 * @param {Program} program @param {readonly Case[]} cases
 */
export function findWrongAnswers(program, cases) {
  const folder = mkdtempSync(join(tmpdir(), 'basics-pcs-'));
  try {
    const questions = cases.map((each, index) =>
      toQuestion(each.kind === 'pc' ? { ...each, folder: writePc(each, join(folder, `${index}`)) } : each),
    );
    const answers = askProgram(program, questions);
    return cases.flatMap((conformanceCase, index) =>
      isExpected(conformanceCase, answers[index] ?? '') ? [] : [`${conformanceCase.id}: ${answers[index]}`],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the recorded files and links of a PC below a folder, and returns the folder. @param {Case} pc @param {string} folder */
export function writePc({ files, links }, folder) {
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), String(text));
  }
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    mkdirSync(join(folder, dirname(path), dirname(String(target))), { recursive: true });
    symlinkSync(String(target), join(folder, path));
  }
  return folder;
}

// `node sdk/conformance.mjs PROGRAM ARGUMENT...` tests one program with all cases.
if (process.argv[1] === import.meta.filename) {
  const [file, ...args] = process.argv.slice(2);
  if (file === undefined) throw new Error('Give the program that answers the lines, see docs/conformance.md.');
  const cases = readCases();
  const wrongLines = findWrongAnswers([file, ...args], cases);
  process.stdout.write([...wrongLines, `${cases.length - wrongLines.length} of ${cases.length} cases\n`].join('\n'));
  process.exitCode = wrongLines.length === 0 ? 0 : 1;
}
