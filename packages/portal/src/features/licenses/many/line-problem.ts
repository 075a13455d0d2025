import { ApiProblem, portalProblem } from '#portal/api/api-problem.ts';
import type { LineProblem } from './batch.ts';

/** Describes the failed call of a line; an error that is not a problem of the portal means that no answer arrived. */
export function toLineProblem(error: unknown): LineProblem {
  const { code, message } = error instanceof ApiProblem ? error : portalProblem('UNREACHABLE', 0, error);
  return { code, message };
}
