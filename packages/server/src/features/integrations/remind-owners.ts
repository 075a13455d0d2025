import { findAdministrators } from '#server/features/users/access/administrators.repository.ts';
import type { Trx } from '#server/database/foundation.ts';
import { processOneByOne } from '#server/platform/background/batches.ts';
import { days, toUtcDay } from '#server/platform/clock/clock.ts';
import type { JobDependencies } from '#server/jobs/job-needs.ts';
import { canOwn } from './list-accounts.ts';
import {
  claimKeyReminder,
  claimOwnerReminder,
  findEndingKeys,
  findUsedAccounts,
  type EndingKey,
} from './reminders.repository.ts';

/** The days before the last day of a key at which its owner gets an e-mail: the first and the second reminder. */
const reminderDays = [30, 7] as const;

/**
 * Sends an e-mail to the owner of each key that ends soon, and asks the administrators for another owner of each account whose owner is no
 * longer active. Each e-mail is sent once, also if several processes of the portal run.
 */
export async function remindKeyOwners(dependencies: JobDependencies, signal?: AbortSignal): Promise<void> {
  const { database, clock } = dependencies;
  const now = clock();
  const keys = await findEndingKeys(database.kysely, { now, until: now + days(reminderDays[0]) });
  await processOneByOne(keys, async (key) => {
    signal?.throwIfAborted();
    await database.transact((trx) => remindOfKey(trx, dependencies, { key, now }));
  });
  const accounts = (await findUsedAccounts(database.kysely, now)).filter((account) => !canOwn(account));
  await processOneByOne(accounts, async ({ id, name }) => {
    signal?.throwIfAborted();
    await database.transact(async (trx) => {
      if (await claimOwnerReminder(trx, id, now))
        await writeToAdministrators(trx, dependencies, { kind: 'serviceAccountOwner', account: name });
    });
  });
}

async function remindOfKey(trx: Trx, dependencies: JobDependencies, { key, now }: { key: EndingKey; now: number }) {
  const reminder = key.expiresAt <= now + days(reminderDays[1]) ? 2 : 1;
  if (!(await claimKeyReminder(trx, key.id, reminder))) return;
  const { account, prefix, expiresAt, ownerId: userId, login, brandId, firstName } = key;
  const letter = { kind: 'serviceKeyEnds' as const, account, prefix, lastDay: toUtcDay(expiresAt) };
  if (canOwn(key)) await dependencies.queueLetter(trx, { ...letter, to: login, userId, brandId, firstName });
  else await writeToAdministrators(trx, dependencies, letter);
}

type AccountLetter =
  | { kind: 'serviceKeyEnds'; account: string; prefix: string; lastDay: string }
  | { kind: 'serviceAccountOwner'; account: string };

async function writeToAdministrators(trx: Trx, { queueLetter }: JobDependencies, letter: AccountLetter): Promise<void> {
  await processOneByOne(await findAdministrators(trx), (administrator) =>
    queueLetter(trx, { ...letter, ...administrator }),
  );
}
