import {
  printAndExit,
  createBasicsTool,
  readLicenceArgument,
  parseArguments,
  refuseArguments,
  type Command,
} from './command.ts';
import type { Finding } from '#desktop/tool.ts';
import { findingTexts } from '#desktop/finding-texts.ts';
import { refreshRevocations } from './revocations-command.ts';
import { formatFindingAsJson, printFinding } from './print-finding.ts';
import type { Environment } from './environment.ts';

const options = { json: { type: 'boolean' } } as const;

/** `basics install`: exit code 0 when the licence is installed, valid or in its grace period. */
export const runInstall: Command = async (args, environment) => {
  const { values, positionals } = parseArguments(args, options);
  const finding = createBasicsTool(environment).install(await readLicenceArgument(positionals, environment));
  return printInstalled(finding, values.json === true, environment);
};

/** Prints the result of an installation. Returns the exit code: 0 when the licence is installed. */
export function printInstalled(finding: Finding, json: boolean, environment: Environment): number {
  if (json)
    environment.print(JSON.stringify({ installed: finding.allowed, ...formatFindingAsJson(finding, environment) }));
  else if (finding.allowed) environment.print(`Installed.\n${printFinding(finding, environment)}`);
  else environment.note(`Not installed. The previous licence is unchanged.\n${printFinding(finding, environment)}`);
  return finding.allowed ? 0 : findingTexts[finding.code].exitCode;
}

/** `basics status`: the exit code says whether the tool may run. `--read-only` prints the status of a tool that continues read-only after the grace period. */
export const runStatus: Command = async (args, environment) => {
  const { values, positionals } = parseArguments(args, {
    ...options,
    offline: { type: 'boolean' },
    'read-only': { type: 'boolean' },
  });
  refuseArguments(positionals);
  const tool = createBasicsTool(environment, { afterGrace: values['read-only'] === true ? 'readOnly' : 'stop' });
  if (values.offline !== true) await refreshRevocations(tool, environment);
  return printAndExit(tool.status(), values.json === true, environment);
};

/** `basics check`: checks any licence, also one for another PC or another tool. */
export const runCheck: Command = async (args, environment) => {
  const { values, positionals } = parseArguments(args, options);
  return printAndExit(
    createBasicsTool(environment).check(await readLicenceArgument(positionals, environment)),
    values.json === true,
    environment,
  );
};
