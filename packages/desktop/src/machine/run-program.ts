import { spawnSync } from 'node:child_process';

/**
 * Runs a program and returns its output. The output is empty if the program is missing, fails, or takes longer than ten
 * seconds.
 */
export type RunProgram = (programPath: string, args: readonly string[]) => string;

export const runProgram: RunProgram = (programPath, args) => {
  const run = spawnSync(programPath, args, { encoding: 'utf8', timeout: 10_000, windowsHide: true });
  return run.status === 0 ? run.stdout : '';
};
