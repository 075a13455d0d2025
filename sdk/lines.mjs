// SPDX-License-Identifier: Apache-2.0
/**
 * The conformance test (docs/conformance.md) sends a program one line for each case of `vectors.json`, and the program prints one line as
 * the answer. The fields of a line are separated by tabs, and texts are written as the hex of their UTF-8 bytes, so that the program needs
 * no JSON parser.
 * @typedef {{ id: string, kind: string, expect: any, [field: string]: any }} Case
 */

const components = ['machine-id', 'board-id', 'system-disk', 'network-card', 'smbios-uuid'];

/** @param {string} text */
const toHex = (text) => Buffer.from(text, 'utf8').toString('hex');

/** @param {Record<string, string | string[]>} facts */
const factFields = (facts) => components.map((name) => [facts[name] ?? []].flat().map(toHex).join(','));

/** @type {Record<string, (each: Case) => (string | number)[]>} */
const createFieldsByKind = {
  'verification-code': ({ text }) => [toHex(text)],
  licence: ({ text, keys }) => [toHex(text), keys.join(',')],
  'revocation-list': ({ text, keys }) => [toHex(text), keys.join(',')],
  check: ({ text, keys, at }) => [
    toHex(text),
    keys.join(','),
    at.now,
    at.toolId,
    at.toolMajor,
    at.highWaterMark,
    at.denied.join(','),
    at.revoked.join(','),
    ...factFields(at.facts),
  ],
  pc: ({ folder }) => [toHex(folder), ''],
  'add-on': ({ text, keys, tools, addOn }) => [toHex(text), keys.join(','), toHex(tools), toHex(addOn)],
  fingerprint: ({ facts, licensed = '0'.repeat(32) }) => [licensed, ...factFields(facts)],
  'machine-name': ({ name }) => [toHex(name)],
  'make-code': (codeCase) => [
    codeCase.reason,
    codeCase.toolId,
    codeCase.toolVersion.major,
    codeCase.toolVersion.minor,
    codeCase.toolVersion.patch,
    codeCase.nonce,
    codeCase.createdAt,
    toHex(codeCase.machineName),
    Number(codeCase.virtual ?? false),
    Number(codeCase.standIn ?? false),
    codeCase.licensed,
    ...factFields(codeCase.facts),
  ],
  'checked-lines': ({ text }) => [text],
  'return-code': ({ text }) => [toHex(text)],
  'make-return-code': ({ toolId, licenceId, returnedAt }) => [toolId, licenceId, returnedAt],
  relation: ({ left, right }) => [left, right],
  ed25519: ({ publicKey, message, signature }) => [publicKey, message, signature],
  // The published cases have no question of this kind, because its answer needs the clock of the PC (watching.mjs).
  watch: ({ keys, toolId, toolMajor, facts, text }) => [
    keys.join(','),
    toolId,
    toolMajor,
    ...factFields(facts),
    toHex(text),
  ],
  steps: ({ keys, toolId, toolMajor, facts, steps }) => [
    keys.join(','),
    toolId,
    toolMajor,
    ...factFields(facts),
    ...steps.flatMap((/** @type {any} */ toolStep) => [toolStep.do, toolStep.now, toHex(toolStep.text ?? '')]),
  ],
};

/** @param {Case} conformanceCase */
export function toQuestion(conformanceCase) {
  return [conformanceCase.kind, ...(createFieldsByKind[conformanceCase.kind]?.(conformanceCase) ?? [])].join('\t');
}

/**
 * Returns whether an answer is the expected answer of a case. If a refusal is expected, only the fields that the case contains are
 * compared.
 * @param {Case} conformanceCase @param {string} answer
 */
export function isExpected(conformanceCase, answer) {
  const { expect } = conformanceCase;
  const fields = answer.split('\t');
  if (expect?.refusal === undefined) return answer === ['ok', ...toAnswer(conformanceCase)].join('\t');
  const expectedFields = ['refusal', expect.refusal, expect.found, expect.expected, expect.detail, expect.line];
  return expectedFields.every(
    (expectedValue, index) => expectedValue === undefined || String(expectedValue) === fields[index],
  );
}

/** @param {Case} each @returns {(string | number)[]} */
function toAnswer({ kind, expect }) {
  if (kind === 'verification-code') {
    const { major, minor, patch } = expect.toolVersion;
    const name = toHex(expect.machineName);
    const flags = [Number(expect.virtual ?? false), Number(expect.standIn ?? false)];
    return [
      expect.reason,
      expect.toolId,
      major,
      minor,
      patch,
      expect.fingerprint,
      expect.nonce,
      expect.createdAt,
      name,
      ...flags,
    ];
  }
  if (kind === 'licence') {
    const flags = [Number(expect.trial), Number(expect.bridge)];
    return [expect.licenceId, expect.carrier, ...flags, expect.toolId, expect.fingerprint, expect.expiresAt];
  }
  if (kind === 'revocation-list') return [expect.toolId, expect.seq, expect.ids.join(','), expect.keys.join(',')];
  if (kind === 'pc') return [expect.fingerprint, Number(expect.virtual), 0];
  if (kind === 'return-code') return [expect.toolId, expect.licenceId, expect.returnedAt];
  if (kind === 'check') return [expect.code, Number(expect.allowed)];
  if (kind === 'machine-name') return [toHex(expect)];
  if (kind === 'ed25519' || kind === 'add-on') return [Number(expect)];
  return [Array.isArray(expect) ? expect.join(',') : expect];
}
