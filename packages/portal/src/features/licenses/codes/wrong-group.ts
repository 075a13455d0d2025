import type { Refusal } from '@basics/licensing/encoding/reading.ts';
import type { CodeRefusal } from '@basics/licensing/text/text-form.ts';

export const codePrefix = 'BV';
const groupLength = 6;
/** A text with fewer groups is a word that begins like a code, or the beginning of a code. */
const minGroups = 4;

/** The groups of a typed code, and the only group that cannot be right: it has the wrong length, or a character that codes do not have. */
export type WrongGroup = { groups: readonly string[]; index: number; expectedLength: number; isForeign: boolean };

/**
 * Finds the group of a code that was mistyped, if the text is one code and all its other groups can be right. `refusal` says why the code
 * cannot be read. Returns null if the error is elsewhere, for example in the order of the characters.
 */
export function findWrongGroup(text: string, { code, expected = 0, line }: Refusal<CodeRefusal>): WrongGroup | null {
  // With check characters, the line is known, and the groups have other lengths.
  if ((code !== 'CODE_TYPO' && code !== 'CODE_INCOMPLETE') || line !== undefined) return null;
  const [prefix, ...groups] = text
    .toUpperCase()
    .split(/[\s\-\u2010-\u2015>|"'“”„]+/)
    .filter(Boolean);
  if (prefix !== codePrefix || groups.length < minGroups) return null;
  const last = groups.length - 1;
  const lastLength = Math.ceil(expected / groupLength) === groups.length ? expected - last * groupLength : undefined;
  const findLength = (index: number): number | undefined => (index < last ? groupLength : lastLength);
  const wrong = groups.flatMap((group, index) => {
    const isForeign = /[^0-9A-TV-Z]/.test(group);
    const expectedLength = findLength(index) ?? group.length;
    return isForeign || group.length !== expectedLength ? { groups, index, expectedLength, isForeign } : [];
  });
  const [first, ...others] = wrong;
  return first && others.length === 0 && (groups[first.index] ?? '').length <= 2 * groupLength ? first : null;
}

/** Returns the text of the code with the corrected group. */
export const replaceGroup = ({ groups, index }: WrongGroup, group: string): string =>
  [codePrefix, ...groups.with(index, group.trim().toUpperCase())].join('-');
