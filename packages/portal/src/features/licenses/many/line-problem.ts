import { ApiProblem, createPortalProblem } from '#portal/api/api-problem.ts';
import type { LineProblem } from './batch.ts';

/** Converts an error to the problem of a line. An error that is not an `ApiProblem` means that no answer arrived. */
export function toLineProblem(error: unknown): LineProblem {
  const { code, message } = error instanceof ApiProblem ? error : createPortalProblem('UNREACHABLE', 0, error);
  return { code, message };
}
