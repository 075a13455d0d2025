import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { readProblemCode, openPortal, type Portal } from '#server/testing/portal.ts';
import { createSessionToken } from '#server/testing/records/session-of.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';

/** The calls with which one administrator can remove another. */
const removals = [
  (portal: Portal, token: string, id: number) => portal.call(users.remove, { token, params: { id } }),
  (portal: Portal, token: string, id: number) => portal.call(users.removeMany, { token, body: [id] }),
  (portal: Portal, token: string, id: number) =>
    portal.call(users.update, { token, params: { id }, body: { version: 1, profileID: 7 } }),
  (portal: Portal, token: string, id: number) =>
    portal.call(users.suspend, { token, params: { id }, body: { version: 1, reason: 'race' } }),
] as const;

/** Every pair of two calls of `removals`, each pair twice. */
const removalPairs = [...removals, ...removals].flatMap((firstRemoval) =>
  removals.map((secondRemoval) => [firstRemoval, secondRemoval] as const),
);

async function findActiveAdministratorIds({ kysely }: Database): Promise<number[]> {
  const rows = await kysely
    .selectFrom('users')
    .select('id')
    .where('profileId', '=', 1)
    .where('status', '=', 'active')
    .execute();
  return rows.map(({ id }) => id);
}

describe.each(databases)('the last administrator (%s)', (kind) => {
  test('if two administrators delete or demote each other at the same time, one administrator remains (T429)', async () => {
    const database = await createTestDatabase(kind);
    const portal = await openPortal(slowDownDatabase(database, 1));
    for (const [round, [first, second]] of removalPairs.entries()) {
      const administratorIds = await findActiveAdministratorIds(database);
      const newAdministratorIds = await Promise.all(
        Array.from({ length: 2 - administratorIds.length }, (_, index) =>
          portal.addUser({ login: `admin-${round}-${index}@portal.example`, profileId: 1 }),
        ),
      );
      await database.kysely.deleteFrom('sessions').execute();
      const [one = 0, other = 0] = [...administratorIds, ...newAdministratorIds];
      const asOne = await createSessionToken(portal, one, 1);
      const asOther = await createSessionToken(portal, other, 1);
      const responses = await Promise.all([first(portal, asOne, other), second(portal, asOther, one)]);
      expect(await findActiveAdministratorIds(database)).toHaveLength(1);
      // The refused call failed either because of the rule for the last administrator, or because the first call had
      // ended its session.
      const outcomes = responses.map(({ status, body }) => (status < 300 ? 'done' : readProblemCode(body)));
      expect(outcomes.filter((refusal) => !allowedOutcomes.has(refusal))).toEqual([]);
    }
  });

  test('one of three administrators remains if the first administrator deletes the second, while the second deletes the first and the third (T430)', async () => {
    const database = await createTestDatabase(kind);
    const portal = await openPortal(slowDownDatabase(database, 1));
    const addAdministrator = (name: string) => portal.addUser({ login: `${name}@portal.example`, profileId: 1 });
    const [one, other, third] = [
      await addAdministrator('one'),
      await addAdministrator('other'),
      await addAdministrator('third'),
    ];
    const asOne = await createSessionToken(portal, one, 1);
    const asOther = await createSessionToken(portal, other, 1);
    await Promise.all([
      portal.call(users.remove, { token: asOne, params: { id: other } }),
      portal.call(users.removeMany, { token: asOther, body: [one, third] }),
    ]);
    expect(await findActiveAdministratorIds(database)).toHaveLength(1);
  });
});

const allowedOutcomes = new Set<unknown>(['done', 'LAST_ADMINISTRATOR', 'NO_SESSION', 'USER_NOT_FOUND']);
