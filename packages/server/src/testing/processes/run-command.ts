import type { Shell } from '#server/commands/command.ts';
import { runPortal } from '#server/commands/run-portal.ts';
import { systemClock } from '#server/platform/clock/clock.ts';

type Settings = {
  /** The folder that contains `.env`. File names in arguments are relative to this folder. */
  cwd: string;
  env?: Record<string, string>;
  input?: string;
  clock?: Shell['clock'];
  /** A function that gets each line of progress that the command prints. */
  note?: Shell['printNote'];
};

export type CommandRun = { code: number; out: string; error: string };

/** Runs the command `portal` in this process, on the folder and the environment of a test. */
export async function runCommand(args: readonly string[], settings: Settings): Promise<CommandRun> {
  const output = { out: '', error: '' };
  const printNote = settings.note ?? ((line: string) => void (output.error += `${line}\n`));
  const code = await runPortal(args, {
    environment: settings.env ?? {},
    home: settings.cwd,
    cwd: settings.cwd,
    clock: settings.clock ?? systemClock,
    printResult: (line) => void (output.out += `${line}\n`),
    printNote,
    printProgress: printNote,
    readStandardInput: () => Promise.resolve(settings.input ?? ''),
  });
  return { code, ...output };
}
