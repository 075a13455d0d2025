import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Asks a question on standard error, so that standard output stays clean, and reads a line from the terminal; a hidden one is
 * echoed in no form, not even as stars. Undefined where the line was ended by Ctrl+D; Ctrl+C ends the command as always.
 */
export async function askTerminal(question: string, isHidden: boolean): Promise<string | undefined> {
  const { stdin, stderr } = process;
  // In a terminal the echo comes from readline alone: what it writes to is all that is seen.
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
  // Only now, when the terminal itself echoes no more: whoever types at once must not be shown either.
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
