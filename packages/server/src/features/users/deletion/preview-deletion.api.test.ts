import { bulkUsers } from '@basics/contract/calls/bulk.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { openPortal } from '#server/testing/portal.ts';
import { addStaff } from '#server/testing/records/staff.ts';
import { watchDatabase } from '#server/testing/database/statements.ts';

describe.each(databases)('the preview of a deletion of users (%s)', (kind) => {
  test('the preview of a deletion of users returns the outcome for each id, and deletes no user', async () => {
    const statements: string[] = [];
    const database = watchDatabase(await createTestDatabase(kind), (statement) => statements.push(statement));
    const { portal, root, asRoot, asAda } = await addStaff(await openPortal(database));
    const otherAdministrator = await portal.addUser({ login: 'other@factory.example', profileId: 1 });
    const openRequest = await portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
    const body = [999_999, root, otherAdministrator, openRequest];
    const entriesBefore = await selectAuditEntries(portal.database.kysely).selectAll().execute();
    statements.length = 0;
    const preview = async (token: string) =>
      bulkUsers.previewDeletion.reply
        .parse((await portal.call(bulkUsers.previewDeletion, { token, body })).body)
        .results.map(({ outcome }) => outcome);
    expect(await preview(asRoot)).toEqual(['notFound', 'refused', 'done', 'done']);
    expect(await preview(asAda), 'a salesman sees no administrators, and may delete requests').toEqual([
      'notFound',
      'notFound',
      'notFound',
      'done',
    ]);
    expect(await selectAuditEntries(portal.database.kysely).selectAll().execute()).toEqual(entriesBefore);
    expect(statements.filter((statement) => /^(insert|update|delete).*"user_history"/.test(statement))).toEqual([]);
    const { results } = users.removeMany.reply.parse(
      (await portal.call(users.removeMany, { token: asRoot, body })).body,
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['notFound', 'refused', 'deleted', 'deleted']);
  });
});
