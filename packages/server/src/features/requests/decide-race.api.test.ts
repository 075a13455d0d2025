import { requests } from '@basics/contract/requests/requests.ts';
import { describe, expect, test } from 'vitest';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { readProblemCode, openPortal } from '#server/testing/portal.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';
import { createApprovalBody, listHistory, listLetters, addStaff } from '#server/testing/records/staff.ts';

describe.each(databases)('simultaneous decisions (%s)', (kind) => {
  test('only one of fifty simultaneous decisions on a request succeeds, and one e-mail is sent', async () => {
    const database = await createTestDatabase(kind);
    const { portal, asRoot, asAda } = await addStaff(await openPortal(slowDownDatabase(database, 5)));
    const id = await portal.addUser({ login: 'wanted@applicant.example', status: 'pending', profileId: null });
    await database.kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', id).execute();
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const token = index % 2 === 0 ? asRoot : asAda;
        if (index % 5 === 4) return portal.call(requests.reject, { token, params: { id }, body: { id, reason: 'no' } });
        return portal.call(requests.approve, { token, params: { id }, body: createApprovalBody(1) });
      }),
    );
    const successfulDecisions = responses.filter(({ status }) => status === 200);
    const lateDecisions = responses.filter(({ body }) => readProblemCode(body) === 'ALREADY_DECIDED');
    expect([successfulDecisions.length, lateDecisions.length]).toEqual([1, 49]);
    expect(await listLetters(portal)).toHaveLength(1);
    expect(await listHistory(portal, id)).toHaveLength(1);
  });
});
