// SPDX-License-Identifier: Apache-2.0
import { readCases } from './conformance.mjs';

/** @typedef {import('./lines.mjs').Case} Case */

/** Texts to insert into a code. Mail clients, editors and people insert most of these texts by accident; some make the code unreadable. */
const pieces = [
  ' ', '-', '\n', '\r\n', '> ', '"', '*', '_', '.', ',', ':', '=', '=20', '=\n', '=C2=A0', '=C2', '%2D', '%E2%80%93', '%', '&', '&nbsp;', '&amp;#45;',
  '&#8209;', '&#xD800;', '&#9999999;', '&shy;', '&amp;', '<br>', '</p>', '<b', '<div class="x">', '<x>', '\\n', '\\', '\0', '\t', '\u00a0', '\u00ad', '\u0131',
  '\u0301', '\u200b', '\u2011', '\u2014', '\u2026', '\u2028', '\u202e', '\u2122', '\u2212', '\u3000', '\u30fc', '\ufeff', '\ufffd', '\uff0d', '\uff11', '\u00e9', '\u4e2d',
  '\u{1f600}', '\u{1d401}', 'U', '-U10', 'U2E-', 'I', 'L', 'O', 'BV-', 'BL-', 'BR-', 'BV', 'B', 'V', 'and ', 'thanks', 'BASICS LICENCE FILE', '\ufeffBASICS LICENCE FILE v1\n', 'key: ', '0', '7',
]; // oxfmt-ignore

/**
 * Creates test cases by one to three random changes in the text of the valid codes, files and lists of the published cases. The same seed
 * gives the same cases.
 * @param {number} count @param {number} seed @returns {Case[]}
 */
export function createMangledCases(count, seed) {
  const nextNumber = createNumberGenerator(seed);
  const genuineCases = readCases().filter(
    ({ kind, text, expect }) =>
      /^(verification-code|return-code|licence|revocation-list)$/.test(kind) &&
      !('refusal' in expect) &&
      text.length < 10_000,
  );
  return Array.from({ length: count }, (_, index) => {
    const { kind, text, keys = [] } = genuineCases[nextNumber(genuineCases.length)] ?? { kind: '', text: '', keys: [] };
    let changedText = String(text);
    for (let changes = 1 + nextNumber(3); changes > 0; changes--) changedText = changeText(changedText, nextNumber);
    return { id: `mangled ${index}`, kind, text: changedText.toWellFormed(), keys, expect: undefined };
  });
}

/** @param {string} text @param {(below: number) => number} nextNumber */
function changeText(text, nextNumber) {
  const position = nextNumber(text.length + 1);
  const length = nextNumber(4) === 0 ? nextNumber(40) : 1;
  const insertedPiece = pieces[nextNumber(pieces.length)] ?? '';
  const textChanges = [
    () => text.slice(0, position) + insertedPiece + text.slice(position),
    () => text.slice(0, position) + insertedPiece + text.slice(position + length),
    () => text.slice(0, position) + text.slice(position + length),
    () =>
      text.slice(0, position) + text.slice(position, position + length).toLowerCase() + text.slice(position + length),
    () => text.slice(0, position) + text.slice(position, position + length) + text.slice(position),
    () => text.replaceAll('-', insertedPiece),
    () => text.slice(0, position),
    () => `${insertedPiece}${text}`,
    () => `${text}${insertedPiece}`,
    () =>
      text.slice(0, position) +
      String.fromCodePoint(nextNumber(8) === 0 ? nextNumber(0x3100) : 32 + nextNumber(95)) +
      text.slice(position + 1),
  ];
  return textChanges[nextNumber(textChanges.length)]?.() ?? text;
}

/**
 * Returns a function that creates random whole numbers from 0 to `below` - 1 (linear congruential generator of Numerical Recipes). The same
 * seed gives the same sequence.
 * @param {number} seed
 */
export function createNumberGenerator(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
