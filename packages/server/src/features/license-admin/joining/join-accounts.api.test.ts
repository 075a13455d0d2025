import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { joinAccountsCalls, type JoinEffect } from '@basics/contract/license-admin/join-accounts.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { sendExpiryReminders } from '#server/jobs/letters/send-expiry-reminders.ts';
import { days } from '#server/platform/clock/clock.ts';
import { extendAndVerifyChain, selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';
import { joinGrants } from './join-accounts.ts';

/**
 * Creates a customer with two accounts: the first account has the PC ONE; the second account has the PCs ONE and TWO, and an open help
 * request.
 */
async function openTwoAccounts(kind: DatabaseKind) {
  const fixture = await openStaffedPortal(kind);
  const { portal, asRoot } = fixture;
  const firstAccount = await addPerson(portal, { login: 'grete@new.example' });
  const secondAccount = await addPerson(portal, { login: 'grete@old.example' });
  await portal.database.kysely
    .updateTable('users')
    .set({ company: 'ACME' })
    .where('id', 'in', [firstAccount.id, secondAccount.id])
    .execute();
  const issue = async (person: Person, pc: string) => {
    const body = { verificationCode: createCode(createMachine(pc)) };
    const response = await portal.call(licenses.issue, { token: person.token, params: { id: person.id }, body });
    return licenseShape.parse(response.body).licenseId;
  };
  const licenseIds = [
    await issue(firstAccount, 'ONE'),
    await issue(secondAccount, 'ONE'),
    await issue(secondAccount, 'TWO'),
  ];
  const codeBody = { verificationCode: createCode(createMachine('THREE')) };
  const askForHelp = (person: Person) =>
    portal.call(helpRequests.ask, { token: person.token, params: { id: person.id }, body: codeBody });
  await askForHelp(secondAccount);
  const preview = async (login = secondAccount.login): Promise<JoinEffect> => {
    const response = await portal.call(joinAccountsCalls.previewJoin, {
      token: asRoot,
      params: { id: firstAccount.id },
      body: { login },
    });
    return joinAccountsCalls.previewJoin.reply.parse(response.body);
  };
  const join = (digest: string, more: Record<string, unknown> = {}) =>
    portal.call(joinAccountsCalls.join, {
      token: asRoot,
      params: { id: firstAccount.id },
      body: { login: secondAccount.login, reason: 'Changed the company address', digest, ...more },
    });
  return { ...fixture, first: firstAccount, second: secondAccount, licenseIds, issue, askForHelp, preview, join };
}

describe.each(databases)('joining two accounts of a customer (%s)', (kind) => {
  test('licences, PCs and requests move to the account that is kept, both addresses get an e-mail, and the other account is deleted', async () => {
    const { portal, asRoot, first, second, licenseIds, preview, join } = await openTwoAccounts(kind);
    const lettersBefore = (await listLetters(portal)).length;
    const effect = await preview();
    expect(effect).toMatchObject({
      other: { userId: second.id, login: 'grete@old.example' },
      isOtherCompany: false,
      moved: { pcs: 1, licenses: 2, helpRequests: 1, grants: 1 },
      samePcs: ['ONE'],
      dropped: { sessions: 1, secondFactors: 0, permissions: 0 },
      overLimit: [],
    });
    expect(await preview()).toEqual(effect);
    expect((await listLetters(portal)).length).toBe(lettersBefore);

    expect(await join(effect.digest)).toMatchObject({ status: 200, body: effect });
    expect((await listLetters(portal)).slice(lettersBefore)).toEqual([
      'accountsJoined to grete@new.example',
      'accountsJoined to grete@old.example',
    ]);
    const listReply = await portal.call(licenses.list, { token: first.token, params: { id: first.id } });
    const { items } = licenses.list.reply.parse(listReply.body);
    expect(items.map(({ licenseId }) => licenseId).toSorted((a, b) => a - b)).toEqual(licenseIds);
    const response = await portal.call(licenseAdmin.machines, { token: first.token, params: { id: first.id } });
    const [tool] = licenseAdmin.machines.reply.parse(response.body).items;
    expect(tool).toMatchObject({ seatsUsed: 2 });
    expect(tool?.machines.map(({ name }) => name).toSorted()).toEqual(['ONE', 'TWO']);
    const helpList = await portal.call(helpRequests.listOf, { token: first.token, params: { id: first.id } });
    expect(helpRequests.listOf.reply.parse(helpList.body).items).toHaveLength(1);

    expect((await portal.call(users.current, { token: second.token })).status).toBe(401);
    expect((await portal.call(users.get, { token: asRoot, params: { id: second.id } })).status).toBe(404);
    expect((await join(effect.digest)).status).toBe(422);
    const entries = await selectAuditEntries(portal.database.kysely)
      .select(['action', 'subjectId', 'after'])
      .where('action', 'like', 'user.join%')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['user.join', String(first.id)],
      ['user.joinInto', String(second.id)],
    ]);
    expect(entries[0]?.after).toContain('Changed the company address');
    expect(await extendAndVerifyChain(portal.database)).toMatchObject({ ok: true });
  });

  test('a PC that both accounts have becomes one PC, and its licence that expires last stays current', async () => {
    const { portal, first, licenseIds, issue, preview, join } = await openTwoAccounts(kind);
    const { kysely } = portal.database;
    const licenseIdOfTwo = await issue(first, 'TWO');
    const [keptOne = 0, otherOne = 0, keptTwo = 0] = licenseIds;
    await kysely
      .updateTable('licenses')
      .set(({ eb }) => ({ expiresAt: eb('expiresAt', '+', days(1)) }))
      .where('id', 'in', [keptOne, keptTwo])
      .execute();
    const effect = await preview();
    expect(effect.samePcs.toSorted()).toEqual(['ONE', 'TWO']);
    expect((await join(effect.digest)).status).toBe(200);
    const joinedLicenses = await kysely
      .selectFrom('licenses')
      .innerJoin('machines', 'machines.id', 'licenses.machineId')
      .select(['licenses.id', 'machines.name', 'licenses.userId', 'licenses.replacedBy'])
      .orderBy('licenses.id')
      .execute();
    const userId = first.id;
    expect(joinedLicenses).toEqual([
      { id: keptOne, name: 'ONE', userId, replacedBy: null },
      { id: otherOne, name: 'ONE', userId, replacedBy: keptOne },
      { id: keptTwo, name: 'TWO', userId, replacedBy: null },
      { id: licenseIdOfTwo, name: 'TWO', userId, replacedBy: keptTwo },
    ]);
    const machines = await kysely.selectFrom('machines').select('userId').execute();
    expect(machines).toEqual([{ userId }, { userId }]);
  });

  test('accounts that change after the preview are not joined; the preview shows that the joined account has too many PCs, and that the companies may differ', async () => {
    const { portal, first, second, issue, preview, join } = await openTwoAccounts(kind);
    const { digest } = await preview();
    await issue(first, 'FOUR');
    expect(readProblemCode((await join(digest)).body)).toBe('STALE');
    const { kysely } = portal.database;
    const earlierPreview = await preview();
    await kysely.updateTable('toolGrants').set({ configTools: '["extra"]' }).where('userId', '=', second.id).execute();
    expect(readProblemCode((await join(earlierPreview.digest)).body)).toBe('STALE');
    // An account without a company may belong to any company.
    await kysely.updateTable('users').set({ company: '' }).where('id', 'in', [first.id, second.id]).execute();
    const { keyId } = await kysely.selectFrom('signingKeys').select('keyId').executeTakeFirstOrThrow();
    const kitRow = { keyId, createdAt: portal.now(), licences: 2, days: 30 };
    const until = portal.now() + days(10);
    await kysely
      .insertInto('emergencyKits')
      .values([
        { ...kitRow, id: 'a'.repeat(16), until },
        { ...kitRow, id: 'b'.repeat(16), until, importedAt: until + 1 },
        { ...kitRow, id: 'c'.repeat(16), until: portal.now() - days(32) },
      ])
      .execute();
    const effect = await preview();
    expect(effect).toMatchObject({ isOtherCompany: true, openKits: 1, overLimit: [{ used: 3, allowed: 2 }] });
    expect(readProblemCode((await join(effect.digest)).body)).toBe('INVALID');
    expect((await join(effect.digest, { acceptsOtherCompany: true })).status).toBe(200);
  });

  test('if both accounts have the same open help request, one request stays open; a PC that one account uses stays in use even if the other account removed it', async () => {
    const { portal, first, second, issue, askForHelp, preview, join } = await openTwoAccounts(kind);
    await issue(first, 'FOUR');
    expect((await askForHelp(first)).status).toBe(200);
    const pcOne = portal.database.kysely.selectFrom('machines').select('id').where('name', '=', 'ONE');
    const { id: machineId } = await pcOne.where('userId', '=', second.id).executeTakeFirstOrThrow();
    const params = { id: second.id, machineId };
    expect((await portal.call(licenseAdmin.release, { token: second.token, params, body: {} })).status).toBe(200);

    expect((await join((await preview()).digest)).status).toBe(200);
    const helpList = await portal.call(helpRequests.listOf, { token: first.token, params: { id: first.id } });
    const { items } = helpRequests.listOf.reply.parse(helpList.body);
    expect(items.map(({ state }) => state)).toEqual(['open', 'withdrawn']);
    expect(await issue(first, 'ONE')).toBeGreaterThan(0);
  });

  test('joining deletes the second contact of the other account and the e-mails to this contact, and keeps an e-mail that names both accounts', async () => {
    const { portal, asRoot, first, second, issue, preview, join } = await openTwoAccounts(kind);
    const { database } = portal;
    const contactRequest = { token: asRoot, params: { id: second.id }, body: { address: 'office@old.example' } };
    expect((await portal.call(reminderContacts.setReminderContact, contactRequest)).status).toBe(200);
    const pcTwo = await database.kysely
      .selectFrom('machines')
      .innerJoin('licenses', 'licenses.machineId', 'machines.id')
      .select(['machines.id', 'licenses.expiresAt'])
      .where('name', '=', 'TWO')
      .executeTakeFirstOrThrow();
    const clock = () => pcTwo.expiresAt - days(30);
    await sendExpiryReminders({ database, clock, queueLetter: openOutbox(database).queueLetter });
    expect(await listLetters(portal)).toContain('secondContactLicenseEnds to office@old.example');
    const lostPc = { machineId: pcTwo.id, reportedAt: portal.now(), reason: 'Stolen' };
    await database.kysely.insertInto('lostMachines').values(lostPc).execute();
    await issue(first, 'TWO');

    expect((await join((await preview()).digest)).status).toBe(200);
    const letters = await listLetters(portal);
    expect(letters).toContain('lostPcSeen to ada@portal.example');
    expect(letters).not.toContain('secondContactLicenseEnds to office@old.example');
    const params = { id: first.id };
    const storedContact = await portal.call(reminderContacts.reminderContact, { token: first.token, params });
    expect(storedContact.body).toEqual({ address: null });
  });

  test('accounts of staff and suspended accounts cannot be joined, and an account cannot be joined with itself', async () => {
    const { portal, ada, asRoot, first, second, asAda, join } = await openTwoAccounts(kind);
    const readRefusalCode = async (id: number, login: string, token = asRoot) =>
      readProblemCode(
        (await portal.call(joinAccountsCalls.previewJoin, { token, params: { id }, body: { login } })).body,
      );
    expect(await readRefusalCode(first.id, 'ada@portal.example')).toBe('INVALID');
    await addPerson(portal, { login: 'expert@portal.example', profileId: 6 });
    expect(await readRefusalCode(first.id, 'expert@portal.example')).toBe('INVALID');
    expect(await readRefusalCode(ada, first.login)).toBe('INVALID');
    expect(await readRefusalCode(first.id, first.login)).toBe('INVALID');
    expect(await readRefusalCode(first.id, 'root@portal.example')).toBe('OWN_ACCOUNT');
    expect(await readRefusalCode(first.id, second.login, asAda)).toBe('NOT_PERMITTED');
    await portal.database.kysely
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', second.id)
      .execute();
    expect(readProblemCode((await join('none')).body)).toBe('INVALID');
  });
});

const today = '2026-03-10';

test('two grants of one tool become one grant, from the earlier start to the later end, with the add-ons of both', () => {
  const firstGrant = { configTools: '["b"]', validFrom: '2026-02-01', validTo: '2026-06-01' };
  const secondGrant = { configTools: '["a","b"]', validFrom: '2026-01-01', validTo: '2026-05-01' };
  const joinedGrant = { configTools: '["a","b"]', validFrom: '2026-01-01', validTo: '2026-06-01' };
  expect(joinGrants(firstGrant, secondGrant, today)).toEqual(joinedGrant);
  expect(joinGrants(secondGrant, firstGrant, today)).toEqual(joinedGrant);
  const grantWithoutDays = { ...secondGrant, validFrom: null, validTo: null };
  expect(joinGrants(firstGrant, grantWithoutDays, today)).toMatchObject({ validFrom: null, validTo: null });
  const touchingGrant = { ...firstGrant, validFrom: '2026-05-02', validTo: null };
  expect(joinGrants(touchingGrant, secondGrant, today)).toMatchObject({ validFrom: '2026-01-01', validTo: null });
});

test('if there is a gap between two grants, the grant that is valid today is kept, or else the later grant', () => {
  const earlierGrant = { configTools: '["b"]', validFrom: '2026-02-01', validTo: '2026-03-10' };
  const laterGrant = { configTools: '["a"]', validFrom: '2026-03-12', validTo: '2027-03-12' };
  for (const [day, keptGrant] of [
    ['2026-03-10', earlierGrant],
    ['2026-03-11', laterGrant],
    ['2026-03-12', laterGrant],
    ['2028-01-01', laterGrant],
  ] as const) {
    expect(joinGrants(earlierGrant, laterGrant, day)).toEqual(keptGrant);
    expect(joinGrants(laterGrant, earlierGrant, day)).toEqual(keptGrant);
  }
});
