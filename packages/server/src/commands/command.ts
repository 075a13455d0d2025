import type { Clock } from '#server/platform/clock/clock.ts';

/** An option of a command: a flag, or a text. The help shows `value` as the name of the text. */
export type Option = { is: 'flag'; summary: string } | { is: 'text'; value: string; summary: string };
export type Options = Readonly<Record<string, Option>>;

/** The values of the options of a call: a flag is true or absent. */
type GivenOptions<DeclaredOptions extends Options> = {
  [Name in keyof DeclaredOptions]?: DeclaredOptions[Name]['is'] extends 'flag' ? true : string;
};

/** The parts of the process that a command uses. Tests pass a shell with their own functions. */
export type Shell = {
  environment: Readonly<Record<string, string | undefined>>;
  /** The folder of `.env`, to which the paths of the configuration are relative. */
  home: string;
  /** The folder of files that the command line names. */
  cwd: string;
  clock: Clock;
  /** Writes a line to standard output. */
  printResult: (line: string) => void;
  /** Writes a line to standard error: warnings and faults. */
  printNote: (line: string) => void;
  /** Writes a line to standard error if a person sees it on a terminal: a job that runs every night must not fill a mailbox. */
  printProgress: (line: string) => void;
  readStandardInput: () => Promise<string>;
};

type Facts = Readonly<Record<string, unknown>>;

/**
 * The result of a command and its lines, which `printOutcome` prints. `facts` are for programs: what a command has done, its lines say as
 * fields too.
 */
export type Outcome =
  | { ok: true; lines: readonly string[]; facts: Facts }
  | { ok: false; lines: readonly string[]; facts?: Facts };

/** The arguments and the options of a command, and the shell in which it runs. */
export type Call = { args: readonly string[]; options: { demo?: true; json?: true }; shell: Shell };

export type CallWith<DeclaredOptions extends Options> = Call & { options: GivenOptions<DeclaredOptions> };

/**
 * A command as data, from which the parser, the checks and the help are derived. `name` contains the words that select the command.
 * `argumentNames` contains the arguments of the command as the help shows them: `<needed>`, `[optional]` or `[any number...]`. `run`
 * returns null if it has printed everything itself.
 */
export type Command<DeclaredOptions extends Options = Options> = {
  name: string;
  summary: string;
  argumentNames: readonly string[];
  options: DeclaredOptions;
  run: (call: CallWith<DeclaredOptions>) => Promise<Outcome | null>;
};

type CommandSpec<DeclaredOptions extends Options> = Omit<Command<DeclaredOptions>, 'argumentNames' | 'options'> & {
  argumentNames?: readonly string[];
  options?: DeclaredOptions;
};

/** Defines a command. The options that `run` gets have the types that the command declares. */
export function defineCommand<const DeclaredOptions extends Options>(spec: CommandSpec<DeclaredOptions>): Command {
  const { argumentNames = [], options = {}, run, ...named } = spec;
  // The parser gives each command only the options that it declares.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...named, argumentNames, options, run: run as Command['run'] };
}

/** Thrown for a command line that cannot be understood. */
export class UsageFault extends Error {}

/** Creates the result of a command that did not do its work. */
export const refuse = (...lines: string[]): Outcome => ({ ok: false, lines });

/**
 * Prints the result of a command: on standard output if the command did its work, and otherwise on standard error. With `--json`, `facts`
 * and `lines` are printed as one object on standard output in both cases.
 */
export function printOutcome({ ok, lines, facts }: Outcome, { options, shell }: Pick<Call, 'options' | 'shell'>): void {
  if (options.json) shell.printResult(JSON.stringify({ ok, ...facts, lines }));
  else for (const line of lines) (ok ? shell.printResult : shell.printNote)(line);
}
