import { readCases } from './conformance.mjs';

/** @typedef {import('./lines.mjs').Case} Case */

/** Pieces that mail clients, editors and people put between the characters of a code, and some that break it. */
const pieces = [
  ' ', '-', '\n', '\r\n', '> ', '"', '*', '_', '.', ',', ':', '=', '=20', '=\n', '=C2=A0', '=C2', '%2D', '%E2%80%93', '%', '&', '&nbsp;', '&amp;#45;',
  '&#8209;', '&#xD800;', '&#9999999;', '&shy;', '&amp;', '<br>', '</p>', '<b', '<div class="x">', '<x>', '\\n', '\\', '\0', '\t', '\u00a0', '\u00ad', '\u0131',
  '\u0301', '\u200b', '\u2011', '\u2014', '\u2026', '\u2028', '\u202e', '\u2122', '\u2212', '\u3000', '\u30fc', '\ufeff', '\ufffd', '\uff0d', '\uff11', '\u00e9', '\u4e2d',
  '\u{1f600}', '\u{1d401}', 'U', '-U10', 'U2E-', 'I', 'L', 'O', 'BV-', 'BL-', 'BR-', 'BV', 'B', 'V', 'and ', 'thanks', 'BASICS LICENCE FILE', '\ufeffBASICS LICENCE FILE v1\n', 'key: ', '0', '7',
]; // prettier-ignore

/** The same texts for the same seed: genuine codes, files and lists of the published cases, each with one to three random changes. @param {number} count @param {number} seed @returns {Case[]} */
export function mangledCases(count, seed) {
  const next = numbersFrom(seed);
  const genuine = readCases().filter(
    ({ kind, expect }) =>
      /^(verification-code|return-code|licence|revocation-list)$/.test(kind) && !('refusal' in expect),
  );
  return Array.from({ length: count }, (_, index) => {
    const { kind, text, keys = [] } = genuine[next(genuine.length)] ?? { kind: '', text: '', keys: [] };
    let changed = String(text);
    for (let changes = 1 + next(3); changes > 0; changes--) changed = change(changed, next);
    return { id: `mangled ${index}`, kind, text: changed.toWellFormed(), keys, expect: undefined };
  });
}

/** @param {string} text @param {(below: number) => number} next */
function change(text, next) {
  const at = next(text.length + 1);
  const length = next(4) === 0 ? next(40) : 1;
  const piece = pieces[next(pieces.length)] ?? '';
  const kinds = [
    () => text.slice(0, at) + piece + text.slice(at),
    () => text.slice(0, at) + piece + text.slice(at + length),
    () => text.slice(0, at) + text.slice(at + length),
    () => text.slice(0, at) + text.slice(at, at + length).toLowerCase() + text.slice(at + length),
    () => text.slice(0, at) + text.slice(at, at + length) + text.slice(at),
    () => text.replaceAll('-', piece),
    () => text.slice(0, at),
    () => `${piece}${text}`,
    () => `${text}${piece}`,
    () => text.slice(0, at) + String.fromCodePoint(next(8) === 0 ? next(0x3100) : 32 + next(95)) + text.slice(at + 1),
  ];
  return kinds[next(kinds.length)]?.() ?? text;
}

/** Whole numbers below `below`, the same sequence for the same seed (linear congruential generator of Numerical Recipes). @param {number} seed */
function numbersFrom(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
