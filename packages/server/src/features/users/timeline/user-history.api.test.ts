import { requests } from '@basics/contract/requests/requests.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/platform/clock/clock.ts';
import { databases } from '#server/testing/database/databases.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { createApprovalBody, openStaffedPortal } from '#server/testing/records/staff.ts';

describe.each(databases)('the history of a user (%s)', (kind) => {
  test('the history of an account shows who changed the status, when and why, with the newest change first', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const id = await portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
    await portal.database.kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', id).execute();
    await portal.call(requests.approve, { token: asAda, params: { id }, body: createApprovalBody(1) });
    const { token } = await readNewestMail(portal, 'requestApproved');
    const passwords = { password: 'Granite-Harbour-91', confirmPassword: 'Granite-Harbour-91' };
    await portal.call(session.resetPassword, { body: { token, ...passwords } });
    portal.pass(minutes(1));
    await portal.call(users.suspend, { token: asRoot, params: { id }, body: { version: 3, reason: 'Unpaid' } });
    const { body } = await portal.call(users.history, { token: asAda, params: { id } });
    expect(users.history.reply.parse(body).items).toEqual([
      { at: '2026-03-10T12:01:00.000Z', from: 'active', to: 'suspended', by: 'Test root', reason: 'Unpaid' },
      { at: '2026-03-10T12:00:00.000Z', from: 'approved', to: 'active', by: 'Nele Neu', reason: null },
      { at: '2026-03-10T12:00:00.000Z', from: 'pending', to: 'approved', by: 'Test ada', reason: null },
    ]);
  });

  test('if the actor of a status change is unknown, the history says "former staff", "the portal" or "the applicant"', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    const id = await portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
    const deletedUser = await portal.addUser({ login: 'gone@portal.example', profileId: 1 });
    await portal.call(users.remove, { token: asRoot, params: { id: deletedUser } });
    const historyRow = { userId: id, reason: null, fromStatus: null, at: 0 };
    await portal.database.kysely
      .insertInto('userHistory')
      .values([
        { ...historyRow, actorId: null, toStatus: 'pending' },
        { ...historyRow, actorId: null, toStatus: 'expired' },
        { ...historyRow, actorId: deletedUser, toStatus: 'rejected' },
      ])
      .execute();
    const { items } = users.history.reply.parse(
      (await portal.call(users.history, { token: asRoot, params: { id } })).body,
    );
    expect(items.map(({ by }) => by)).toEqual(['A former member of staff', 'The portal', 'The applicant']);
  });

  test('only staff can read the history of an account, and only for users in their scope', async () => {
    const { portal, asAda, asRoot } = await openStaffedPortal(kind);
    const foreignUserId = await portal.addUser({ login: 'far@customer.example', country: 'NO' });
    const asForeignUser = await portal.signIn('far@customer.example');
    const responses = [asRoot, asAda, asForeignUser].map((token) =>
      portal.call(users.history, { token, params: { id: foreignUserId } }),
    );
    expect((await Promise.all(responses)).map(({ status, body }) => readProblemCode(body) ?? status)).toEqual([
      200,
      'USER_NOT_FOUND',
      'NOT_PERMITTED',
    ]);
  });
});
