import { parseArgs } from 'node:util';
import { DatabaseBusy, DatabaseUnavailable } from '#server/database/database.ts';
import { StartFault } from '#server/platform/start-fault.ts';
import { UsageFault } from './command.ts';
import type { CallWith, Command, Options, Outcome, World } from './command.ts';
import { commands } from './commands.ts';
import { commonOptions, createHelp } from './help.ts';

/** 0: done. 1: not done, or a check failed; the reason is printed. 2: the command line was not understood. */
type ExitCode = 0 | 1 | 2;

/** Runs one command of the operator and returns its exit code. It throws only on a programming error. */
export async function runPortal(words: readonly string[], world: World): Promise<ExitCode> {
  const isJson = words.includes('--json');
  try {
    const outcome = await runWords(words, world);
    if (outcome !== null) printOutcome(outcome, isJson, world);
    return outcome === null || outcome.ok ? 0 : 1;
  } catch (error) {
    if (!isFaultOfOperation(error)) throw error;
    const isUsage = error instanceof UsageFault;
    if (isJson) world.print(JSON.stringify({ ok: false, lines: [error.message] }));
    else world.note(isUsage ? `${error.message} See: portal --help` : error.message);
    return isUsage ? 2 : 1;
  }
}

const isFaultOfOperation = (error: unknown): error is Error =>
  [UsageFault, StartFault, DatabaseUnavailable, DatabaseBusy].some((kind) => error instanceof kind);

function printOutcome({ ok, lines, facts }: Outcome, isJson: boolean, { print }: World): void {
  if (isJson) print(JSON.stringify({ ok, ...facts, lines }));
  else for (const line of lines) print(line);
}

async function runWords(words: readonly string[], world: World): Promise<Outcome | null> {
  const [first = '--help'] = words;
  if (first === '--version') return runWords(['version', ...words.slice(1)], world);
  const command = findCommand(words);
  if (!command || words.includes('--help') || words.includes('-h')) {
    const named = words.filter((word) => !word.startsWith('-') && word !== 'help');
    const lines = createHelp(commands, command?.name ?? named.join(' '));
    if (lines.length === 0) throw new UsageFault(`There is no command "${named.join(' ')}".`);
    return { ok: true, lines };
  }
  return command.run(parseCall(command, words.slice(command.name.split(' ').length), world));
}

/** The command with the longest name that the words begin with. */
const findCommand = (words: readonly string[]): Command | undefined =>
  commands
    .filter(({ name }) => name.split(' ').every((word, at) => word === words[at]))
    .toSorted((a, b) => b.name.length - a.name.length)[0];

function parseCall({ name, takes, options }: Command, words: readonly string[], world: World): CallWith<Options> {
  const kinds = Object.entries({ ...commonOptions, ...options }).map(
    ([option, { is }]) => [option, { type: is === 'flag' ? 'boolean' : 'string' }] as const,
  );
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(kinds),
      allowPositionals: true,
    });
    const least = takes.filter((each) => each.startsWith('<')).length;
    const most = takes.some((each) => each.includes('...')) ? Infinity : takes.length;
    if (positionals.length < least) throw new UsageFault(`Name ${takes.slice(0, least).join(' ')}.`);
    if (positionals.length > most)
      throw new UsageFault(`"portal ${name}" takes no "${positionals.slice(most).join(' ')}".`);
    // Of the declared kinds: `parseArgs` has checked them.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { words: positionals, options: values as CallWith<Options>['options'], world };
  } catch (cause) {
    if (cause instanceof UsageFault || !(cause instanceof TypeError)) throw cause;
    const [sentence = cause.message] = cause.message.split(/\.(?:\s|$)/);
    throw new UsageFault(`${sentence}.`, { cause });
  }
}
