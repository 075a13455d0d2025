import type { Command, Options } from './command.ts';

/** The options that every command has. */
export const commonOptions = {
  demo: { is: 'flag', about: 'use the database and the keys of the demo' },
  json: { is: 'flag', about: 'print the result as one JSON object' },
} as const satisfies Options;

/** The help of one command, of a group of commands, or of all; no lines if there is no such command. */
export function createHelp(commands: readonly Command[], name: string): string[] {
  const chosen = commands.filter((each) => name === '' || each.name === name || each.name.startsWith(`${name} `));
  if (chosen.length === 0) return [];
  const [only] = chosen;
  if (chosen.length === 1 && only) return helpOf(only);
  return [
    'portal: the commands for operators of Basics Portal. docs/operating.md describes their use.',
    '',
    ...alignLines(chosen.map((command) => [`  portal ${writeUse(command)}`, command.about])),
    '',
    ...alignLines(optionRows(commonOptions)),
    '  portal <command> --help shows the options of a command.',
    '',
    'The commands use the same configuration as the portal (environment and .env), and most work while it runs.',
    'Exit codes: 0 done; 1 not done, or a check failed; 2 the command line was not understood.',
  ];
}

const helpOf = (command: Command): string[] => [
  `portal ${writeUse(command)}`,
  `  ${command.about}`,
  '',
  ...alignLines(optionRows({ ...command.options, ...commonOptions })),
];

const writeUse = ({ name, takes }: Command): string => [name, ...takes].join(' ');

const optionRows = (options: Options): [string, string][] =>
  Object.entries(options).map(([name, option]) => [
    `  --${name}${option.is === 'text' ? ` ${option.value}` : ''}`,
    option.about,
  ]);

function alignLines(rows: readonly [string, string][]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `${left.padEnd(width)}${right}`);
}
