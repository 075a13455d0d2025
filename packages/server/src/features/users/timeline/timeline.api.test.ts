import { timeline } from '@basics/contract/users/timeline.ts';
import { users } from '@basics/contract/users/users.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/platform/clock/clock.ts';
import { databases } from '#server/testing/database/databases.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { session } from '@basics/contract/session/session.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { createApprovalBody, openStaffedPortal } from '#server/testing/records/staff.ts';

describe.each(databases)('the timeline of a user (%s)', (kind) => {
  test('the timeline lists licences, help requests, e-mails and status changes, the newest first, up to the requested number', async () => {
    const { portal, root, simon, ada, askSuccessfully, answer } = await openHelpRequests(kind);
    portal.pass(minutes(1));
    const { helpRequestId } = await askSuccessfully();
    portal.pass(minutes(1));
    await answer(simon, helpRequestId, { answer: 'reply', words: 'Please remove PC A.' });
    portal.pass(minutes(1));
    const { id: licenseId } = await portal.database.kysely
      .selectFrom('licenses')
      .select('id')
      .where('userId', '=', ada.id)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const params = { id: ada.id, licenseId };
    await portal.call(licenseAdmin.revoke, { token: root.token, params, body: { reason: 'Stolen' } });

    const readTimeline = async (limit: number) => {
      const response = await portal.call(timeline.timeline, {
        token: simon.token,
        params: { id: ada.id },
        query: { most: limit },
      });
      return timeline.timeline.reply.parse(response.body);
    };
    portal.pass(minutes(1));
    const { body: user } = await portal.call(users.get, { token: simon.token, params: { id: ada.id } });
    const { version } = users.get.reply.parse(user);
    const updateResponse = await portal.call(users.update, {
      token: simon.token,
      params: { id: ada.id },
      body: { version, phone: '+49 30 1234' },
    });
    expect(updateResponse.status, JSON.stringify(updateResponse.body)).toBe(200);
    const { id: machineId } = await portal.database.kysely
      .selectFrom('machines')
      .select('id')
      .where('userId', '=', ada.id)
      .where('name', '=', 'B')
      .executeTakeFirstOrThrow();
    portal.pass(minutes(1));
    const releaseResponse = await portal.call(licenseAdmin.release, {
      token: simon.token,
      params: { id: ada.id, machineId },
      body: {},
    });
    expect(releaseResponse.status, JSON.stringify(releaseResponse.body)).toBe(200);
    const timelineWithChange = await readTimeline(20);
    expect(timelineWithChange.items.slice(0, 2)).toMatchObject([
      { kind: 'change', action: 'machine.release', machineName: 'B' },
      { kind: 'change', action: 'user.update', machineName: null, fields: ['phone'] },
    ]);
    expect(JSON.stringify(timelineWithChange), 'no values').not.toContain('+49 30');
    const { hasMore } = timelineWithChange;
    const items = timelineWithChange.items.slice(2);
    expect(hasMore).toBe(false);
    expect(items.map((event) => event.kind)).toEqual([
      'licenseRevoked',
      'letter',
      'answer',
      'question',
      'licenseIssued',
      'licenseIssued',
    ]);
    expect(items[0]).toMatchObject({ machineName: 'A', reason: 'Stolen' });
    expect(items[2]).toMatchObject({ machineName: 'CAD-07', state: 'replied', words: 'Please remove PC A.' });
    expect(
      items
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    ).toEqual(items.map(({ at }) => at));
    expect(await readTimeline(2)).toEqual({ items: timelineWithChange.items.slice(0, 2), onTop: [], hasMore: true });

    // Staff who may not open the outbox read here why an e-mail did not arrive.
    expect(items[1]).toMatchObject({ kind: 'letter', error: null });
    const error = '550 5.1.1 mailbox unavailable';
    await portal.database.kysely
      .updateTable('outbox')
      .set({ state: 'failed', error })
      .where('userId', '=', ada.id)
      .execute();
    expect((await readTimeline(20)).items).toContainEqual({ ...items[1], state: 'failed', error });
  });

  test('a salesman cannot read the timeline of a customer out of scope, and a customer cannot read their own', async () => {
    const { portal, simon, ada } = await openHelpRequests(kind);
    const foreignUserId = await portal.addUser({ login: 'far@customer.example', country: 'NO' });
    const responses = [
      await portal.call(timeline.timeline, { token: simon.token, params: { id: foreignUserId } }),
      await portal.call(timeline.timeline, { token: ada.token, params: { id: ada.id } }),
    ];
    expect(responses.map(({ body }) => readProblemCode(body))).toEqual(['USER_NOT_FOUND', 'NOT_PERMITTED']);
  });
});

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
