import type { Clock } from '#server/platform/clock.ts';

/** An option of a command: a flag, or a text with the name that the help shows for it. */
export type Option = { is: 'flag'; about: string } | { is: 'text'; value: string; about: string };
export type Options = Readonly<Record<string, Option>>;

/** The options as they were given: a flag is true, or absent. */
type Given<Of extends Options> = { [Name in keyof Of]?: Of[Name]['is'] extends 'flag' ? true : string };

/** What a command uses of the process that runs it. Tests pass their own. */
export type World = {
  environment: Readonly<Record<string, string | undefined>>;
  /** The folder of `.env`, in which the paths of the configuration start. */
  home: string;
  /** The folder of files that the command line names. */
  cwd: string;
  clock: Clock;
  /** Writes a line to standard output. */
  print: (line: string) => void;
  /** Writes a line to standard error: progress, warnings and faults. */
  note: (line: string) => void;
  readStandardInput: () => Promise<string>;
};

/** The result of a command. With `--json`, `facts` and `lines` are printed as one object. */
export type Outcome = { ok: boolean; lines: readonly string[]; facts?: Readonly<Record<string, unknown>> };

/** `options`: those that every command has. */
export type Call = { words: readonly string[]; options: { demo?: true }; world: World };

/** A call with the options that its command declares. */
export type CallWith<Of extends Options> = Call & { options: Given<Of> };

/**
 * A command as data: the parser, the checks and the help derive from it. `name`: the words that select it. `takes`: its arguments as the help
 * shows them, `<needed>`, `[optional]` or `[any number...]`. `run` returns null if it has printed everything itself.
 */
export type Command<Of extends Options = Options> = {
  name: string;
  about: string;
  takes: readonly string[];
  options: Of;
  run: (call: CallWith<Of>) => Promise<Outcome | null>;
};

type CommandSpec<Of extends Options> = Omit<Command<Of>, 'takes' | 'options'> & {
  takes?: readonly string[];
  options?: Of;
};

/** Types the options that `run` gets by those that the command declares. */
export function defineCommand<const Of extends Options>(spec: CommandSpec<Of>): Command {
  const { takes = [], options = {}, run, ...named } = spec;
  // The parser gives each command only the options that it declares.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...named, takes, options, run: run as Command['run'] };
}

/** A command line that was not understood. */
export class UsageFault extends Error {}

export const refuse = (...lines: string[]): Outcome => ({ ok: false, lines });
