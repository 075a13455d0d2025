import { ToolProblem } from '#desktop/tool-problem.ts';

/** Creates the error for a command with wrong arguments. */
export function createUsageProblem(message: string): ToolProblem {
  return new ToolProblem('USAGE', message, 'See "basics --help".');
}
