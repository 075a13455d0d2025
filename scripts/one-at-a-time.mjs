import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './root.mjs';
import { DeadEnd, say } from './say.mjs';

const abandonedMs = 15 * 60_000;

/**
 * Runs `work` while no other process of this checkout runs work of the same name; the others wait.
 * The lock is a file with the process id. An abandoned lock is replaced: its process has ended, or it is 15 minutes old.
 * @param {string} name
 * @param {() => Promise<void>} work
 */
export async function oneAtATime(name, work) {
  const lock = path.join(cacheFolder(), `${name}.lock`);
  let hasSaid = false;
  while (!(await take(lock))) {
    if (!hasSaid) say(`Waiting for another command that does the same here (${name}).`);
    hasSaid = true;
    await pause(500);
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** The folder `.cache` of the repository, created if missing. */
function cacheFolder() {
  const folder = path.join(root, '.cache');
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch (error) {
    throw new DeadEnd(`The folder ${root} cannot be written. Run this as its owner, or clone the repository again.`, {
      cause: error,
    });
  }
}

/** Tries to take the lock; returns whether this process has it. @param {string} lock */
async function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    return false;
  }
  // Two processes that find the same abandoned lock may both remove it: the last one that wrote it has the lock.
  await pause(100);
  return holder(lock) === process.pid;
}

/** @param {string} lock */
function isAbandoned(lock) {
  try {
    const pid = holder(lock);
    // A restarted container assigns the same process ids again: a lock with the id of this process that this process did not write is abandoned.
    return pid === process.pid || !isAlive(pid) || Date.now() - statSync(lock).mtimeMs > abandonedMs;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** The process that holds the lock; 0 while it is being written. @param {string} lock */
const holder = (lock) => Number(readFileSync(lock, 'utf8'));

/** @param {number} pid */
function isAlive(pid) {
  try {
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

/** @param {unknown} error @param {string} code */
const isCode = (error, code) => error instanceof Error && 'code' in error && error.code === code;
