import { readReturnCode } from '@basics/licensing/return-code.ts';
import { browserPrimitives } from '#portal/features/licenses/browser-primitives.ts';

/** The return code in a text on one line; null if there is none. */
export function readReturn(text: string): string | null {
  const reading = readReturnCode(text, browserPrimitives);
  return reading.ok ? reading.value.text : null;
}
