import { fillCodeMessage } from '@basics/contract/calls/code-problems.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import type { Refusal } from '@basics/licensing/encoding/reading.ts';
import type { CodeRefusal } from '@basics/licensing/text/text-form.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { readLicenceCode } from '@basics/licensing/licence-code.ts';
import { readVerificationCodes } from '@basics/licensing/text/several-codes.ts';
import { charactersWithNameLength, readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { codeFile } from '#portal/texts/code-file.ts';
import { readFileText } from '#portal/ui/files/local-files.ts';
import { browserPrimitives } from '#portal/session/codes/browser-primitives.ts';
import { findReturnCode } from '../give-back/read-return.ts';
import { findWrongGroup, type WrongGroup } from './wrong-group.ts';

/** `wrong` is the group that was mistyped, if it is known. */
export type CodeReading = { ok: true; code: VerificationCode } | { ok: false; error: string; wrong: WrongGroup | null };

/** Reads a verification code from a text, without the server; `error` describes the problem and its position. */
export function readCode(text: string): CodeReading {
  const codeResult = readVerificationCode(text, browserPrimitives);
  return codeResult.ok
    ? { ok: true, code: codeResult.value }
    : { ok: false, error: describeRefusal(codeResult.refusal), wrong: findWrongGroup(text, codeResult.refusal) };
}

/** Whether a text contains a complete verification code or return code. */
export const hasWholeCode = (text: string): boolean => findReturnCode(text) !== null || readCode(text).ok;

/** Whether a text contains the verification codes of several PCs: several readable codes, or a readable and a damaged one. */
export function hasSeveralCodes(text: string): boolean {
  const readings = readVerificationCodes(text, browserPrimitives);
  const codes = new Set(readings.flatMap((reading) => (reading.ok ? [reading.value.text] : [])));
  return (
    codes.size > 1 || (codes.size === 1 && readings.some((reading) => !reading.ok && isDamagedCode(reading.refusal)))
  );
}

/** The number of characters from which a text is a code that was cut, and not a word that begins like a code. */
const minDamagedLength = 24;

const isDamagedCode = ({ code, found = minDamagedLength }: Refusal<CodeRefusal>): boolean =>
  (code === 'CODE_TYPO' || code === 'CODE_INCOMPLETE') && found >= minDamagedLength;

/** Whether a text contains a licence file or a complete licence code. */
export function hasLicence(text: string): boolean {
  if (text.includes('BASICS LICENCE FILE')) return true;
  // Without trusted keys, a complete licence code is refused because of its key.
  const codeResult = readLicenceCode(text, [], { ...browserPrimitives, verifyEd25519: () => false });
  return !codeResult.ok && codeResult.refusal.code === 'UNKNOWN_KEY';
}

/** Shortens a text that is too long for the address to the codes in it. */
export function keepCodes(text: string): string {
  if (text.length <= limits.text.code) return text;
  const codes = readVerificationCodes(text, browserPrimitives).flatMap((reading) =>
    reading.ok ? [reading.value.text] : [],
  );
  const foundCodes = [findReturnCode(text), ...codes].filter((code) => code !== null);
  return foundCodes.length > 0 ? foundCodes.join('\n') : text.slice(0, limits.text.code);
}

/** Reads the codes of files as one text. If there are several files, each of them must contain a code. */
export async function readCodeFiles(
  files: readonly File[],
): Promise<{ ok: true; text: string } | { ok: false; error: string }> {
  const fileTexts: string[] = [];
  for (const file of files) {
    // oxlint-disable-next-line no-await-in-loop -- users drop a few small files
    const fileText = await readFileText(file);
    if (!fileText.ok) {
      const reason = codeFile.bad[fileText.reason];
      return { ok: false, error: files.length > 1 ? codeFile.badNamed(file.name, reason) : reason };
    }
    if (files.length > 1 && !hasWholeCode(fileText.text)) return { ok: false, error: codeFile.noCode(file.name) };
    fileTexts.push(fileText.text);
  }
  return { ok: true, text: fileTexts.join('\n\n') };
}

const groupLength = 6;

/** Returns the error message for an unreadable text, with what to do. */
export function describeRefusal({ code, detail, line, found = 0, expected = 0 }: Refusal<CodeRefusal>): string {
  switch (code) {
    case 'NOT_A_CODE':
      if (detail === 'empty') return fieldMessages.verificationCode;
      if (detail === 'too-long') return texts.entry.tooMuchText;
      if (detail === 'licence-code') return texts.entry.licenceCodePasted;
      if (detail === 'licence-file') return texts.entry.licenceFilePasted;
      return fillCodeMessage(code, {});
    case 'CODE_INCOMPLETE':
      return fillCodeMessage(code, {
        found,
        expected: found < charactersWithNameLength ? texts.entry.atLeast(expected) : expected,
      });
    case 'CODE_TYPO':
      if (line !== undefined) return texts.entry.wrongLine(line);
      if (detail === 'foreign-character') return texts.entry.foreignCharacter(Math.floor(found / groupLength) + 1);
      if (detail === 'too-long') return texts.entry.tooManyCharacters(found, expected);
      return fillCodeMessage(code, {});
    case 'CODE_NEWER':
    default:
      return fillCodeMessage(code, {});
  }
}
