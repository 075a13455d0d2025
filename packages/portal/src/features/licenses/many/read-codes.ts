import { readVerificationCodes } from '@basics/licensing/text/several-codes.ts';
import { codeFile } from '#portal/texts/code-file.ts';
import { readFileText } from '#portal/ui/files/local-files.ts';
import { browserPrimitives } from '../codes/browser-primitives.ts';
import { describeRefusal } from '../codes/read-code.ts';
import type { AddedCode } from './batch.ts';

/** Returns the codes in a text. Other text between the codes is ignored. The list is empty if nothing in the text begins like a code. */
export function readCodes(text: string, file: string | null = null): AddedCode[] {
  return readVerificationCodes(text, browserPrimitives).map((reading) =>
    reading.ok ? { file, code: reading.value } : { file, error: describeRefusal(reading.refusal) },
  );
}

/** Returns the codes in each file; a file without a code gets a line with an error. */
export async function readCodesOfFiles(files: readonly File[]): Promise<AddedCode[]> {
  const codesOfFiles = await Promise.all(files.map((file) => readCodesOfFile(file)));
  return codesOfFiles.flat();
}

async function readCodesOfFile(file: File): Promise<AddedCode[]> {
  const fileResult = await readFileText(file);
  if (!fileResult.ok) return [{ file: file.name, error: codeFile.bad[fileResult.reason] }];
  const addedCodes = readCodes(fileResult.text, file.name);
  return addedCodes.length > 0 ? addedCodes : [{ file: file.name, error: describeRefusal({ code: 'NOT_A_CODE' }) }];
}
