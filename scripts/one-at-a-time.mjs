import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './root.mjs';
import { CommandFailure, say } from './say.mjs';

const abandonedMs = 15 * 60_000;

/**
 * Runs an action. While it runs, other processes of this checkout that want to run an action with the same lock name wait. The lock is a
 * file that contains the process id. A lock is abandoned, and is replaced, if its process has ended or the lock is 15 minutes old.
 * @param {string} lockName
 * @param {() => Promise<void>} action
 */
export async function runExclusively(lockName, action) {
  const lock = path.join(ensureCacheFolder(), `${lockName}.lock`);
  let hasReported = false;
  while (!(await takeLock(lock))) {
    if (!hasReported) say(`Waiting for another command that does the same here (${lockName}).`);
    hasReported = true;
    await pause(500);
  }
  try {
    await action();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Creates the folder `.cache` of the repository if it is missing, and returns its path. */
function ensureCacheFolder() {
  const folder = path.join(root, '.cache');
  try {
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch (error) {
    throw new CommandFailure(
      `The folder ${root} cannot be written. Run this as its owner, or clone the repository again.`,
      {
        cause: error,
      },
    );
  }
}

/** Tries to take a lock. Returns whether this process holds the lock now. @param {string} lock */
async function takeLock(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
    if (isAbandoned(lock)) rmSync(lock, { force: true });
    return false;
  }
  // Two processes may both remove the same abandoned lock and then write a lock of their own. After the pause, the lock belongs to the
  // process that wrote it last.
  await pause(100);
  return findLockHolder(lock) === process.pid;
}

/** @param {string} lock */
function isAbandoned(lock) {
  try {
    const pid = findLockHolder(lock);
    // A lock with the id of this process was written before a restart of the container, which uses the same process ids again, so the lock
    // is abandoned.
    return pid === process.pid || !isAlive(pid) || Date.now() - statSync(lock).mtimeMs > abandonedMs;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Returns the id of the process that holds the lock; 0 while the file is being written. @param {string} lock */
const findLockHolder = (lock) => Number(readFileSync(lock, 'utf8'));

/** @param {number} pid */
function isAlive(pid) {
  try {
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return hasErrorCode(error, 'EPERM');
  }
}

/** @param {unknown} error @param {string} code */
const hasErrorCode = (error, code) => error instanceof Error && 'code' in error && error.code === code;
