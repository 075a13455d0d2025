import { ApiProblem, portalProblem } from '#portal/api/api-problem.ts';
import type { LineProblem } from './batch.ts';

/** What is said of a line whose call has failed; whatever is no problem of the portal is no answer of it either. */
export function lineProblemOf(error: unknown): LineProblem {
  const { code, message } = error instanceof ApiProblem ? error : portalProblem('UNREACHABLE', 0, error);
  return { code, message };
}
