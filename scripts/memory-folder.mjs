import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

const gibibyte = 2 ** 30;

/**
 * Returns a folder whose files are in memory (tmpfs), in which the databases of tests take less CPU time and no time of the disk; undefined
 * if this machine has none with enough space, from which programs can be started.
 */
export function findMemoryFolder(folder = '/dev/shm') {
  const typeOfTmpfs = 0x01_02_19_94;
  try {
    const { type, bavail, bsize } = statfsSync(folder);
    const hasSpace = type === typeOfTmpfs && bavail * bsize >= 4 * gibibyte && freemem() >= 6 * gibibyte;
    return hasSpace && canStartPrograms(folder) ? folder : undefined;
  } catch {
    // Other systems, and containers without it, have no such folder, or it is read-only.
    return undefined;
  }
}

/** A container often forbids to start programs from its memory. @param {string} folder */
function canStartPrograms(folder) {
  const testFolder = mkdtempSync(path.join(folder, 'basics-program-'));
  try {
    const program = path.join(testFolder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(testFolder, { recursive: true });
  }
}
