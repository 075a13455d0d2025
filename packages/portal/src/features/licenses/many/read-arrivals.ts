import { readVerificationCodes } from '@basics/licensing/several-codes.ts';
import { codeFile } from '#portal/texts/code-file.ts';
import { readFileText } from '#portal/ui/forms/text-of-file.ts';
import { browserPrimitives } from '../browser-primitives.ts';
import { describeRefusal } from '../read-code.ts';
import type { Arrival } from './batch.ts';

/** Returns the codes in a text, with any text between them; none if nothing in it begins like a code. */
export function readCodes(text: string, file: string | null = null): Arrival[] {
  return readVerificationCodes(text, browserPrimitives).map((reading) =>
    reading.ok ? { file, code: reading.value } : { file, words: describeRefusal(reading.refusal) },
  );
}

/** Returns the codes in each file; a file without a code gets a line with an error. */
export async function readCodesOfFiles(files: readonly File[]): Promise<Arrival[]> {
  const read = await Promise.all(files.map((file) => readCodesOfFile(file)));
  return read.flat();
}

async function readCodesOfFile(file: File): Promise<Arrival[]> {
  const read = await readFileText(file);
  if (!read.ok) return [{ file: file.name, words: codeFile.bad[read.reason] }];
  const found = readCodes(read.text, file.name);
  return found.length > 0 ? found : [{ file: file.name, words: describeRefusal({ code: 'NOT_A_CODE' }) }];
}
