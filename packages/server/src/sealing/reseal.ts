import type { Database } from '#server/database/database.ts';
import { mailSealPurpose } from '#server/mail/queue-letter.ts';
import { processInBatches } from '#server/platform/background/batches.ts';
import { sealPurposes, type Seal } from '#server/platform/security/seal.ts';
import { authenticatorApps, deleteLinkCodes, linksInEmails, secretsOfWebhooks } from './sealed-values.repository.ts';
import type { SealedColumn, SealedValue } from './sealed-values.repository.ts';

/**
 * `movedCount` counts the values that are now encrypted with the current key. `unreadableCount` counts the values that are unchanged,
 * because their key is not on this machine.
 */
export type ResealResult = { name: SealedColumn['name']; movedCount: number; unreadableCount: number };

const sealedPlaces: readonly { sealedPlace: SealedColumn; purposeOf: (value: SealedValue) => string }[] = [
  { sealedPlace: authenticatorApps, purposeOf: ({ userId }) => sealPurposes.authenticatorApp(userId ?? 0) },
  { sealedPlace: linksInEmails, purposeOf: () => mailSealPurpose },
  { sealedPlace: secretsOfWebhooks, purposeOf: ({ id }) => sealPurposes.webhook(id) },
];

/**
 * Encrypts every value with the current key `keyId`, in batches. After an interruption, the next run continues with the remaining values.
 */
export async function reseal(
  database: Database,
  { seal, keyId }: { seal: Seal; keyId: string },
): Promise<ResealResult[]> {
  const resealedPlaces: ResealResult[] = [];
  await deleteLinkCodes(database.kysely);
  for (const { sealedPlace, purposeOf } of sealedPlaces) {
    const counts = { name: sealedPlace.name, movedCount: 0, unreadableCount: 0 };
    // oxlint-disable-next-line no-await-in-loop -- one place after the other
    await processInBatches<SealedValue>({
      readItems: (last, limit) =>
        sealedPlace.findValuesOfOtherKeys(database.kysely, { keyId, afterId: last?.id ?? 0, limit }),
      async processItems(values) {
        // The values are decrypted before the transaction, because a transaction must await only the database.
        const openedValues = await Promise.all(
          values.map(async (value) => ({ value, text: await seal.open(purposeOf(value), value.sealed) })),
        );
        await database.transact(async (trx) => {
          for (const { value, text } of openedValues)
            // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
            if (text !== null) await sealedPlace.replace(trx, value, seal.close(purposeOf(value), text));
        });
        const unreadableCount = openedValues.filter(({ text }) => text === null).length;
        counts.unreadableCount += unreadableCount;
        counts.movedCount += openedValues.length - unreadableCount;
      },
    });
    resealedPlaces.push(counts);
  }
  return resealedPlaces;
}

/** Counts the values in the whole database that a key has encrypted. */
export async function countSealedWith({ kysely }: Database, keyId: string): Promise<number> {
  const counts = await Promise.all(sealedPlaces.map(({ sealedPlace }) => sealedPlace.count(kysely, keyId)));
  return counts.reduce((sum, count) => sum + count, 0);
}
