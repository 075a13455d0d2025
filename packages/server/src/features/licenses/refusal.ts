import type { Refusal } from '@basics/licensing/reading.ts';
import type { CodeRefusal } from '@basics/licensing/text-form.ts';
import { phrases } from '@basics/contract/phrases.ts';
import { seatFacts } from '@basics/contract/seat-facts.ts';
import { problem, problemWith } from '#server/platform/problem.ts';
import type { Problem } from '#server/platform/problem.ts';
import { ageProblem } from './code-age.ts';
import { holdsSeat } from './license.ts';
import type { Plan, Situation } from './license.ts';

/** Why a text could not be read as a verification code. */
export function codeProblem(refusal: Refusal<CodeRefusal>): Problem {
  if (refusal.code !== 'CODE_INCOMPLETE') return problem(refusal.code);
  return problemWith('CODE_INCOMPLETE', { found: refusal.found ?? 0, expected: refusal.expected ?? 0 });
}

/** What stands in the way of a plan, if anything does: the age of the code first, then the limits. */
export function planProblem(plan: Plan, situation: Situation): Problem | null {
  const late = ageProblem(situation.claims.createdAt, situation.now);
  if (late) return late;
  const { policy } = situation;
  if (plan.refusal === 'SEAT_LIMIT') return problemWith('SEAT_LIMIT', seatFacts(policy.seats, seatedNames(situation)));
  if (plan.refusal === 'MOVE_LIMIT') return problemWith('MOVE_LIMIT', { allowed: policy.moves });
  return null;
}

/** The PCs that hold the seats, by the names that people know. */
function seatedNames({ machines, now }: Situation): string[] {
  return machines.filter((machine) => holdsSeat(machine, now)).map(({ name }) => name || phrases().unnamedPc());
}
