import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { environmentKeys, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { readTextIfPresent } from '../platform/files.ts';
import { findMisspelt } from './misspelt-names.ts';
import { StartFault } from '../platform/problem.ts';

/** The sources of the configuration: the environment, and the folder of `.env`, to which paths are relative. `printNote` prints a warning. */
type SettingsSource = {
  environment: Readonly<Record<string, string | undefined>>;
  home: string;
  printNote: (line: string) => void;
};

export const createProcessSource = (): SettingsSource => ({
  environment: process.env,
  // The scripts of the repository, such as `npm start`, set INIT_CWD to the folder of the repository.
  home: process.env['INIT_CWD'] ?? process.cwd(),
  printNote: (line) => void process.stderr.write(`${line}\n`),
});

/**
 * Reads the configuration from the environment, from the file `.env` of the home folder, and from the arguments. Warns of each misspelt
 * name of a variable in the environment, because its value is not used. Throws StartFault if the configuration is not valid.
 */
export async function readSettings(
  args: readonly string[],
  { environment, home, printNote }: SettingsSource = createProcessSource(),
): Promise<Config> {
  const reading = readConfig({
    environment,
    dotenv: parseEnv((await readTextIfPresent(join(home, '.env'))) ?? ''),
    args,
    cwd: home,
  });
  for (const { givenName, meantName } of findMisspelt(Object.keys(environment), environmentKeys))
    printNote(`The environment has ${givenName}, which the portal does not read. Did you mean ${meantName}?`);
  if (reading.ok) return reading.config;
  throw new StartFault(
    ['The configuration is not valid:', ...reading.faults.map((fault) => `  - ${fault}`)].join('\n'),
  );
}
