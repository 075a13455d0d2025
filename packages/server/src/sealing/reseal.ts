import type { Database } from '#server/database/database.ts';
import { createSealPurpose } from '#server/features/second-factor/factor.ts';
import { mailPurpose } from '#server/mail/sealed-parts.ts';
import { processInBatches } from '#server/platform/background/batches.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { authenticatorApps, linksInEmails } from './sealed-values.repository.ts';
import type { SealedPlace, SealedValue } from './sealed-values.repository.ts';

/**
 * `moved` counts the values that are now encrypted with the current key, `closed` those whose key is not on this machine and which are
 * unchanged.
 */
export type Resealed = { name: SealedPlace['name']; moved: number; closed: number };

const sealedPlaces: readonly { place: SealedPlace; purposeOf: (value: SealedValue) => string }[] = [
  { place: authenticatorApps, purposeOf: ({ userId }) => createSealPurpose(userId ?? 0) },
  { place: linksInEmails, purposeOf: () => mailPurpose },
];

/**
 * Encrypts every value with the current key `keyId`, in batches. After an interruption, the next run continues with the remaining values.
 */
export async function reseal(database: Database, { seal, keyId }: { seal: Seal; keyId: string }): Promise<Resealed[]> {
  const done: Resealed[] = [];
  for (const { place, purposeOf } of sealedPlaces) {
    const counts = { name: place.name, moved: 0, closed: 0 };
    // oxlint-disable-next-line no-await-in-loop -- one place after the other
    await processInBatches<SealedValue>({
      next: (last, limit) => place.findOthers(database.kysely, { keyId, behind: last?.id ?? 0, most: limit }),
      async work(values) {
        // The values are decrypted before the transaction, because a transaction must await only the database.
        const opened = await Promise.all(
          values.map(async (value) => ({ value, text: await seal.open(purposeOf(value), value.sealed) })),
        );
        await database.transact(async (trx) => {
          for (const { value, text } of opened)
            // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
            if (text !== null) await place.replace(trx, value, seal.close(purposeOf(value), text));
        });
        const closed = opened.filter(({ text }) => text === null).length;
        counts.closed += closed;
        counts.moved += opened.length - closed;
      },
    });
    done.push(counts);
  }
  return done;
}

/** Counts the values that a key has encrypted, in all places. */
export async function countSealedWith({ kysely }: Database, keyId: string): Promise<number> {
  const counts = await Promise.all(sealedPlaces.map(({ place }) => place.count(kysely, keyId)));
  return counts.reduce((sum, count) => sum + count, 0);
}
