import { parseArgs } from 'node:util';
import { DatabaseBusy, DatabaseUnavailable } from '../database/failures.ts';
import { StartFault } from '#server/platform/problem.ts';
import { UsageFault, type CallWith, type Command, type Options, type Outcome, type Shell } from './command.ts';
import { commands } from './commands.ts';
import { commonOptions, createHelp } from './help.ts';
import { text } from 'node:stream/consumers';
import { systemClock } from '#server/platform/clock/clock.ts';
import { createProcessSource } from '#server/config/read-settings.ts';

/** The exit code: 0 for success; 1 for a failure, whose reason is printed; 2 for a command line that was not understood. */
type ExitCode = 0 | 1 | 2;

/** Runs one command of the operator and returns its exit code. The function throws only on a programming error. */
export async function runPortal(args: readonly string[], shell: Shell): Promise<ExitCode> {
  const isJson = args.includes('--json');
  try {
    const outcome = await runArguments(args, shell);
    if (outcome !== null) printOutcome(outcome, isJson, shell);
    return outcome === null || outcome.ok ? 0 : 1;
  } catch (error) {
    if (!isOperationalError(error)) throw error;
    const isUsage = error instanceof UsageFault;
    if (isJson) shell.printResult(JSON.stringify({ ok: false, lines: [error.message] }));
    else shell.printNote(isUsage ? `${error.message} See: portal --help` : error.message);
    return isUsage ? 2 : 1;
  }
}

const isOperationalError = (error: unknown): error is Error =>
  [UsageFault, StartFault, DatabaseUnavailable, DatabaseBusy].some((kind) => error instanceof kind) ||
  isFileError(error);

/** Recognizes an error of the file system about a path, such as `EACCES: permission denied, open '/backup/keys.json'`. */
const isFileError = (error: unknown): boolean => error instanceof Error && 'syscall' in error && 'path' in error;

function printOutcome({ ok, lines, facts }: Outcome, isJson: boolean, { printResult }: Shell): void {
  if (isJson) printResult(JSON.stringify({ ok, ...facts, lines }));
  else for (const line of lines) printResult(line);
}

async function runArguments(args: readonly string[], shell: Shell): Promise<Outcome | null> {
  const [firstArgument = '--help'] = args;
  if (firstArgument === '--version') return runArguments(['version', ...args.slice(1)], shell);
  const command = findCommand(args);
  if (!command || args.includes('--help') || args.includes('-h')) {
    const commandWords = args.filter((arg) => !arg.startsWith('-') && arg !== 'help');
    const lines = createHelp(commands, command?.name ?? commandWords.join(' '));
    if (lines.length === 0) throw new UsageFault(`There is no command "${commandWords.join(' ')}".`);
    return { ok: true, lines };
  }
  return command.run(parseCall(command, args.slice(command.name.split(' ').length), shell));
}

/** Finds the command whose name is at the beginning of the arguments. Of several commands, the one with the longest name is returned. */
const findCommand = (args: readonly string[]): Command | undefined =>
  commands
    .filter(({ name }) => name.split(' ').every((nameWord, index) => nameWord === args[index]))
    .toSorted((a, b) => b.name.length - a.name.length)[0];

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
  // A reader such as `head` closes the pipe when it has read enough, which is not an error.
  process.stdout.on('error', (error) => {
    if (!('code' in error) || error.code !== 'EPIPE') throw error;
  });
  return {
    ...createProcessSource(),
    cwd: process.cwd(),
    clock: systemClock,
    printResult: (line) => void process.stdout.write(`${line}\n`),
    readStandardInput: () => text(process.stdin),
  };
}
