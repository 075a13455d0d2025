import { buffer } from 'node:stream/consumers';
import { decodeText } from '#desktop/decode-text.ts';
import { askTerminal } from './ask-terminal.ts';
import { openBrowser } from './open-browser.ts';
import { machineFromFile, thisMachine, type Machine } from '#desktop/machine/machine.ts';

/** All that the command touches outside itself, so that a test can stand in for it. */
export type World = {
  env: Readonly<Record<string, string | undefined>>;
  /** Unix seconds. */
  now(): number;
  machine(): Machine;
  /** Standard output: results alone. */
  print(text: string): void;
  /** Standard error: notes and refusals. */
  note(text: string): void;
  readStandardInput(): Promise<string>;
  /** Asks whoever sits at the terminal; a hidden answer is not shown. Undefined where nobody does. */
  ask: ((question: string, isHidden: boolean) => Promise<string | undefined>) | undefined;
  /** False where no browser could be started. */
  openBrowser(address: string): Promise<boolean>;
  /** Both outputs are a terminal, of so many columns. */
  terminal: { columns: number; colours: boolean } | undefined;
};

export function realWorld(): World {
  const { env, stdout, stderr } = process;
  const machineFile = env['BASICS_MACHINE_FILE'];
  const isTerminal = stdout.isTTY && stderr.isTTY && env['TERM'] !== 'dumb';
  return {
    env,
    now: () => Math.floor(Date.now() / 1000),
    machine: machineFile === undefined || machineFile === '' ? thisMachine : () => machineFromFile(machineFile),
    print: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    readStandardInput: async () => decodeText(await buffer(process.stdin)),
    ask: process.stdin.isTTY && stderr.isTTY ? askTerminal : undefined,
    openBrowser: (address) => openBrowser(address, env),
    terminal: isTerminal ? { columns: stderr.columns, colours: (env['NO_COLOR'] ?? '') === '' } : undefined,
  };
}
