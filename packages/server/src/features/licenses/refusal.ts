import type { Refusal } from '@basics/licensing/reading.ts';
import type { CodeRefusal } from '@basics/licensing/text-form.ts';
import { problem, problemWith } from '#server/platform/problem.ts';
import type { Problem } from '#server/platform/problem.ts';
import type { Plan, Policy } from './license.ts';

/** Why a text could not be read as a verification code. */
export function codeProblem(refusal: Refusal<CodeRefusal>): Problem {
  if (refusal.code !== 'CODE_INCOMPLETE') return problem(refusal.code);
  return problemWith('CODE_INCOMPLETE', { found: refusal.found ?? 0, expected: refusal.expected ?? 0 });
}

/** Which limit stands in the way of a plan, if one does. */
export function limitProblem(plan: Plan, policy: Policy, machineNames: readonly string[]): Problem | null {
  if (plan.refusal === 'SEAT_LIMIT')
    return problemWith('SEAT_LIMIT', { allowed: policy.seats, machines: machineNames.join(', ') });
  if (plan.refusal === 'MOVE_LIMIT') return problemWith('MOVE_LIMIT', { allowed: policy.moves });
  return null;
}
