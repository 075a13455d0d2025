import { fillMessage } from '@basics/contract/problems.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import type { Refusal } from '@basics/licensing/reading.ts';
import type { CodeRefusal } from '@basics/licensing/text-form.ts';
import { charactersWithNameLength, readVerificationCode } from '@basics/licensing/verification-code.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';
import { licenses as texts } from '#portal/texts/licenses.ts';
import { browserPrimitives } from './browser-primitives.ts';

export type CodeReading = { ok: true; code: VerificationCode } | { ok: false; error: string };

/** Reads a verification code from a text, without the server; `error` describes the problem and its position. */
export function readCode(text: string): CodeReading {
  const codeResult = readVerificationCode(text, browserPrimitives);
  return codeResult.ok
    ? { ok: true, code: codeResult.value }
    : { ok: false, error: describeRefusal(codeResult.refusal) };
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
      return fillMessage(code, {});
    case 'CODE_INCOMPLETE':
      return fillMessage(code, {
        found,
        expected: found < charactersWithNameLength ? texts.entry.atLeast(expected) : expected,
      });
    case 'CODE_TYPO':
      if (line !== undefined) return texts.entry.wrongLine(line);
      if (detail === 'foreign-character') return texts.entry.foreignCharacter(Math.floor(found / groupLength) + 1);
      if (detail === 'too-long') return texts.entry.tooManyCharacters(found, expected);
      return fillMessage(code, {});
    case 'CODE_NEWER':
    default:
      return fillMessage(code, {});
  }
}
