import { ToolProblem } from '#desktop/tool-problem.ts';

/** A command that was not understood. */
export function usage(message: string): ToolProblem {
  return new ToolProblem('USAGE', message, 'See "basics --help".');
}
