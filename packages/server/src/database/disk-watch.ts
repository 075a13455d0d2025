import { randomBytes } from 'node:crypto';
import { DiskFault } from './failures.ts';
import type { Kysely } from 'kysely';
import type { Tables } from './schema.ts';

/** Stores in memory that the disk of the database has failed, until a value can be stored again. */
export function watchDisk() {
  let hasFailed = false;
  return {
    /** Stores a DiskFault in memory, and returns the same error. */
    recordError<Thrown>(error: Thrown): Thrown {
      hasFailed ||= error instanceof DiskFault;
      return error;
    },
    /** Returns whether the disk works: after a fault it tries to store a value. Throws every error other than a DiskFault. */
    async isWorking(db: Kysely<Tables>): Promise<boolean> {
      if (!hasFailed) return true;
      try {
        await writeTestValue(db);
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

/** 64 KiB, as much as a request may need. The bytes are random, so that no database can compress them. */
const testValue = randomBytes(48 * 1024).toString('base64');
const testKey = 'disk.sample';

async function writeTestValue(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key: testKey, value: testValue })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: testValue }))
    .execute();
  await db.deleteFrom('settings').where('key', '=', testKey).execute();
}
