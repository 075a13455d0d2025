import { spawnSync } from 'node:child_process';

/** The output of a program, empty when it is missing, fails or takes longer than ten seconds. */
export type RunProgram = (programPath: string, args: readonly string[]) => string;

export const runProgram: RunProgram = (programPath, args) => {
  const run = spawnSync(programPath, args, { encoding: 'utf8', timeout: 10_000, windowsHide: true });
  return run.status === 0 ? run.stdout : '';
};
