import { staffInbox } from '@basics/contract/home/inbox.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { watchList } from '@basics/contract/license-admin/watch-list.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';

/**
 * Opens a portal with the salesmen Simon and Nora: Simon has a customer with a PC, and Nora has a customer in another
 * country. Also returns functions that change and read the watch list.
 */
async function openWatchList(kind: DatabaseKind) {
  const fixture = await openHelpRequests(kind);
  const { portal, ada } = fixture;
  const nora = await addPerson(portal, { profileId: 2, login: 'nora@portal.example' });
  await assignSalesman(portal.database, nora.id, 'NO', 'blue');
  const thief = await addPerson(portal, { login: 'thief@far.example', country: 'NO' });
  const response = await portal.call(licenseAdmin.machines, { token: ada.token, params: { id: ada.id } });
  const { items } = licenseAdmin.machines.reply.parse(response.body);
  const machineId = items[0]?.machines.find(({ name }) => name === 'A')?.machineId ?? 0;
  const params = { id: ada.id, machineId };
  const reportLost = (who: Person, reason = 'Stolen from a car') =>
    portal.call(watchList.reportLost, { token: who.token, params, body: { reason } });
  const liftLost = (who: Person) => portal.call(watchList.liftLost, { token: who.token, params });
  const listLost = async (who: Person) =>
    watchList.lostMachines.reply.parse(
      (await portal.call(watchList.lostMachines, { token: who.token, query: {} })).body,
    ).items;
  const listInbox = async (who: Person) =>
    staffInbox.inbox.reply.parse((await portal.call(staffInbox.inbox, { token: who.token })).body).lostPcs;
  const sendCode = (who: Person, preview: boolean) =>
    portal.call(licenses.issue, {
      token: who.token,
      params: { id: who.id },
      body: { verificationCode: createCode(createMachine('A')), preview },
    });
  /** After one day every session has expired, so tests call `signInAgain` next. */
  const passOneDay = () => portal.pass(days(1));
  const signInAgain = async (who: Person) => ({ ...who, token: await createSession(portal, who) });
  const listLetters = async () =>
    (
      await portal.database.kysely
        .selectFrom('outbox')
        .select('toAddress')
        .where('kind', '=', 'lostPcSeen')
        .orderBy('id')
        .execute()
    ).map(({ toAddress }) => toAddress);
  return {
    ...fixture,
    nora,
    thief,
    machineId,
    report: reportLost,
    lift: liftLost,
    list: listLost,
    listInbox,
    sendCode,
    listLetters,
    passOneDay,
    signInAgain,
  };
}

describe.each(databases)('the watch list (%s)', (kind) => {
  test('a code of a lost PC alerts the salesman of its owner in the inbox and by e-mail, once a day; the sender of the code gets the usual answer', async () => {
    const { portal, root, thief, simon, nora, ada, machineId, ...watchListCalls } = await openWatchList(kind);
    const { report, list, listInbox, sendCode, listLetters, passOneDay, signInAgain } = watchListCalls;
    expect((await report(ada)).status).toBe(204);
    expect(readProblemCode((await report(ada)).body)).toBe('STALE');
    expect((await listInbox(simon)).total).toBe(0);
    expect((await sendCode(ada, true)).status).toBe(200);
    await sendCode(ada, true);
    expect((await sendCode(ada, false)).status).toBe(200);
    expect(await listLetters()).toEqual(['simon@portal.example']);
    expect(await listInbox(simon)).toMatchObject({
      total: 1,
      items: [{ machineId, userId: ada.id, machineName: 'A' }],
    });
    expect((await listInbox(nora)).total).toBe(0);
    expect(await list(nora)).toEqual([]);
    expect(await list(simon)).toMatchObject([
      { machineId, userId: ada.id, reason: 'Stolen from a car', seen: { by: 'ada@customer.example' } },
    ]);
    passOneDay();
    await sendCode(await signInAgain(ada), true);
    expect(await listLetters()).toHaveLength(2);
    await portal.call(users.remove, { token: (await signInAgain(root)).token, params: { id: ada.id } });
    await sendCode(await signInAgain(thief), true);
    expect(await listLetters(), 'no e-mail names a deleted owner').toEqual([]);
  });

  test('an e-mail that would name a customer out of the salesman’s scope goes to the administrators, and the watch list of the salesman does not name that customer', async () => {
    const { simon, root, ada, thief, report, list, sendCode, listLetters } = await openWatchList(kind);
    await report(simon);
    await sendCode(thief, false);
    expect(await listLetters()).toEqual(['root@portal.example']);
    expect((await list(simon))[0]?.seen?.by).toBeNull();
    expect((await list(root))[0]?.seen?.by).toBe('thief@far.example');
    // The owner of the PC sees that someone sent a code of the PC, but not who sent it. Other users see nothing.
    expect((await list(ada))[0]?.seen?.by).toBeNull();
    expect(await list(thief)).toEqual([]);
  });

  test('a code of a lost PC alerts staff when a user asks for help with it, and when staff answer with a licence for it', async () => {
    const { portal, nora, ada, thief, issue, ask, askSuccessfully, answer, report, listLetters } =
      await openWatchList(kind);
    for (const pc of ['T1', 'T2']) await issue(thief, createCode(createMachine(pc)));
    const { helpRequestId } = await askSuccessfully(thief, createCode(createMachine('A')));
    await report(ada);
    const answerResponse = await answer(nora, helpRequestId, {
      answer: 'license',
      words: '',
      overrideReason: 'A third PC',
    });
    expect(answerResponse.status).toBe(200);
    expect(await listLetters()).toEqual(['root@portal.example']);
    portal.pass(days(1));
    const token = await createSession(portal, thief);
    expect(readProblemCode((await ask({ ...thief, token }, createCode(createMachine('A')))).body)).toBe(
      'NO_HELP_NEEDED',
    );
    expect(await listLetters()).toHaveLength(2);
  });

  test('after staff with the owner in scope remove a PC from the watch list, codes of the PC alert nobody, and the audit log has every step', async () => {
    const { portal, simon, nora, ada, report, lift, list, sendCode, listLetters, passOneDay, signInAgain } =
      await openWatchList(kind);
    expect(readProblemCode((await report(nora)).body)).toBe('USER_NOT_FOUND');
    await report(ada);
    expect(readProblemCode((await lift(ada)).body)).toBe('NOT_PERMITTED');
    expect(readProblemCode((await lift(nora)).body)).toBe('USER_NOT_FOUND');
    await sendCode(ada, true);
    expect((await lift(simon)).status).toBe(204);
    expect(readProblemCode((await lift(simon)).body)).toBe('RESULTS_NOT_FOUND');
    passOneDay();
    await sendCode(await signInAgain(ada), true);
    expect(await listLetters()).toHaveLength(1);
    expect(await list(await signInAgain(simon))).toEqual([]);
    const rows = await selectAuditEntries(portal.database.kysely)
      .select(['action', 'actorId'])
      .where('action', 'like', 'machine.%')
      .orderBy('id')
      .execute();
    expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['machine.reportLost', ada.id],
      ['machine.lostSeen', null],
      ['machine.liftLost', simon.id],
    ]);
  });
});
