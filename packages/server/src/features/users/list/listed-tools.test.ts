import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { createUserRow } from '#server/testing/database/rows.ts';
import { writeSearchText } from './search-users.repository.ts';

describe.each(databases)('the tools in the list of users (%s)', (kind) => {
  test('the list of users contains a grant that is written while another transaction adds its user to the list', async () => {
    const { kysely, transact } = await createTestDatabase(kind);
    const user = createUserRow({ login: 'ada@customer.example' });
    const { id: userId } = await kysely.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
    const userListed = Promise.withResolvers<undefined>();
    const pendingList = transact(async (trx) => {
      await writeSearchText(trx, userId, { ...user, crmAccount: null });
      userListed.resolve(undefined);
      // Without a lock, the grant would be written during this pause, before this transaction commits, and the list
      // would not contain it.
      await sleep(100);
    });
    await userListed.promise;
    const grant = { userId, toolId: 'basics', brandId: 'blue', configTools: '[]', validFrom: null, validTo: null };
    await Promise.all([pendingList, kysely.insertInto('toolGrants').values(grant).execute()]);
    expect(await kysely.selectFrom('listedUserTags').select(['userId', 'tag']).execute()).toEqual([
      { userId, tag: 'basics' },
    ]);
    expect(await kysely.selectFrom('listedUserTagCounts').select(['tag', 'n']).execute()).toEqual([
      { tag: 'basics', n: 1 },
    ]);
  });
});
