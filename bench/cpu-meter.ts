import { readdirSync, readFileSync } from 'node:fs';

/**
 * The CPU time in milliseconds since the start of each process: `portal` is the time of this process, `database` the time of the database
 * server and of its child processes.
 */
export type CpuTimes = { portal: number; database: number };

/**
 * Returns a function that reads the CPU time of this process, and of the database server with the process id `serverPid` and its child
 * processes. On systems without `/proc`, the meter returns 0 for the database server.
 */
export function createCpuMeter(serverPid?: number): () => CpuTimes {
  return () => {
    const { user, system } = process.cpuUsage();
    const childIds = [...listDescendants(process.pid), ...(serverPid ? listDescendants(serverPid) : [])];
    return {
      portal: (user + system) / 1000,
      database: childIds.reduce((sum, pid) => sum + readNanoseconds(pid), 0) / 1e6,
    };
  };
}

function listDescendants(pid: number): number[] {
  const threadIds = readProcessFile(() => readdirSync(`/proc/${pid}/task`).join(' ')).split(' ');
  const childIds = threadIds
    .flatMap((thread) => readProcessFile(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')).split(' '))
    .map(Number)
    .filter((child) => child > 0);
  return childIds.flatMap((child) => [child, ...listDescendants(child)]);
}

/** The first number of `schedstat` is the time on a processor (https://docs.kernel.org/scheduler/sched-stats.html). */
const readNanoseconds = (pid: number): number =>
  Number(readProcessFile(() => readFileSync(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0] ?? 0);

/** Returns an empty text if the file does not exist, because its process has ended. */
function readProcessFile(readFile: () => string): string {
  try {
    return readFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}

/** The time in milliseconds between two reads of the CPU time of processes that may end at any time. */
const followEveryMs = 100;

/** Follows a process with its threads and child processes. The returned function ends this, and returns their CPU time since the call, in seconds. */
export function followCpu(pid: number): () => number {
  const before = readAll(pid);
  const newest = new Map(before);
  const read = () => readAll(pid).forEach((nanoseconds, task) => newest.set(task, nanoseconds));
  const timer = setInterval(read, followEveryMs);
  return () => {
    clearInterval(timer);
    read();
    return [...newest].reduce((sum, [task, nanoseconds]) => sum + nanoseconds - (before.get(task) ?? 0), 0) / 1e9;
  };
}

/** Reads the CPU time in nanoseconds of each thread of a process and of its child processes. */
const readAll = (pid: number): Map<string, number> =>
  new Map(
    [pid, ...listDescendants(pid)].flatMap((process_) =>
      readProcessFile(() => readdirSync(`/proc/${process_}/task`).join(' '))
        .split(' ')
        .filter((task) => task !== '')
        .map(
          (task) =>
            [
              task,
              Number(
                readProcessFile(() => readFileSync(`/proc/${process_}/task/${task}/schedstat`, 'utf8')).split(' ')[0] ??
                  0,
              ),
            ] as const,
        ),
    ),
  );
