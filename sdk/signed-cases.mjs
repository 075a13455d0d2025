// SPDX-License-Identifier: Apache-2.0
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { readCases } from './conformance.mjs';
import { createMangledCases, createNumberGenerator } from './mangled-cases.mjs';

/** @typedef {import('./lines.mjs').Case} Case */
/** @typedef {(below: number) => number} NextNumber */

/** The test key of the licence format: private seed 00 to 1f. */
const seed = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const pkcs8Header = Buffer.from('302e020100300506032b657004220420', 'hex');
const testKey = createPrivateKey({ key: Buffer.concat([pkcs8Header, seed]), format: 'der', type: 'pkcs8' });
const trustedKey = '03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8';

/** @param {string | Uint8Array} data */
const hash = (data) => createHash('sha256').update(data).digest();

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** @param {string} prefix @param {Buffer} bytes */
function writeCode(prefix, bytes) {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits = (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five.padEnd(5, '0'), 2)));
  return `${prefix}-${digits.join('')}`;
}

/** Values that a payload should not have, or has seldom. */
const oddValues = [
  'null', 'true', 'false', '""', '[]', '{}', '0', '-0', '-1', '0.5', '1e2', '1e-1', '1.0', '1e300', '1e999', '255', '256', '65535', '65536', '3660', '3661',
  '4294967295', '4294967296', '9007199254740991', '9007199254740992', '0e0', '00', '+1', '1.', '.5', '0x1', 'NaN', '"a1a2a3a4a5a6a7a8"', '"A1A2A3A4A5A6A7A8"',
  '["a"]', '[1]', '[["a"]]', '["0011223344556677","0011223344556677"]', '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\ud83d\\ude00"', '"\\/\\b\\f"', '"\\x"', '"\u007f"',
  '"ABEiM0RVZnehoqOkpaanqA=="', '"ABEiM0RVZnc"', '"ABEiM0RVZnd="', '"===="', '"é"', '"\ud83d\ude00"', '"\\u00e9"', '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"', '{"a":1,"a":2}', '{"a":{}}',
  `${'['.repeat(30)}${']'.repeat(30)}`, `${'{"a":'.repeat(31)}1${'}'.repeat(31)}`, '['.repeat(40), `1${'0'.repeat(400)}`, `0.${'0'.repeat(400)}1`,
]; // oxfmt-ignore

/** @param {Buffer} bytes @param {NextNumber} nextNumber */
function changeBytes(bytes, nextNumber) {
  for (let changes = nextNumber(4); changes > 0; changes--) {
    const at = nextNumber(bytes.length);
    bytes[at] = nextNumber(2) === 0 ? nextNumber(256) : (bytes[at] ?? 0) ^ (1 << nextNumber(8));
  }
  return bytes;
}

/** @param {string} json @param {NextNumber} nextNumber */
function changeJson(json, nextNumber) {
  const values = [...json.matchAll(/"(?:[^"\\]|\\.)*"(?=[,}\]])|[-0-9.e]+(?=[,}])|true|false|\[[^\]]*\]|\{[^{}]*\}/g)];
  const value = values[nextNumber(values.length)];
  const oddValue = oddValues[nextNumber(oddValues.length)] ?? '';
  const at = nextNumber(json.length + 1);
  const changes = [
    () => (value ? json.slice(0, value.index) + oddValue + json.slice(value.index + value[0].length) : json),
    () => json.replace('{', `{"${['x', 'v', 'exp', 'deny', 'uuid', 'tool', 'ids'][nextNumber(7)]}":${oddValue},`),
    () => json.slice(0, at) + String.fromCodePoint(nextNumber(5) === 0 ? 0x80 + nextNumber(0x700) : nextNumber(128)) + json.slice(at + nextNumber(2)),
    () => json.slice(0, at) + json.slice(at + 1 + nextNumber(12)),
    () => json.replace(/,"[a-zA-Z]+":/, nextNumber(2) === 0 ? ' , "y" : ' : ','),
  ]; // oxfmt-ignore
  return changes[nextNumber(changes.length)]?.() ?? json;
}

/** @param {string} text @param {NextNumber} nextNumber */
function changeSignedLines(text, nextNumber) {
  const [title = '', key = '', payload = ''] = text.split('\n');
  let json = Buffer.from(payload.slice('payload: '.length), 'base64').toString();
  for (let changes = 1 + nextNumber(2); changes > 0; changes--) json = changeJson(json, nextNumber);
  const bytes = Buffer.from(json);
  if (nextNumber(20) === 0) changeBytes(bytes, nextNumber);
  const signedLines = `${title}\n${key}\npayload: ${bytes.toString('base64')}\n`;
  return `${signedLines}signature: ${sign(null, Buffer.from(signedLines), testKey).toString('base64')}\n`;
}

/** @param {Buffer} body @param {NextNumber} nextNumber */
function signCode(body, nextNumber) {
  changeBytes(body.subarray(5), nextNumber);
  const signature = sign(null, Buffer.concat([Buffer.from('basics-licence-code-v1\n'), body]), testKey);
  const signed = Buffer.concat([body, signature]);
  return writeCode('BL', Buffer.concat([signed, hash(Buffer.concat([Buffer.from('basics-lc-sum-v1\n'), signed])).subarray(0, 3)])); // oxfmt-ignore
}

/** @param {string} label @param {string} prefix @param {Buffer} body */
const addChecksum = (label, prefix, body) =>
  writeCode(prefix, Buffer.concat([body, hash(Buffer.concat([Buffer.from(`${label}\n`), body])).subarray(0, 4)]));

/**
 * Creates test cases that are genuine (signed by the test key, or with the right checksum) and whose contents were changed at random, so that
 * they reach the code behind the signature; and a fifth of mangled texts. The same seed gives the same cases.
 * @param {number} count @param {number} caseSeed @returns {Case[]}
 */
export function createSignedCases(count, caseSeed) {
  const nextNumber = createNumberGenerator(caseSeed);
  const genuineCases = readCases().filter(({ kind, expect }) => /^(licence|revocation-list)$/.test(kind) && !('refusal' in expect)); // oxfmt-ignore
  const files = genuineCases
    .map(({ text }) => String(text))
    .filter((text) => text.startsWith('BASICS') && text.length < 10_000);
  const tools = readCases().find(({ kind }) => kind === 'add-on')?.['tools'] ?? '';
  const mangledCases = createMangledCases(Math.floor(count / 5), caseSeed);
  const keys = [trustedKey];
  const codeBody = Buffer.from('2156475aa7a1a2a3a4a5a6a7a800070101010000006afda0c06cdef6c083224618f33f14c1489dff92507dcf976d45245fad54962d', 'hex'); // oxfmt-ignore
  /** @type {(() => Partial<Case>)[]} */
  const makers = [
    () => {
      const text = changeSignedLines(files[nextNumber(files.length)] ?? '', nextNumber);
      return { kind: text.startsWith('BASICS REV') ? 'revocation-list' : 'licence', text, keys };
    },
    () => ({ kind: 'licence', text: signCode(Buffer.from(codeBody.subarray(0, 53)), nextNumber), keys }),
    () => {
      const name = Buffer.from(['PC', 'é', '\u202ePC', '', '\u{1f469}', 'PC\u0007'][nextNumber(6)] ?? '');
      const head = Buffer.alloc(37);
      head.set([0x11, [0x01, 0x11, 0x02, 0x52, 0x92, 0xd2, 0x03, 0x31][nextNumber(8)] ?? 1]);
      changeBytes(head.subarray(2), nextNumber);
      head[36] = name.length;
      return { kind: 'verification-code', text: addChecksum('basics-vc-v1', 'BV', Buffer.concat([head, changeBytes(Buffer.from([...name]), nextNumber)])) }; // oxfmt-ignore
    },
    () => {
      const body = Buffer.alloc(15, nextNumber(256));
      body[0] = 0x31;
      return { kind: 'return-code', text: addChecksum('basics-rc-v1', 'BR', body) };
    },
    () => ({ kind: 'add-on', text: signCode(Buffer.from(codeBody.subarray(0, 53)), nextNumber), keys, tools: changeJson(tools, nextNumber), addOn: 'rail' }), // oxfmt-ignore
    () => {
      const length = nextNumber(40);
      // C does not change a name to the form NFC, and Mono has wrong tables for some scripts of Asia.
      const name = Array.from({ length }, () => String.fromCodePoint(nextNumber(3) === 0 ? nextNumber(0x300) : 32 + nextNumber(95))); // oxfmt-ignore
      return { kind: 'machine-name', name: name.join('').toWellFormed().normalize('NFC') };
    },
  ];
  return Array.from({ length: count }, (_, index) => {
    const mangledCase = index % 5 === 0 ? mangledCases[index / 5] : undefined;
    // Half of the cases are files, whose reader is the longest.
    const made = mangledCase ?? makers[Math.max(0, nextNumber(10) - 4)]?.() ?? {};
    return { ...made, kind: made.kind ?? '', id: `signed ${index}`, expect: undefined };
  });
}
