import { limits } from '@basics/contract/limits.ts';
import { days, hours } from '#server/platform/clock.ts';
import type { JobNeeds } from './job-needs.ts';

const keptDays = 90;

/** Links go from the outbox once none of them can work any more, letters that are done with after 90 days or with their recipient. */
export async function forgetLetters({ database, clock }: JobNeeds): Promise<void> {
  const now = clock();
  await database.kysely
    .updateTable('outbox')
    // Empty and not null: a letter that had a link must not go out with the word that hides it.
    .set({ sealed: '' })
    .where('createdAt', '<=', now - hours(limits.link.activationHours))
    .where('sealed', '!=', '')
    .execute();
  await database.kysely
    .deleteFrom('outbox')
    .where('state', 'in', ['sent', 'failed'])
    .where('userId', 'in', (db) => db.selectFrom('users').select('id').where('status', '=', 'deleted'))
    .execute();
  await database.kysely
    .deleteFrom('outbox')
    .where('createdAt', '<=', now - days(keptDays))
    .where('state', 'in', ['sent', 'failed'])
    .execute();
}
