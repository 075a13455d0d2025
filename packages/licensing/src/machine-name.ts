import { encodeUtf8 } from './encoding/bytes.ts';

/** The maximum length of the name of a PC, in UTF-8 bytes. */
export const maxMachineNameBytes = 32;

/**
 * Characters with which a name could break or reorder the text around it ("Trojan Source", CVE-2021-42574): control
 * characters, lone surrogates, line and paragraph separators, byte-order marks, and marks that change the direction of
 * writing.
 */
const invisibleCharacterPattern = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** A character that belongs to the previous one: a combining mark, a variation selector, a skin tone, or a character after a joiner. */
const attachedCharacterPattern =
  /^(?:[\u{300}-\u{36f}]|[\u{1ab0}-\u{1aff}]|[\u{1dc0}-\u{1dff}]|\u{200d}|[\u{20d0}-\u{20ff}]|[\u{fe00}-\u{fe0f}]|[\u{1f3fb}-\u{1f3ff}])/u;

/**
 * Converts a name to the form in codes: without invisible characters, in NFC, and cut between two characters to at most
 * 32 bytes of UTF-8. docs/licence-format.md specifies where a name is cut, so that tools without Unicode tables cut it
 * at the same position.
 */
export function toMachineName(name: string): string {
  // The name is normalised after invisible characters are removed, because NFC may combine two characters that were
  // separated by one of them.
  const characters = Array.from(removeInvisibleCharacters(name).normalize('NFC').trim());
  let keptLength = characters.length;
  while (keptLength > 0 && !canBeCutBefore(characters, keptLength)) keptLength--;
  return characters.slice(0, keptLength).join('').trim();
}

/**
 * Removes the characters of a name that could change the text around it. Names in verification codes must be cleaned
 * with this function, because these codes are not signed.
 */
export function removeInvisibleCharacters(name: string): string {
  return name.replace(invisibleCharacterPattern, '');
}

function canBeCutBefore(characters: readonly string[], position: number): boolean {
  if (encodeUtf8(characters.slice(0, position).join('')).length > maxMachineNameBytes) return false;
  return (
    !attachedCharacterPattern.test(characters[position] ?? '') &&
    (position === characters.length || characters[position - 1] !== '\u200d')
  );
}

/**
 * Returns whether a licence may contain this name of a PC. Names may contain direction marks, because older tools wrote
 * them; readers remove them with `removeInvisibleCharacters`.
 */
export function isMachineName(name: string): boolean {
  return encodeUtf8(name).length <= maxMachineNameBytes && !/[\p{Cc}\p{Cs}]/u.test(name);
}
