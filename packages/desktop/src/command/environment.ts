import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { ReadMachine } from '#desktop/identify-pc.ts';
import { decodeText } from '#desktop/state/atomic-file.ts';
import { openBrowser } from './open-browser.ts';
import { findLatestSystemChange } from '#desktop/latest-system-change.ts';
import { stateFolder } from '#desktop/state/tool-state.ts';
import { readMachineFile, readThisMachine } from '#desktop/machine/machine.ts';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Everything outside the process that the command uses. Tests replace it. */
export type Environment = {
  env: Readonly<Record<string, string | undefined>>;
  /** Unix seconds. */
  now(): number;
  machine: ReadMachine;
  /**
   * The path of the file that describes a simulated PC. `simulatedPc` is undefined if the command runs for this
   * computer.
   */
  simulatedPc: string | undefined;
  /** Returns the time of the newest change in the folders of the operating system, in Unix seconds (latest-system-change.ts). */
  latestChange(): number;
  /** Writes a result to standard output. */
  print(text: string): void;
  /** Writes a note or a refusal to standard error. */
  note(text: string): void;
  readStandardInput(): Promise<string>;
  /**
   * Asks the user in the terminal, and returns undefined if the user ends the input. The terminal does not show a hidden answer. `ask` is
   * undefined if there is no terminal.
   */
  ask: ((question: string, isHidden: boolean) => Promise<string | undefined>) | undefined;
  wait(seconds: number): Promise<void>;
  /** Opens an address in the default browser. Returns false if no browser could be started. */
  openBrowser(address: string): Promise<boolean>;
  /**
   * The terminal, with its width in columns. `terminal` is undefined if standard output or standard error is not a
   * terminal.
   */
  terminal: { columns: number; colours: boolean } | undefined;
};

const now = (): number => Math.floor(Date.now() / 1000);

export function createEnvironment(): Environment {
  const { env, stdout, stderr } = process;
  const simulatedPc = env['BASICS_MACHINE_FILE'] === '' ? undefined : env['BASICS_MACHINE_FILE'];
  const isTerminal = stdout.isTTY && stderr.isTTY && env['TERM'] !== 'dumb';
  return {
    env,
    now,
    machine: (isFresh) =>
      simulatedPc === undefined
        ? readThisMachine(isFresh, { folder: stateFolder(env), now })
        : readMachineFile(simulatedPc),
    simulatedPc,
    // A simulated PC has its own clock, so the times of the files of this computer are ignored.
    latestChange: simulatedPc === undefined ? findLatestSystemChange : () => 0,
    print: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    readStandardInput: async () => decodeText(await buffer(process.stdin)),
    ask: process.stdin.isTTY && stderr.isTTY ? askTerminal : undefined,
    wait: (seconds) => setTimeout(seconds * 1000),
    openBrowser: (address) => openBrowser(address, env),
    terminal: isTerminal ? { columns: stderr.columns, colours: (env['NO_COLOR'] ?? '') === '' } : undefined,
  };
}

/**
 * Writes a question to standard error, so that standard output contains only results, and reads a line from the terminal. If `isHidden` is
 * true, the terminal does not show the typed text, not even as asterisks. Returns undefined if the user pressed Ctrl+D. Ctrl+C ends the
 * command as usual.
 */
async function askTerminal(question: string, isHidden: boolean): Promise<string | undefined> {
  const { stdin, stderr } = process;
  // In a terminal, readline writes the typed text to this stream. For a hidden answer, the stream writes nothing.
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
  // The question is written only after the echo of the terminal is off, so that text which the user types at once is
  // hidden too.
  if (isHidden) stderr.write(question);
  lines.setPrompt(isHidden ? '' : question);
  lines.prompt();
  try {
    return await new Promise<string | undefined>((resolve) => {
      lines.on('line', resolve);
      lines.on('close', () => resolve(undefined));
      lines.on('SIGINT', () => {
        lines.close();
        stderr.write('\n');
        process.kill(process.pid, 'SIGINT');
      });
    });
  } finally {
    lines.close();
    if (isHidden) stderr.write('\n');
  }
}
