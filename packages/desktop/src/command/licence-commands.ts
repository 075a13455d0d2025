import {
  printAndExit,
  createBasicsTool,
  readLicenceArgument,
  parseArguments,
  refuseArguments,
  type Command,
} from './command.ts';
import type { Finding } from '#desktop/tool.ts';
import { findingWords } from '#desktop/finding-words.ts';
import { refreshRevocations } from './revocations-command.ts';
import { formatFindingAsJson, printFinding } from './print-finding.ts';
import type { Environment } from './world.ts';

const options = { json: { type: 'boolean' } } as const;

/** `basics install`: exit code 0 when the licence is installed, valid or in its grace period. */
export const runInstall: Command = async (words, world) => {
  const { values, positionals } = parseArguments(words, options);
  const finding = createBasicsTool(world).install(await readLicenceArgument(positionals, world));
  return printInstalled(finding, values.json === true, world);
};

/** Prints the result of an installation. Returns the exit code: 0 when the licence is installed. */
export function printInstalled(finding: Finding, json: boolean, world: Environment): number {
  if (json) world.print(JSON.stringify({ installed: finding.allowed, ...formatFindingAsJson(finding, world) }));
  else if (finding.allowed) world.print(`Installed.\n${printFinding(finding, world)}`);
  else world.note(`Not installed. The previous licence is unchanged.\n${printFinding(finding, world)}`);
  return finding.allowed ? 0 : findingWords[finding.code].exitCode;
}

/** `basics status`: the exit code says whether the tool may run. `--read-only` prints the status of a tool that continues read-only after the grace period. */
export const runStatus: Command = async (words, world) => {
  const { values, positionals } = parseArguments(words, {
    ...options,
    offline: { type: 'boolean' },
    'read-only': { type: 'boolean' },
  });
  refuseArguments(positionals);
  const tool = createBasicsTool(world, { afterGrace: values['read-only'] === true ? 'readOnly' : 'stop' });
  if (values.offline !== true) await refreshRevocations(tool, world);
  return printAndExit(tool.status(), values.json === true, world);
};

/** `basics check`: checks any licence, also one for another PC or another tool. */
export const runCheck: Command = async (words, world) => {
  const { values, positionals } = parseArguments(words, options);
  return printAndExit(
    createBasicsTool(world).check(await readLicenceArgument(positionals, world)),
    values.json === true,
    world,
  );
};
