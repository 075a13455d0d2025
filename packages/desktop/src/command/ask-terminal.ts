import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Writes a question to standard error, so that standard output contains only results, and reads a line from the terminal. If `isHidden` is
 * true, the terminal does not show the typed text, not even as asterisks. Returns undefined if the user pressed Ctrl+D. Ctrl+C ends the
 * command as usual.
 */
export async function askTerminal(question: string, isHidden: boolean): Promise<string | undefined> {
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
