import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { environmentKeys, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { findMisspelt } from './misspelt-names.ts';
import { StartFault } from './platform/start-fault.ts';

/**
 * Reads the configuration of this process: environment, `.env` of the working directory, arguments. Prints a line for each name in the
 * environment that looks like one of the portal's variables, because its value is not used.
 */
export async function readSettings(args: readonly string[]): Promise<Config> {
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  const reading = readConfig({ environment: process.env, dotenv: await readDotenv(join(cwd, '.env')), args, cwd });
  for (const { given, meant } of findMisspelt(Object.keys(process.env), environmentKeys))
    process.stderr.write(`The environment has ${given}, which the portal does not read. Did you mean ${meant}?\n`);
  if (reading.ok) return reading.config;
  throw new StartFault(
    ['The configuration is not valid:', ...reading.faults.map((fault) => `  - ${fault}`)].join('\n'),
  );
}

async function readDotenv(file: string): Promise<Record<string, string | undefined>> {
  try {
    return parseEnv(await readFile(file, 'utf8'));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return {};
    throw new StartFault(`${file} cannot be read. Check its permissions.`, { cause });
  }
}
