import { phrases } from './phrases.ts';
import type { ProblemFacts } from './problems.ts';

/** The details of SEAT_LIMIT: the number of PCs a licence is for, all in use, and their names. */
export const createSeatFacts = (allowed: number, names: readonly string[]): ProblemFacts<'SEAT_LIMIT'> => ({
  seats: phrases().seatsInUse(allowed),
  machines: names.join(', '),
});
