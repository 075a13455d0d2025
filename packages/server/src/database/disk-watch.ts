import { randomBytes } from 'node:crypto';
import { DiskFault } from './failures.ts';
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Remembers that the disk of the database failed, until something can be stored again. */
export function watchDisk() {
  let hasFailed = false;
  return {
    /** Returns the error that it was given. */
    note<Thrown>(error: Thrown): Thrown {
      hasFailed ||= error instanceof DiskFault;
      return error;
    },
    /** Whether the disk works: after a fault, it tries to store something. Throws what else the database throws. */
    async works(db: Kysely<Tables>): Promise<boolean> {
      if (!hasFailed) return true;
      try {
        await store(db);
      } catch (error) {
        if (error instanceof DiskFault) return false;
        throw error;
      }
      hasFailed = false;
      return true;
    },
  };
}

export type DiskWatch = ReturnType<typeof watchDisk>;

/** 64 KiB, as much as a request may need; random, so that no database compresses it. */
const sample = randomBytes(48 * 1024).toString('base64');
const key = 'disk.sample';

async function store(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value: sample })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: sample }))
    .execute();
  await db.deleteFrom('settings').where('key', '=', key).execute();
}
