import type { Command, Options } from './command.ts';

/** The options that every command has. */
export const commonOptions = {
  demo: { is: 'flag', summary: 'use the database and the keys of the demo' },
  json: { is: 'flag', summary: 'print the result as one JSON object' },
} as const satisfies Options;

/** Creates the help of one command, of a group of commands, or of all commands. Returns an empty list if no command has this name. */
export function createHelp(commands: readonly Command[], name: string): string[] {
  const matchingCommands = commands.filter(
    (command) => name === '' || command.name === name || command.name.startsWith(`${name} `),
  );
  if (matchingCommands.length === 0) return [];
  const [singleCommand] = matchingCommands;
  if (matchingCommands.length === 1 && singleCommand) return createCommandHelp(singleCommand);
  return [
    'portal: the commands for operators of Basics Portal. docs/operating.md describes their use.',
    '',
    ...alignLines(matchingCommands.map((command) => [`  portal ${formatUsage(command)}`, command.summary])),
    '',
    ...alignLines(listOptions(commonOptions)),
    '  portal <command> --help shows the options of a command.',
    '',
    'The commands use the same configuration as the portal (environment and .env), and most work while it runs.',
    'Results are printed on standard output. What a command could not do or a check found, progress and warnings are printed on standard',
    'error; progress only on a terminal. With --json, standard output has one object in any case.',
    'Exit codes: 0 done; 1 not done, or a check failed; 2 the command line was not understood.',
  ];
}

const createCommandHelp = (command: Command): string[] => [
  `portal ${formatUsage(command)}`,
  `  ${command.summary}`,
  '',
  ...alignLines(listOptions({ ...command.options, ...commonOptions })),
];

const formatUsage = ({ name, argumentNames }: Command): string => [name, ...argumentNames].join(' ');

const listOptions = (options: Options): [string, string][] =>
  Object.entries(options).map(([name, option]) => [
    `  --${name}${option.is === 'text' ? ` ${option.value}` : ''}`,
    option.summary,
  ]);

function alignLines(rows: readonly [string, string][]): string[] {
  const width = Math.max(...rows.map(([firstCell]) => firstCell.length)) + 2;
  return rows.map(([firstCell, right]) => `${firstCell.padEnd(width)}${right}`);
}
