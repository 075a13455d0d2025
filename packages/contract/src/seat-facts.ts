import { phrases } from './phrases.ts';
import type { ProblemFacts } from './problems.ts';

/** The facts of SEAT_LIMIT: how many PCs a licence is for, all of them in use, and what they are called. */
export const seatFacts = (allowed: number, names: readonly string[]): ProblemFacts<'SEAT_LIMIT'> => ({
  seats: phrases().seatsInUse(allowed),
  machines: names.join(', '),
});
