import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { inject, onTestFinished } from 'vitest';

type StartProcessOptions = {
  env?: Record<string, string>;
  args?: readonly string[];
  cwd: string;
  /** The folder of the built pages. */
  pages: string;
  /** How long a stop waits for requests in progress, in milliseconds. The default is the same as in production. */
  graceMs?: number;
  /** The other limits of `start`, in milliseconds. The default is the same as in production. */
  patienceMs?: number;
  databaseWaitMs?: number;
  /**
   * The path of a file with the number of milliseconds by which the clock of the process is wrong. The process reads this file whenever it
   * reads the clock.
   */
  shiftFile?: string;
  /**
   * The file descriptor of a listening socket, passed to the portal as systemd does. With a socket, a second process of the portal starts
   * when the first process ends. Each of these processes prints `pid` and its process id.
   */
  socket?: number;
  /** The file descriptor of a file for the log; without it, `output.err` has the log. */
  logFile?: number;
};

/** Creates the environment of every Node.js process in tests: a shared cache of compiled code, which halves the CPU time of a start. */
export const createSharedEnv = () => ({ NODE_COMPILE_CACHE: join(inject('testFolder'), 'compile-cache') });

/** Creates the flags and the environment of a Node.js process whose clock is wrong by the number of milliseconds in the given file. */
export const createShiftedClockOptions = (shiftFile: string) => ({
  flags: ['--import', new URL('shifted-clock.ts', import.meta.url).href],
  env: { SHIFT_FILE: shiftFile },
});

/** Starts the portal as a process of its own, on a free port unless `env` sets a port. The portal is stopped at the end of the test. */
export function startProcess({
  env = {},
  args = [],
  cwd,
  shiftFile,
  socket,
  logFile,
  ...startOptions
}: StartProcessOptions) {
  // When the process of the test is killed, the pipe closes and the portal exits too.
  const exitWithParent = "process.stdin.on('end', () => process.exit(1)).resume().unref();";
  const options = JSON.stringify(startOptions);
  const socketScript = "process.env.LISTEN_PID = String(process.pid); console.log('pid', process.pid);";
  const script = `${exitWithParent} ${socket === undefined ? '' : socketScript} const { start } = await import(${JSON.stringify(inject('startModule'))}); await start(${JSON.stringify(args)}, ${options});`;
  const clockShift = shiftFile === undefined ? { flags: [], env: {} } : createShiftedClockOptions(shiftFile);
  const flags = ['--disable-warning=ExperimentalWarning', ...clockShift.flags, '--input-type=module', '--eval', script];
  const command = socket === undefined ? [process.execPath] : ['sh', '-c', '"$@"; exec "$@"', 'sh', process.execPath];
  const [program = '', ...commandPrefix] = command;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types know only lists of three streams
  const child = spawn(program, [...commandPrefix, ...flags], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      LISTEN_FDS: socket === undefined ? '' : '1',
      LOG_LEVEL: 'warn',
      PORT: '0',
      DRAIN_SECONDS: '0',
      ...createSharedEnv(),
      ...clockShift.env,
      ...env,
    },
    stdio: ['pipe', 'pipe', logFile ?? 'pipe', socket ?? 'ignore'],
  }) as ChildProcessByStdio<Writable, Readable, Readable | null>;
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (output.out += String(chunk)));
  child.stderr?.on('data', (chunk) => (output.err += String(chunk)));
  const exited = once(child, 'close').then(([code, signal]: unknown[]) => ({ code, signal }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return {
    output,
    exited,
    pid: child.pid,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Resolves to the address of the portal when it is ready to answer. */
    async ready(): Promise<string> {
      for (;;) {
        const address = /is ready at (\S+)\n/.exec(output.out)?.[1];
        if (address) return address;
        const exitResult = await Promise.race([exited, once(child.stdout, 'data').then(() => null)]);
        if (exitResult) throw new Error(`The portal ended with ${String(exitResult.code)}: ${output.err}`);
      }
    },
  };
}
