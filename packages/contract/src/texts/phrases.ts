import type { ProblemFacts } from '../calls/problems.ts';
import { activeTexts } from './active-texts.ts';
import { englishPhrases, type Phrases } from './english-phrases.ts';

/** Returns the phrases in the active language. They have their own file, so that the sign-in page does not load them. */
export const phrases = (): Phrases => activeTexts()?.phrases ?? englishPhrases;

/**
 * Returns the facts for the message of SEAT_LIMIT: how many PCs the user can license, and the names of the PCs that are
 * in use.
 */
export const createSeatFacts = (allowed: number, names: readonly string[]): ProblemFacts<'SEAT_LIMIT'> => ({
  seats: phrases().seatsInUse(allowed),
  machines: names.join(', '),
});
