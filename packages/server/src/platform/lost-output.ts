import { describeDiskFault } from './files.ts';

let isTolerated = false;

/**
 * Keeps this process alive if a line cannot be written to standard output or standard error: a reader such as `head` closes the pipe when it
 * has read enough, and the disk of a file can be full. If a result is lost on a disk, standard error says so, and the exit code is 1.
 */
export function tolerateLostOutput(): void {
  if (isTolerated) return;
  isTolerated = true;
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error) => {
    const diskFault = describeDiskFault(error);
    if (diskFault === null) return;
    process.stderr.write(`Standard output cannot be written, because ${diskFault}\n`);
    process.exitCode = 1;
  });
}
