import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { environmentKeys, readConfig, secretKeys, type Config, type ConfigReading } from './config.ts';
import { readTextIfPresent } from '../platform/files.ts';
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
 * Reads the configuration from the environment, from the file `.env` of the home folder, from files of secrets, and from the arguments. Warns
 * of each misspelt name of a variable in the environment, because its value is not used. Throws StartFault if the configuration is not valid.
 */
export const readSettings = async (args: readonly string[], source?: SettingsSource): Promise<Config> =>
  (await readSettingsWithSources(args, source)).config;

/** Reads the configuration as `readSettings` does, with the source of each value. */
export async function readSettingsWithSources(
  args: readonly string[],
  { environment, home, printNote }: SettingsSource = createProcessSource(),
): Promise<Extract<ConfigReading, { ok: true }>> {
  const dotenv = parseEnv((await readTextIfPresent(join(home, '.env'))) ?? '');
  const secrets = await readSecretFiles({ environment, dotenv }, home);
  const reading = readConfig({ environment, dotenv, files: secrets.values, args, cwd: home });
  for (const { givenName, meantName } of findMisspelt(Object.keys(environment), environmentKeys))
    printNote(`The environment has ${givenName}, which the portal does not read. Did you mean ${meantName}?`);
  if (reading.ok && secrets.faults.length === 0) return reading;
  const faults = [...secrets.faults, ...(reading.ok ? [] : reading.faults)];
  throw new StartFault(['The configuration is not valid:', ...faults.map((fault) => `  - ${fault}`)].join('\n'));
}

type Sources = Record<'environment' | 'dotenv', SettingsSource['environment']>;

/** Reads the secrets whose variables, with `_FILE` at the end, name a file, as the secrets of Docker, Kubernetes and systemd. */
async function readSecretFiles({ environment, dotenv }: Sources, home: string) {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const key of secretKeys) {
    const name = `${key}_FILE`;
    const file = (environment[name] ?? dotenv[name])?.trim();
    if (!file) continue;
    // oxlint-disable-next-line no-await-in-loop -- few files
    const text = (await readTextIfPresent(resolve(home, file)))?.trim();
    if (environment[key] || dotenv[key]) faults.push(`${key} and ${name} are both set. Remove one of them.`);
    else if (text === undefined) faults.push(`${name} names the file ${file}, which does not exist.`);
    else if (text === '') faults.push(`${name} names the file ${file}, which is empty.`);
    else values[key] = text;
  }
  return { values, faults };
}

/**
 * The name of an environment variable that the portal does not know but that looks like one of its variables, with the
 * name of that variable.
 */
type MisspeltName = { givenName: string; meantName: string };

/**
 * Names with fewer characters may not differ in a character, because they are often variables of other programs: POST
 * differs from PORT in one character.
 */
const minLengthForWrongCharacter = 7;

/**
 * Finds names that differ from a known name only in upper and lower case or in separators (`PublicUrl`), or in one
 * character that is missing, added, changed or swapped with the next character (`PUBLIC_ULR`).
 */
export function findMisspelt(givenNames: readonly string[], knownNames: readonly string[]): MisspeltName[] {
  return givenNames
    .filter((name) => !knownNames.includes(name))
    .flatMap((name) => {
      const meantName = knownNames.find((knownName) => looksLike(name, knownName));
      return meantName === undefined ? [] : [{ givenName: name, meantName }];
    });
}

const normaliseName = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

function looksLike(name: string, knownName: string): boolean {
  const [givenName, expectedName] = [normaliseName(name), normaliseName(knownName)];
  return (
    givenName === expectedName ||
    (expectedName.length >= minLengthForWrongCharacter && differInOneCharacter(givenName, expectedName))
  );
}

function differInOneCharacter(firstName: string, secondName: string): boolean {
  const [longer, shorter] = firstName.length >= secondName.length ? [firstName, secondName] : [secondName, firstName];
  const differenceIndex = Array.from(longer).findIndex((letter, index) => letter !== shorter[index]);
  const restOfLonger = longer.slice(differenceIndex + 1);
  const swappedName = `${longer[differenceIndex + 1]}${longer[differenceIndex]}${longer.slice(differenceIndex + 2)}`;
  return longer.length === shorter.length
    ? restOfLonger === shorter.slice(differenceIndex + 1) || swappedName === shorter.slice(differenceIndex)
    : restOfLonger === shorter.slice(differenceIndex);
}
