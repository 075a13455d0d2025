import { decodeText, detectEncodings } from '@basics/contract/fields/text-encodings.ts';
import { readFile } from 'node:fs/promises';
import { StartFault } from './start-fault.ts';

/**
 * Reads a text file of an operator in UTF-8 or UTF-16, which programs for Windows write, without its byte order mark. Returns null if there
 * is no such file. Throws StartFault if the file cannot be read, or if its text is in another encoding.
 */
export async function readTextIfPresent(file: string): Promise<string | null> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new StartFault(`${file} cannot be read. Check its permissions.`, { cause });
  }
  const [encoding] = detectEncodings(bytes);
  if (!encoding.startsWith('utf-'))
    throw new StartFault(`${file} is not UTF-8 text. Save the file with the encoding UTF-8.`);
  return decodeText(bytes, encoding);
}
