import { phrases } from '../texts/phrases.ts';
import type { ProblemFacts } from '../calls/problems.ts';

/**
 * Returns the facts for the message of SEAT_LIMIT: how many PCs the user can license, and the names of the PCs that are
 * in use.
 */
export const createSeatFacts = (allowed: number, names: readonly string[]): ProblemFacts<'SEAT_LIMIT'> => ({
  seats: phrases().seatsInUse(allowed),
  machines: names.join(', '),
});
