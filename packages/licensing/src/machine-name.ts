import { utf8 } from './bytes.ts';

/** UTF-8 bytes. */
export const longestMachineName = 32;

/** The name as a code may carry it: NFC, no control characters, cut to 32 bytes of UTF-8 between characters. */
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

/** Whether a name that was read is one that a tool may write. */
export function isMachineName(name: string): boolean {
  return utf8(name).length <= longestMachineName && name === name.normalize('NFC') && !/[\p{Cc}\p{Cs}]/u.test(name);
}
