import { readReturnCode } from '@basics/licensing/return-code.ts';
import { browserPrimitives } from '#portal/features/licenses/browser-primitives.ts';

/** Returns the return code that a text contains, or null. */
export function readReturn(text: string): string | null {
  const result = readReturnCode(text, browserPrimitives);
  return result.ok ? result.value.text : null;
}
