import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { createTool, type ToolSettings } from '#desktop/basics-tool.ts';
import type { Finding, Tool } from '#desktop/tool.ts';
import { decodeText, readIfExists } from '#desktop/state/atomic-file.ts';
import { restoreMangledText } from '@basics/licensing/text/mangled-text.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findingTexts } from '#desktop/finding-texts.ts';
import { formatFindingAsJson, formatFinding } from './print-finding.ts';
import { readKeysFile } from '../portal/portal-keys.ts';
import { secondCopyFolder, stateFolder } from '#desktop/state/tool-state.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import { parseKeys } from '#desktop/trusted-keys.ts';
import { createUsageProblem } from '../tool-problem.ts';
import type { Environment } from './environment.ts';

/** A function that runs a subcommand with its arguments, and returns the exit code. */
export type Command = (args: readonly string[], environment: Environment) => number | Promise<number>;

/** Creates the tool Basics, which trusts the keys in the file that `BASICS_LICENCE_KEYS` names. */
export function createBasicsTool(environment: Environment, settings: Pick<ToolSettings, 'afterGrace'> = {}): Tool {
  const file = environment.env['BASICS_LICENCE_KEYS'] ?? '';
  const keys = file === '' ? [] : parseKeys(readKeysFile(file));
  if (keys === undefined) {
    const nextStep = "Save it anew from the portal's /.well-known/basics-licence-keys.";
    throw new ToolProblem('KEYS_NOT_READABLE', `${file} (BASICS_LICENCE_KEYS) holds no licence keys.`, nextStep);
  }
  return createTool({
    ...settings,
    toolId: 7,
    toolName: 'Basics',
    version: { major: 1, minor: 0, patch: 1 },
    publicKeys: keys.map((key) => key.publicKey),
    folder: stateFolder(environment.env),
    secondFolder: findSecondFolder(environment),
    readMachine: (isFresh) => environment.machine(isFresh),
    now: () => environment.now(),
    latestChange: () => environment.latestChange(),
  });
}

/**
 * Returns the folder in which the tool keeps second copies of its files. For a simulated PC, this folder is inside the state folder, so
 * that the tool writes nothing into other folders of the user.
 */
function findSecondFolder({ env, simulatedPc }: Environment): string {
  return simulatedPc === undefined ? secondCopyFolder(env) : join(stateFolder(env), 'second');
}

/** Parses the options and arguments of a subcommand. Throws the problem `USAGE` for an unknown option. */
export function parseArguments<Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    throw createUsageProblem(cause instanceof Error ? readFirstSentence(cause.message) : String(cause));
  }
}

export function refuseArguments(args: readonly string[]): void {
  if (args.length > 0) throw createUsageProblem(`Too many words: ${args.join(' ')}.`);
}

/** Reads a licence from a file, from standard input (`-`), or from the arguments, also when the shell has split the code. */
export async function readLicenceArgument(args: readonly string[], environment: Environment): Promise<string> {
  const [firstArgument] = args;
  if (firstArgument === undefined)
    throw createUsageProblem('Name a licence file, paste a licence code, or give - to read standard input.');
  if (firstArgument === '-' && args.length === 1) return environment.readStandardInput();
  const joinedArguments = args.join(' ');
  if (looksLikeCode(joinedArguments) && !existsSync(firstArgument)) return joinedArguments;
  refuseArguments(args.slice(1));
  const bytes = readIfExists(firstArgument);
  if (bytes !== undefined) return decodeText(bytes);
  const nextStep = 'Name a licence file (.lic), or paste the whole licence code, which begins with BL-.';
  throw new ToolProblem('FILE_NOT_READABLE', `There is no file ${firstArgument}, and it is no licence code.`, nextStep);
}

/** Prints the result of a licence check and returns its exit code, for the commands `status` and `check`. */
export function printResultOfCheck(finding: Finding, json: boolean, environment: Environment): number {
  environment.print(
    json ? JSON.stringify(formatFindingAsJson(finding, environment)) : formatFinding(finding, environment),
  );
  return findingTexts[finding.code].exitCode;
}

/** Returns whether a text begins like a code, with or without its prefix and its dashes, and is not the name of a file. */
function looksLikeCode(text: string): boolean {
  const restoredText = restoreMangledText(text);
  const isLikeCode =
    /^[ >-]*B *[LVI1][ >-]*(?:[0-9A-Z][ >-]*){4}/.test(restoredText) ||
    /^[ >-]*(?:[0-9A-Z]{6}[ >-]+){2}/.test(restoredText) ||
    /^[ >-]*[0-9A-Z]{60}/.test(restoredText);
  return isLikeCode && !/[./][a-z]+$/i.test(text);
}

/**
 * Returns the first sentence of an error message of Node.js. The other sentences explain details of the syntax of
 * options.
 */
function readFirstSentence(message: string): string {
  const [sentence = message] = message.split(/\.(?:\s|$)/);
  return `${sentence}.`;
}
