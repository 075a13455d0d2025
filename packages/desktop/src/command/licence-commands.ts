import {
  printResultOfCheck,
  createBasicsTool,
  readLicenceArgument,
  parseArguments,
  refuseArguments,
  type Command,
} from './command.ts';
import type { Finding } from '#desktop/tool.ts';
import { findingTexts } from '#desktop/finding-texts.ts';
import { refreshRevocations } from './revocations-command.ts';
import { formatFindingAsJson, formatFinding } from './print-finding.ts';
import type { Environment } from './environment.ts';

const options = { json: { type: 'boolean' } } as const;

/** The command `basics install` has exit code 0 if the licence is installed, and is valid or in its grace period. */
export const runInstall: Command = async (args, environment) => {
  const { values, positionals } = parseArguments(args, options);
  const finding = createBasicsTool(environment).install(await readLicenceArgument(positionals, environment));
  return printInstalled(finding, values.json === true, environment);
};

/** Prints the result of an installation. Returns the exit code, which is 0 if the licence is installed. */
export function printInstalled(finding: Finding, json: boolean, environment: Environment): number {
  if (json)
    environment.print(JSON.stringify({ installed: finding.allowed, ...formatFindingAsJson(finding, environment) }));
  else if (finding.allowed) environment.print(`Installed.\n${formatFinding(finding, environment)}`);
  else environment.note(`Not installed. The previous licence is unchanged.\n${formatFinding(finding, environment)}`);
  return finding.allowed ? 0 : findingTexts[finding.code].exitCode;
}

/**
 * The exit code of the command `basics status` says whether the tool may run. With `--read-only`, the command prints the status of a tool
 * that users can still use read-only after the grace period.
 */
export const runStatus: Command = async (args, environment) => {
  const { values, positionals } = parseArguments(args, {
    ...options,
    offline: { type: 'boolean' },
    'read-only': { type: 'boolean' },
  });
  refuseArguments(positionals);
  const tool = createBasicsTool(environment, { afterGrace: values['read-only'] === true ? 'readOnly' : 'stop' });
  if (values.offline !== true) await refreshRevocations(tool, environment);
  return printResultOfCheck(tool.status(), values.json === true, environment);
};

/** The command `basics check` checks any licence, also a licence for another PC or another tool. */
export const runCheck: Command = async (args, environment) => {
  const { values, positionals } = parseArguments(args, options);
  return printResultOfCheck(
    createBasicsTool(environment).check(await readLicenceArgument(positionals, environment)),
    values.json === true,
    environment,
  );
};
