import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/**
 * Asks a question on standard error, so that standard output has only results, and reads a line from the terminal; hidden input is not
 * echoed, not even as asterisks. Returns undefined when the user pressed Ctrl+D; Ctrl+C ends the command as usual.
 */
export async function askTerminal(question: string, isHidden: boolean): Promise<string | undefined> {
  const { stdin, stderr } = process;
  // In a terminal, readline echoes the input. For a hidden answer, only the text that is written to this stream is visible.
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : stderr;
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 });
  // The prompt is written only after the terminal's own echo is off, so that input typed at once is hidden too.
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
