import { parseArgs } from 'node:util';
import { DatabaseBusy, DatabaseUnavailable } from '../database/failures.ts';
import { describeDiskFault } from '#server/platform/files.ts';
import { tolerateLostOutput } from '#server/platform/lost-output.ts';
import { StartFault } from '#server/platform/problem.ts';
import { printOutcome, UsageFault } from './command.ts';
import type { CallWith, Command, Options, Outcome, Shell } from './command.ts';
import { commands } from './commands.ts';
import { commonOptions, createHelp } from './help.ts';
import { text } from 'node:stream/consumers';
import { systemClock } from '#server/platform/clock/clock.ts';
import { createProcessSource } from '#server/config/read-settings.ts';

/** The exit code: 0 for success; 1 for a failure, whose reason is printed; 2 for a command line that was not understood. */
type ExitCode = 0 | 1 | 2;

/** Runs one command of the operator and returns its exit code. The function throws only on a programming error. */
export async function runPortal(args: readonly string[], shell: Shell): Promise<ExitCode> {
  const printing = { options: args.includes('--json') ? { json: true as const } : {}, shell };
  try {
    const outcome = await runArguments(args, shell);
    if (outcome !== null) printOutcome(outcome, printing);
    return outcome === null || outcome.ok ? 0 : 1;
  } catch (error) {
    if (!isOperationalError(error)) throw error;
    const isUsage = error instanceof UsageFault;
    const message = isFileError(error) ? describeFileError(error) : error.message;
    const line = isUsage && !printing.options.json ? `${message} See: portal --help` : message;
    printOutcome({ ok: false, lines: [line] }, printing);
    return isUsage ? 2 : 1;
  }
}

const isOperationalError = (error: unknown): error is Error =>
  [UsageFault, StartFault, DatabaseUnavailable, DatabaseBusy].some((kind) => error instanceof kind) ||
  isFileError(error);

type FileError = Error & { code?: unknown; path?: string };

/**
 * Recognizes an error of the file system, such as `EACCES: permission denied, open '/backup/keys.json'`. Errors of an open file, such as that
 * of a full disk, have no path.
 */
const isFileError = (error: unknown): error is FileError =>
  error instanceof Error &&
  'syscall' in error &&
  ('path' in error ||
    describeDiskFault(error) !== null ||
    ('code' in error && Object.hasOwn(fileSentences, String(error.code))));

/** What is wrong with a file, and what to do. Other errors keep the words of the system. */
const fileSentences: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist.',
  EISDIR: 'is a folder. Name a file.',
  ENOTDIR: 'is below a file. Name another folder.',
  EACCES: 'cannot be opened. Give the user of this command the right to it.',
  EPERM: 'cannot be opened. Give the user of this command the right to it.',
};

function describeFileError(error: FileError): string {
  const { code, path, message } = error;
  const diskFault = describeDiskFault(error);
  const file = path ?? 'A file';
  if (diskFault !== null) return `${file} cannot be written, because ${diskFault}`;
  const sentence = fileSentences[String(code)];
  return sentence === undefined ? message : `${file} ${sentence}`;
}

async function runArguments(args: readonly string[], shell: Shell): Promise<Outcome | null> {
  const isHelpWanted =
    args.includes('--help') || args.includes('-h') || args.find((arg) => !arg.startsWith('-')) === 'help';
  const found = findCommand(args.map((arg) => (arg === '--version' ? 'version' : arg)));
  if (found && !isHelpWanted) return found.command.run(parseCall(found.command, found.otherArguments, shell));
  const strayOption = args.find((arg) => arg.startsWith('-') && !commonFlags.has(arg));
  if (!isHelpWanted && strayOption)
    throw new UsageFault(`The option ${strayOption} is not after the name of a command.`);
  const words = args.filter((arg) => !arg.startsWith('-') && arg !== 'help');
  const help = createHelp(commands, found?.command.name ?? words.join(' '));
  if (help.length === 0) throw new UsageFault(`There is no command "${words.join(' ')}".`);
  if (isHelpWanted) return { ok: true, lines: help, facts: {} };
  // Help that nobody asked for is not a success: a script with a mistake in its command line would believe that its work is done.
  throw new UsageFault(`Name a command${words.length === 0 ? '' : ` after "${words.join(' ')}"`}.`);
}

type FoundCommand = { command: Command; otherArguments: readonly string[] };

/** Finds the command whose words the arguments contain. Of several commands, the one with the most words is returned. */
const findCommand = (args: readonly string[]): FoundCommand | undefined =>
  commands
    .toSorted((a, b) => b.name.split(' ').length - a.name.split(' ').length)
    .flatMap((command) => {
      const otherArguments = removeWords(args, command.name.split(' '));
      return otherArguments === null ? [] : [{ command, otherArguments }];
    })[0];

/** Removes the words of a command. Only the options of all commands can stand before or between these words; null if something else does. */
function removeWords(args: readonly string[], [word, ...laterWords]: readonly string[]): readonly string[] | null {
  if (word === undefined) return args;
  const start = args.findIndex((arg) => !commonFlags.has(arg));
  if (args[start] !== word) return null;
  const laterArguments = removeWords(args.slice(start + 1), laterWords);
  return laterArguments && [...args.slice(0, start), ...laterArguments];
}

const commonFlags = new Set(Object.keys(commonOptions).map((name) => `--${name}`));

function parseCall(
  { name, argumentNames, options }: Command,
  args: readonly string[],
  shell: Shell,
): CallWith<Options> {
  const optionTypes = Object.entries({ ...commonOptions, ...options }).map(
    ([option, { is }]) => [option, { type: is === 'flag' ? 'boolean' : 'string' }] as const,
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: Object.fromEntries(optionTypes),
      allowPositionals: true,
    });
    const minArguments = argumentNames.filter((argumentName) => argumentName.startsWith('<')).length;
    const maxArguments = argumentNames.some((argumentName) => argumentName.includes('...'))
      ? Infinity
      : argumentNames.length;
    if (positionals.length < minArguments)
      throw new UsageFault(`Name ${argumentNames.slice(0, minArguments).join(' ')}.`);
    if (positionals.length > maxArguments)
      throw new UsageFault(`"portal ${name}" takes no "${positionals.slice(maxArguments).join(' ')}".`);
    // Such a value comes from a variable of a script that is not set.
    const emptyOption = Object.keys(values).find((option) => values[option] === '');
    if (emptyOption !== undefined) throw new UsageFault(`The value of --${emptyOption} is empty.`);
    if (positionals.includes('')) throw new UsageFault(`An argument of "portal ${name}" is empty.`);
    // `parseArgs` has checked that the values have the declared types.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { args: positionals, options: values as CallWith<Options>['options'], shell };
  } catch (cause) {
    if (cause instanceof UsageFault || !(cause instanceof TypeError)) throw cause;
    const [sentence = cause.message] = cause.message.split(/\.(?:\s|$)/);
    throw new UsageFault(`${sentence}.`, { cause });
  }
}

/** Creates the shell of a command from this process: its environment, streams and clock. */
export function createShell(): Shell {
  const source = createProcessSource();
  tolerateLostOutput();
  return {
    ...source,
    printProgress: process.stderr.isTTY ? source.printNote : () => {},
    cwd: process.cwd(),
    clock: systemClock,
    printResult: (line) => void process.stdout.write(`${line}\n`),
    readStandardInput: () => text(process.stdin),
  };
}
