import { spawnSync } from 'node:child_process';

/** The output of a program, empty when it is missing, fails or takes longer than ten seconds. */
export type RunProgram = (file: string, parameters: readonly string[]) => string;

export const runProgram: RunProgram = (file, parameters) => {
  const run = spawnSync(file, parameters, { encoding: 'utf8', timeout: 10_000, windowsHide: true });
  return run.status === 0 ? run.stdout : '';
};
