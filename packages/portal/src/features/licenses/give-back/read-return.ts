import { readReturnCode } from '@basics/licensing/return-code.ts';
import { browserPrimitives } from '#portal/session/codes/browser-primitives.ts';

/** Returns the return code that a text contains, or null. */
export function findReturnCode(enteredText: string): string | null {
  const codeResult = readReturnCode(enteredText, browserPrimitives);
  return codeResult.ok ? codeResult.value.text : null;
}
