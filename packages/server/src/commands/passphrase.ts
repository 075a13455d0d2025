import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { decodeText } from '#server/platform/decode-text.ts';
import { StartFault } from '#server/platform/start-fault.ts';
import { UsageFault } from './command.ts';
import type { Options, Shell } from './command.ts';

export const passphraseOption = {
  'passphrase-file': {
    is: 'text',
    value: 'FILE',
    summary: 'a file that contains the passphrase, or - for standard input; at least 16 characters',
  },
} as const satisfies Options;

export type PassphraseOptions = { 'passphrase-file'?: string };

const minPassphraseLength = 16;

/** Reads the passphrase without its line end. */
export async function readPassphrase({ 'passphrase-file': file }: PassphraseOptions, shell: Shell): Promise<string> {
  if (file === undefined) throw new UsageFault('Give --passphrase-file with a file, or - for standard input.');
  const text = file === '-' ? await shell.readStandardInput() : await readIfPresent(resolve(shell.cwd, file));
  const passphrase = (text ?? '').replace(/\r?\n$/, '');
  if (passphrase.length < minPassphraseLength)
    throw new UsageFault(`The passphrase must have at least ${minPassphraseLength} characters.`);
  return passphrase;
}

/** Reads a file; null if there is no such file. Throws StartFault if the file cannot be read, or is no text. */
export async function readIfPresent(file: string): Promise<string | null> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new StartFault(`${file} cannot be read.`, { cause });
  }
  const text = decodeText(bytes);
  if (text === null) throw new StartFault(`${file} is not UTF-8 text. Save the file with the encoding UTF-8.`);
  return text;
}
