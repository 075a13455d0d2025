import { encodeUtf8 } from './bytes.ts';

/** The maximum length, in UTF-8 bytes. */
export const maxMachineNameBytes = 32;

/**
 * Controls, lone surrogates, line and paragraph separators, byte-order marks, and marks that change the direction of writing: with these a
 * name could break or reorder the text around it ("Trojan Source", CVE-2021-42574).
 */
const unseen = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF]/gu;

/** The name in the form for codes: without unseen characters, NFC, cut to 32 bytes of UTF-8 at a character boundary. */
export function toMachineName(name: string): string {
  // Normalised last: a character that is removed may have kept two others apart.
  const clean = name.replace(unseen, '').normalize('NFC').trim();
  let kept = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(clean)) {
    length += encodeUtf8(segment).length;
    if (length > maxMachineNameBytes) break;
    kept += segment;
  }
  return kept.trim();
}

/** Whether the format allows a name. It allows marks of direction, because older tools wrote them; a reader removes them by `machineNameOf`. */
export function isMachineName(name: string): boolean {
  return (
    encodeUtf8(name).length <= maxMachineNameBytes && name === name.normalize('NFC') && !/[\p{Cc}\p{Cs}]/u.test(name)
  );
}
