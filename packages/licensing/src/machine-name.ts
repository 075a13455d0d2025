import { utf8 } from './bytes.ts';

/** The maximum length, in UTF-8 bytes. */
export const longestMachineName = 32;

/** The name in the form for codes: NFC, without control characters, cut to 32 bytes of UTF-8 at a character boundary. */
export function machineNameOf(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim();
  let kept = '';
  let length = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(clean)) {
    length += utf8(segment).length;
    if (length > longestMachineName) break;
    kept += segment;
  }
  return kept.trim();
}

/** Whether a name in a code could have been written by a tool. */
export function isMachineName(name: string): boolean {
  return utf8(name).length <= longestMachineName && name === name.normalize('NFC') && !/[\p{Cc}\p{Cs}]/u.test(name);
}
