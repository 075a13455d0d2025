import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

type Starting = {
  env?: Record<string, string>;
  args?: readonly string[];
  cwd: string;
  /** The folder of the built pages. */
  pages: string;
};

const startFile = fileURLToPath(new URL('../start.ts', import.meta.url));

/** The portal as a process of its own, on a free port unless told otherwise; gone when the test is over. */
export function startProcess({ env = {}, args = [], cwd, pages }: Starting) {
  // When this process is killed the pipe closes, and the portal ends with it.
  const leash = "process.stdin.on('end', () => process.exit(1)).resume().unref();";
  const script = `${leash} const { start } = await import(${JSON.stringify(startFile)}); await start(${JSON.stringify(args)}, ${JSON.stringify(pages)});`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, flags, {
    cwd,
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (part) => (said.out += String(part)));
  child.stderr.on('data', (part) => (said.err += String(part)));
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    said,
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** The address, once it is ready to answer. */
    async ready(): Promise<string> {
      for (;;) {
        const address = /is ready at (\S+)\n/.exec(said.out)?.[1];
        if (address) return address;
        const over = await Promise.race([ended, once(child.stdout, 'data').then(() => null)]);
        if (over) throw new Error(`The portal ended with ${String(over.code)}: ${said.err}`);
      }
    },
  };
}
