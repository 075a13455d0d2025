import { text } from 'node:stream/consumers';
import { systemClock } from '#server/platform/clock/clock.ts';
import { createProcessSource } from '#server/config/read-settings.ts';
import type { Shell } from './command.ts';

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
