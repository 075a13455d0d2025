import { readdirSync, readFileSync } from 'node:fs';

/** CPU time in milliseconds since each process started. `portal`: all threads of this process. `database`: the database server and child processes. */
export type CpuTimes = { portal: number; database: number };

/**
 * Returns a function that reads the CPU time of this process, and of the database server with the process id `serverPid` and its child
 * processes. On systems without `/proc`, the time of other processes is 0.
 */
export function createCpuMeter(serverPid?: number): () => CpuTimes {
  return () => {
    const { user, system } = process.cpuUsage();
    const children = [...listDescendants(process.pid), ...(serverPid ? listDescendants(serverPid) : [])];
    return {
      portal: (user + system) / 1000,
      database: children.reduce((sum, pid) => sum + readNanoseconds(pid), 0) / 1e6,
    };
  };
}

function listDescendants(pid: number): number[] {
  const threads = readText(() => readdirSync(`/proc/${pid}/task`).join(' ')).split(' ');
  const children = threads
    .flatMap((thread) => readText(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')).split(' '))
    .map(Number)
    .filter((child) => child > 0);
  return children.flatMap((child) => [child, ...listDescendants(child)]);
}

/** The first number of `schedstat` is the time on a processor (https://docs.kernel.org/scheduler/sched-stats.html). */
const readNanoseconds = (pid: number): number =>
  Number(readText(() => readFileSync(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0] ?? 0);

/** Returns an empty text if the process of the file has ended meanwhile. */
function readText(readFile: () => string): string {
  try {
    return readFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}
