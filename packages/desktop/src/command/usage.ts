import { ToolProblem } from '#desktop/tool-problem.ts';

/** The error for a command with wrong arguments. */
export function createUsageProblem(message: string): ToolProblem {
  return new ToolProblem('USAGE', message, 'See "basics --help".');
}
