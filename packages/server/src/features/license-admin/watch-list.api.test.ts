import { staffInbox } from '@basics/contract/inbox.ts';
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { watchList } from '@basics/contract/watch-list.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { openHelpRequests } from '#server/testing/help-requests.ts';
import { createCode, createMachine } from '#server/testing/machine.ts';
import { addPerson, createSession } from '#server/testing/people.ts';
import type { Person } from '#server/testing/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { assignSalesman } from '#server/testing/staff.ts';

/** Opens a portal with a customer of Simon who has a PC, a customer of Nora in another country, and functions that read the watch list. */
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
  const send = (who: Person, preview: boolean) =>
    portal.call(licenses.issue, {
      token: who.token,
      params: { id: who.id },
      body: { verificationCode: createCode(createMachine('A')), preview },
    });
  /** Every session has ended after one day, so the token is replaced. */
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
    send,
    listLetters,
    passOneDay,
    signInAgain,
  };
}

describe.each(databases)('the watch list (%s)', (kind) => {
  test('a code of a lost PC alerts the salesman of its owner by inbox and e-mail, once a day, while its sender gets the usual answer', async () => {
    const { simon, nora, ada, machineId, report, list, listInbox, send, listLetters, passOneDay, signInAgain } =
      await openWatchList(kind);
    expect((await report(ada)).status).toBe(204);
    expect(readProblemCode((await report(ada)).body)).toBe('STALE');
    expect((await listInbox(simon)).total).toBe(0);
    expect((await send(ada, true)).status).toBe(200);
    await send(ada, true);
    expect((await send(ada, false)).status).toBe(200);
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
    await send(await signInAgain(ada), true);
    expect(await listLetters()).toHaveLength(2);
  });

  test('an e-mail that would name a customer out of scope goes to the administrators, and the list of a salesman does not name the customer', async () => {
    const { simon, root, ada, thief, report, list, send, listLetters } = await openWatchList(kind);
    await report(simon);
    await send(thief, false);
    expect(await listLetters()).toEqual(['root@portal.example']);
    expect((await list(simon))[0]?.seen?.by).toBeNull();
    expect((await list(root))[0]?.seen?.by).toBe('thief@far.example');
    // The owner of the PC sees that a code of it was sent, but not by whom. Other users see nothing.
    expect((await list(ada))[0]?.seen?.by).toBeNull();
    expect(await list(thief)).toEqual([]);
  });

  test('a code of a lost PC alerts staff when it asks for help, and when staff answer it with a licence', async () => {
    const { portal, nora, ada, thief, issue, ask, askSuccessfully, answer, report, listLetters } =
      await openWatchList(kind);
    for (const pc of ['T1', 'T2']) await issue(thief, createCode(createMachine(pc)));
    const { helpRequestId } = await askSuccessfully(thief, createCode(createMachine('A')));
    await report(ada);
    const licensed = await answer(nora, helpRequestId, { answer: 'license', words: '', overrideReason: 'A third PC' });
    expect(licensed.status).toBe(200);
    expect(await listLetters()).toEqual(['root@portal.example']);
    portal.pass(days(1));
    const token = await createSession(portal, thief);
    expect(readProblemCode((await ask({ ...thief, token }, createCode(createMachine('A')))).body)).toBe(
      'NO_HELP_NEEDED',
    );
    expect(await listLetters()).toHaveLength(2);
  });

  test('after staff with the user in scope remove the PC from the list, its codes alert nobody, and the audit log has every step', async () => {
    const { portal, simon, nora, ada, report, lift, list, send, listLetters, passOneDay, signInAgain } =
      await openWatchList(kind);
    expect(readProblemCode((await report(nora)).body)).toBe('USER_NOT_FOUND');
    await report(ada);
    expect(readProblemCode((await lift(ada)).body)).toBe('NOT_PERMITTED');
    expect(readProblemCode((await lift(nora)).body)).toBe('USER_NOT_FOUND');
    await send(ada, true);
    expect((await lift(simon)).status).toBe(204);
    expect(readProblemCode((await lift(simon)).body)).toBe('RESULTS_NOT_FOUND');
    passOneDay();
    await send(await signInAgain(ada), true);
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
