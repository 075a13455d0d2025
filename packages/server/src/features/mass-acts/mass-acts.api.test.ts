import { bulkLicenses, bulkRequests, bulkUsers, massAct } from '@basics/contract/calls/bulk.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { massActs } from '@basics/contract/mass-acts/mass-acts.ts';
import { undo } from '@basics/contract/undo/undo.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { days, minutes } from '#server/platform/clock/clock.ts';
import { databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { addCustomers } from '#server/testing/records/many-customers.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

type BulkCall = typeof bulkUsers.changeMany | typeof bulkRequests.decideMany | typeof bulkLicenses.changeMany;

/** Opens a portal with three customers in Germany, whom the salesman Ada sees, and one in France. */
async function openCustomers(kind: DatabaseKind) {
  const fixture = await openStaffedPortal(kind);
  const { portal, asAda } = fixture;
  const [anna, bert, carl] = [await addPerson(portal), await addPerson(portal), await addPerson(portal)];
  const far = await addPerson(portal, { country: 'FR' });
  const startAct = async (endpoint: BulkCall, body: Record<string, unknown>, token = asAda) => {
    const response = await portal.call(endpoint, { token, body: { ...body, background: true } });
    return z.object({ act: massAct }).parse(response.body).act;
  };
  const read = async (actId: number, token = asAda) =>
    massAct.parse((await portal.call(massActs.get, { token, params: { actId } })).body);
  const call = (endpoint: typeof massActs.stop | typeof massActs.undo, actId: number, token = asAda) =>
    portal.call(endpoint, { token, params: { actId } });
  const readGrants = () =>
    portal.database.kysely.selectFrom('toolGrants').select(['userId', 'validTo']).orderBy('userId').execute();
  return { ...fixture, anna, bert, carl, far, startAct, read, call, readGrants };
}

const countsOf = ({ effects }: z.infer<typeof massAct>) =>
  Object.fromEntries(effects.map(({ outcome, effect, message, count }) => [effect ?? message ?? outcome, count]));

describe.each(databases)('acts on many records in the background (%s)', (kind) => {
  test('an act changes the records in scope, says what it did, and is undone in the background for 10 minutes', async () => {
    const { portal, anna, bert, far, asAda, asRoot, startAct, read, call, readGrants } = await openCustomers(kind);
    const ids = [anna.id, bert.id, far.id];
    const grant = { change: 'grant', tool: 'basics', brand: 'blue', validTo: '2027-12-31' };
    const started = await startAct(bulkUsers.changeMany, { ids, ...grant });
    expect(started).toMatchObject({ kind: 'users', change: 'grant', state: 'running', of: 3, done: 0, effects: [] });
    const { actId } = started;
    for (const endpoint of [massActs.get, massActs.stop, massActs.undo])
      expect((await portal.call(endpoint, { token: asRoot, params: { actId } })).status).toBe(404);
    expect(readProblemCode((await call(massActs.undo, actId)).body)).toBe('UNDO_OVER');
    await Promise.all([portal.runMassActs(), portal.runMassActs()]);
    const done = await read(actId);
    expect(done).toMatchObject({
      state: 'done',
      done: 3,
      undo: { until: new Date(portal.now() + minutes(10)).toISOString() },
    });
    expect(done.effects).toMatchObject([
      { effect: 'shorterTerm', takesAway: true, count: 2 },
      { outcome: 'notFound', count: 1 },
    ]);
    const { results } = massActs.results.reply.parse(
      (await portal.call(massActs.results, { token: asAda, params: { actId } })).body,
    );
    expect(results.map(({ id, effect, outcome }) => [id, effect ?? outcome])).toEqual([
      [anna.id, 'shorterTerm'],
      [bert.id, 'shorterTerm'],
      [far.id, 'notFound'],
    ]);
    expect((await readGrants()).map(({ validTo }) => validTo)).toEqual(['2027-12-31', '2027-12-31', null, null]);

    const userOf = (id: number) => ({ token: asRoot, params: { id } });
    await portal.call(users.update, { ...userOf(bert.id), body: { phone: '1' } });
    portal.pass(minutes(9));
    expect(massAct.parse((await call(massActs.undo, actId)).body)).toMatchObject({ state: 'undoing', done: 0, of: 2 });
    await portal.runMassActs();
    const undone = await read(actId);
    expect([undone.state, countsOf(undone)]).toMatchObject(['undone', { undone: 1, notFound: 1 }]);
    expect(undone.effects).toContainEqual(
      expect.objectContaining({ outcome: 'refused', message: expect.stringContaining('changed again') }),
    );
    expect((await readGrants()).map(({ validTo }) => validTo)).toEqual([null, '2027-12-31', null, null]);
    expect(readProblemCode((await call(massActs.undo, actId)).body)).toBe('UNDO_OVER');
    const actions = await portal.database.kysely.selectFrom('audit').select('action').orderBy('id').execute();
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['massAct.start', 'user.update', 'massAct.undo']),
    );
  });

  test('the e-mails of an act wait until 10 minutes after its end, and undoing the act drops them', async () => {
    const { portal, ada, anna, bert, startAct, call } = await openCustomers(kind);
    const { kysely } = portal.database;
    const issue = async ({ id, token }: Person, pc: string) => {
      const body = { verificationCode: createCode(createMachine(pc), { at: portal.now() }) };
      return licenseShape.parse((await portal.call(licenses.issue, { token, params: { id }, body })).body);
    };
    const first = await issue(anna, 'ONE');
    const ids = [first.licenseId, (await issue(bert, 'TWO')).licenseId];
    await kysely
      .updateTable('licenses')
      .set({ verificationCode: 'BV-0000' })
      .where('id', '=', ids[1] ?? 0)
      .execute();
    portal.pass(Date.parse(first.expiryDate) - days(20) - portal.now());
    const token = await createSession(portal, { id: ada, login: 'ada@portal.example', profileID: 2 });
    const unreadable = await portal.call(licenseAdmin.get, { token, params: { licenseId: ids[1] ?? 0 } });
    expect(unreadable.body, 'the panel of the licence opens').toMatchObject({ verification: { createdAt: null } });
    const run = async (change: string) => {
      const { actId } = await startAct(bulkLicenses.changeMany, { ids, change }, token);
      await portal.runMassActs();
      return { actId, act: massAct.parse((await portal.call(massActs.get, { token, params: { actId } })).body) };
    };
    const preview = await portal.call(bulkLicenses.changeMany, {
      token,
      body: { ids, change: 'renew', preview: true },
    });
    expect(bulkLicenses.changeMany.reply.parse(preview.body).results.map(({ outcome }) => outcome)).toEqual([
      'done',
      'refused',
    ]);
    const letters = await listLetters(portal);
    for (const [change, newLetters] of [
      ['renewAndSend', 1],
      ['remind', 2],
      ['send', 2],
    ] as const) {
      const { actId, act } = await run(change);
      const waiting = await kysely
        .selectFrom('outbox')
        .select('id')
        .where('nextAttemptAt', '=', portal.now() + minutes(10))
        .execute();
      expect([waiting.length, act.state], change).toEqual([newLetters, 'done']);
      portal.pass(minutes(1));
      await call(massActs.undo, actId, token);
      await portal.runMassActs();
      expect(await listLetters(portal), change).toEqual(letters);
    }
    const { act } = await run('remind');
    expect(countsOf(act), 'the undone reminder does not count').toEqual({ reminded: 2 });
  });

  test('before an act, staff read its e-mails and send them to themselves; nothing is changed, and no link and no licence code works', async () => {
    const { portal, anna, bert, far, asAda, asRoot } = await openCustomers(kind);
    const { kysely } = portal.database;
    const request = await portal.addUser({ login: 'asks@customer.example', status: 'pending', profileId: null });
    const requested = { requestDate: portal.now(), country: 'DE', brandId: 'blue', firstName: 'Asks' };
    await kysely.updateTable('users').set(requested).where('id', '=', request).execute();
    await kysely.insertInto('requestedTools').values({ userId: request, toolId: 'basics', brandId: 'blue' }).execute();
    const body = { verificationCode: createCode(createMachine('ONE'), { at: portal.now() }) };
    const issued = await portal.call(licenses.issue, { token: anna.token, params: { id: anna.id }, body });
    const { licenseId } = licenseShape.parse(issued.body);
    const renewable = { expiresAt: portal.now() + days(20) };
    await kysely.updateTable('licenses').set(renewable).where('id', '=', licenseId).execute();
    const stateOf = async () => [
      await kysely.selectFrom('users').select(['id', 'status', 'version']).orderBy('id').execute(),
      await kysely.selectFrom('undos').select('id').execute(),
      await kysely.selectFrom('oneTimeTokens').selectAll().execute(),
      await kysely.selectFrom('licenses').selectAll().execute(),
    ];
    const before = await stateOf();
    const samples = [
      [bulkUsers.changeMany, { ids: [far.id, anna.id, bert.id], change: 'suspend', reason: 'unpaid' }, anna.login],
      [bulkUsers.changeMany, { ids: [anna.id], change: 'brand', brand: 'red' }, null],
      [bulkRequests.decideMany, { ids: [request], decision: 'approve', profileID: 7 }, 'asks@customer.example'],
      [bulkRequests.decideMany, { ids: [request], decision: 'reject', reason: 'no customer' }, 'asks@customer.example'],
      [bulkLicenses.changeMany, { ids: [licenseId], change: 'send' }, anna.login],
      [bulkLicenses.changeMany, { ids: [licenseId], change: 'renewAndSend' }, anna.login],
      [renewals.remindOwners, { ids: [anna.id], until: '2099-01-01' }, anna.login],
    ] as const;
    for (const [endpoint, act, to] of samples) {
      const reply = await portal.call(endpoint, { token: asAda, body: { ...act, sample: 'show' } });
      const { mails } = z.looseObject({ mails: z.array(z.looseObject({ to: z.string() })) }).parse(reply.body);
      expect([reply.status, mails[0]?.to ?? null, act], JSON.stringify(act)).toEqual([200, to, act]);
      // The licence of a change that is rolled back would have a valid signature and no record.
      expect(JSON.stringify(reply.body), JSON.stringify(act)).not.toMatch(/BL-[0-9A-Z]{6}-/);
    }
    const [suspension] = samples;
    const lettersBefore = await listLetters(portal);
    const sent = await portal.call(bulkUsers.changeMany, {
      token: asAda,
      body: { ...suspension[1], sample: 'sendToMe' },
    });
    expect(sent.body).toMatchObject({ results: [], mails: [{ text: expect.stringContaining('suspended') }] });
    const approval = { ids: [request], decision: 'approve', profileID: 7, sample: 'sendToMe' };
    await portal.call(bulkRequests.decideMany, { token: asRoot, body: approval });
    const newLetters = (await listLetters(portal)).filter((letter) => !lettersBefore.includes(letter));
    expect(newLetters.toSorted()).toEqual([
      'accountSuspended to ada@portal.example',
      'requestApproved to root@portal.example',
    ]);
    const sealed = await kysely.selectFrom('outbox').select('sealed').where('sealed', 'is not', null).execute();
    expect([await stateOf(), sealed]).toEqual([before, []]);
    await portal.call(users.remove, { token: asRoot, params: { id: anna.id } });
    const kept = await listLetters(portal);
    expect(kept, 'a sample is deleted with the person whom it is about').not.toContain(
      'accountSuspended to ada@portal.example',
    );
  });

  test('an act that a process did not finish is continued by another one, and a stopped act changes nothing more', async () => {
    const { portal, ada, anna, bert, carl, startAct, read, call, asAda, asRoot } = await openCustomers(kind);
    const { kysely } = portal.database;
    const ids = [anna.id, bert.id, carl.id];
    const { actId } = await startAct(bulkUsers.changeMany, { ids, change: 'suspend', reason: 'unpaid' });
    await kysely
      .updateTable('massActs')
      .set({ leasedUntil: portal.now() + minutes(2) })
      .execute();
    await portal.runMassActs();
    expect((await read(actId)).done).toBe(0);
    portal.pass(minutes(3));
    await Promise.all([portal.runMassActs(), portal.runMassActs()]);
    expect(countsOf(await read(actId))).toEqual({ suspended: 3 });
    expect((await listLetters(portal)).toSorted()).toEqual(
      ids.map((_, index) => `accountSuspended to ${[anna, bert, carl][index]?.login}`).toSorted(),
    );
    await call(massActs.undo, actId);
    await portal.runMassActs();
    expect(await read(actId)).toMatchObject({
      state: 'undone',
      remains: ['The user was signed out and has to sign in again.'],
    });

    const removal = await portal.call(users.removeMany, { token: asRoot, body: ids, query: { background: 'true' } });
    const deletion = z.object({ act: massAct }).parse(removal.body).act;
    await portal.runMassActs();
    expect((await portal.call(users.get, { token: asRoot, params: { id: anna.id } })).status).toBe(404);
    await call(massActs.undo, deletion.actId, asRoot);
    await portal.runMassActs();
    expect((await portal.call(users.get, { token: asRoot, params: { id: anna.id } })).status).toBe(200);

    const stopped = await startAct(bulkUsers.changeMany, { ids, change: 'suspend', reason: 'unpaid' });
    expect((await call(massActs.stop, stopped.actId)).body).toMatchObject({ state: 'stopped', done: 0 });
    const orphan = await startAct(bulkUsers.changeMany, { ids, change: 'suspend', reason: 'unpaid' });
    await kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', ada).execute();
    await portal.runMassActs();
    await kysely.updateTable('users').set({ status: 'active' }).where('id', '=', ada).execute();
    expect(await read(orphan.actId)).toMatchObject({ state: 'stopped', done: 0 });
    const { items } = massActs.list.reply.parse((await portal.call(massActs.list, { token: asAda })).body);
    expect(items.map((act) => act.actId)).toEqual([orphan.actId, stopped.actId, actId]);
  });

  test('requests are approved in the background; one call takes 200 records, and a person has five acts at a time', async () => {
    const { portal, anna, startAct, read, call, asAda, asRoot } = await openCustomers(kind);
    const id = await portal.addUser({
      login: 'asks@customer.example',
      status: 'pending',
      profileId: null,
      country: 'DE',
    });
    const requested = { userId: id, toolId: 'basics', brandId: 'blue' };
    await portal.database.kysely.insertInto('requestedTools').values(requested).execute();
    await portal.database.kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', id).execute();
    const approval = { ids: [id], decision: 'approve', profiles: [{ id, profileID: 7 }] };
    const { actId } = await startAct(bulkRequests.decideMany, approval);
    await portal.runMassActs();
    expect(countsOf(await read(actId))).toEqual({ approved: 1 });
    const { undo: offer } = await read(actId);
    const undone = await portal.call(undo.undo, { token: asAda, params: { id: offer?.id ?? '' } });
    expect(undone.body, 'the call for one act undoes it too').toMatchObject({ results: [{ id, outcome: 'done' }] });
    expect(await listLetters(portal)).toEqual([]);

    const many = { ids: Array.from({ length: 201 }, (_, index) => index + 1), change: 'invite' };
    const refused = await portal.call(bulkUsers.changeMany, { token: asAda, body: many });
    expect(refused.body).toMatchObject({
      code: 'INVALID',
      fields: { ids: 'This list must have at most 200 entries.' },
    });
    await addCustomers(portal.database, { from: 0, to: 201 });
    const all = { selection: { keyword: 'customer' }, change: 'invite' };
    const refusedAll = await portal.call(bulkUsers.changeMany, { token: asRoot, body: all });
    expect(refusedAll.body).toMatchObject({ fields: { selection: 'This list must have at most 200 entries.' } });
    for (let count = 0; count < 5; count += 1)
      await startAct(bulkUsers.changeMany, { ids: [anna.id], change: 'invite' });
    const sixth = await portal.call(bulkUsers.changeMany, { token: asAda, body: { ...many, background: true } });
    expect(readProblemCode(sixth.body)).toBe('INVALID');
    expect((await call(massActs.undo, actId)).status).toBe(200);
  });
});
