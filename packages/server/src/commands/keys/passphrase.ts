import { resolve } from 'node:path';
import { readTextIfPresent } from '#server/platform/files.ts';
import { UsageFault, type Options, type Shell } from '../command.ts';

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
  const text = file === '-' ? await shell.readStandardInput() : await readTextIfPresent(resolve(shell.cwd, file));
  const passphrase = (text ?? '').replace(/\r?\n$/, '');
  if (passphrase.length < minPassphraseLength)
    throw new UsageFault(`The passphrase must have at least ${minPassphraseLength} characters.`);
  return passphrase;
}
