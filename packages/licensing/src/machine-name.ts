import { encodeUtf8 } from './bytes.ts';

/** The maximum length, in UTF-8 bytes. */
export const maxMachineNameBytes = 32;

/**
 * Controls, lone surrogates, line and paragraph separators, byte-order marks, and marks that change the direction of writing: with these a
 * name could break or reorder the text around it ("Trojan Source", CVE-2021-42574).
 */
const unseen = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A character that belongs to the one before it: combining marks, variation selectors, skin tones, and what a joiner joins. */
const attached =
  /^(?:[\u{300}-\u{36f}]|[\u{1ab0}-\u{1aff}]|[\u{1dc0}-\u{1dff}]|\u{200d}|[\u{20d0}-\u{20ff}]|[\u{fe00}-\u{fe0f}]|[\u{1f3fb}-\u{1f3ff}])/u;

/**
 * The name in the form for codes: without unseen characters, NFC, cut to 32 bytes of UTF-8 between two characters. Rules in the format
 * document, so that tools without tables of Unicode cut in the same place.
 */
export function toMachineName(name: string): string {
  // Normalised last: a character that is removed may have kept two others apart.
  const characters = Array.from(removeUnseen(name).normalize('NFC').trim());
  let kept = characters.length;
  while (kept > 0 && !isBorder(characters, kept)) kept--;
  return characters.slice(0, kept).join('').trim();
}

/** A name from a code without what could change the text around it: codes are not signed. */
export function removeUnseen(name: string): string {
  return name.replace(unseen, '');
}

/** Whether a name may end before the character at `at`. */
function isBorder(characters: readonly string[], at: number): boolean {
  if (encodeUtf8(characters.slice(0, at).join('')).length > maxMachineNameBytes) return false;
  return !attached.test(characters[at] ?? '') && (at === characters.length || characters[at - 1] !== '\u200d');
}

/** Whether the format allows a name. It allows marks of direction, because older tools wrote them; a reader removes them by `removeUnseen`. */
export function isMachineName(name: string): boolean {
  return encodeUtf8(name).length <= maxMachineNameBytes && !/[\p{Cc}\p{Cs}]/u.test(name);
}
