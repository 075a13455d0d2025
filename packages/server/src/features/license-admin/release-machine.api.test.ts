import { licenseAdmin, type ToolUsage } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licensePreview, licenses, type License } from '@basics/contract/licenses/licenses.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases, createTestDatabase, defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { readProblemCode, openPortal, type Portal } from '#server/testing/portal.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

type IssueOptions = { reason?: 'new' | 'moved'; preview?: true };

const requestLicense = (portal: Portal, who: Person, pc: string, { reason = 'new', preview }: IssueOptions = {}) =>
  portal.call(licenses.issue, {
    token: who.token,
    params: { id: who.id },
    body: { verificationCode: createCode(createMachine(pc), { at: portal.now(), reason }), preview },
  });

const issue = async (portal: Portal, who: Person, pc: string, options: IssueOptions = {}): Promise<License> =>
  licenseShape.parse((await requestLicense(portal, who, pc, options)).body);

/** Fetches the PCs, seats and moves of a user for Basics, with the session of `by`. */
async function fetchToolUsage(portal: Portal, who: Person, by = who): Promise<ToolUsage> {
  const { body } = await portal.call(licenseAdmin.machines, { token: by.token, params: { id: who.id } });
  const [only] = licenseAdmin.machines.reply.parse(body).items;
  if (!only) throw new Error('the user has no tool');
  return only;
}

async function findMachineId(portal: Portal, who: Person, pc: string): Promise<number> {
  const usage = await fetchToolUsage(portal, who);
  return usage.machines.find(({ name }) => name === pc)?.machineId ?? 0;
}

type ReleaseOptions = { by?: Person; overrideReason?: string };

async function releasePc(portal: Portal, who: Person, pc: string, { by = who, overrideReason }: ReleaseOptions = {}) {
  const params = { id: who.id, machineId: await findMachineId(portal, who, pc) };
  const body = overrideReason === undefined ? {} : { overrideReason };
  return portal.call(licenseAdmin.release, { token: by.token, params, body });
}

async function findFullName({ database }: Portal, { id }: Person): Promise<string> {
  const nameRows = database.kysely.selectFrom('users').select(['firstName', 'lastName']).where('id', '=', id);
  const { firstName, lastName } = await nameRows.executeTakeFirstOrThrow();
  return `${firstName} ${lastName}`;
}

async function addSalesman(portal: Portal, country: string): Promise<Person> {
  const sam = await addPerson(portal, { profileId: 2 });
  await assignSalesman(portal.database, sam.id, country, 'blue');
  return sam;
}

describe.each(databases)('the PCs of a user (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('the list of PCs shows each PC with its licence, the seats, the moves and the start of the renewal', async () => {
    const ada = await addPerson(portal());
    const license = await issue(portal(), ada, 'DESK');
    expect(await fetchToolUsage(portal(), ada)).toEqual({
      tool: 'basics',
      toolName: 'Basics',
      seatsUsed: 1,
      seatsAllowed: 2,
      movesUsed: 0,
      movesAllowed: 3,
      nextMoveAt: null,
      machines: [
        {
          machineId: expect.any(Number),
          name: 'DESK',
          firstSeenAt: license.issuedAt,
          holdsSeat: true,
          traits: [],
          releasedAt: null,
          license,
          renewalOpens: '2027-02-08T00:00:00.000Z',
          grantEndsOn: null,
          partChanges: { week: 0, month: 0 },
        },
      ],
    });
  });

  test('before the first licence, the list of PCs contains no PC, but the numbers of seats and moves', async () => {
    const toolUsage = await fetchToolUsage(portal(), await addPerson(portal()));
    expect(toolUsage).toMatchObject({ seatsUsed: 0, seatsAllowed: 2, machines: [] });
  });

  test('the list of PCs is empty for a user who has neither a tool nor a PC', async () => {
    const ada = await addPerson(portal(), { grants: [] });
    const { body } = await portal().call(licenseAdmin.machines, { token: ada.token, params: { id: ada.id } });
    expect(body).toEqual({ items: [] });
  });

  test('when the grant of a user for a tool is deleted, their PCs stay in the list, with the limits of the policy of the newest licence', async () => {
    const ada = await addPerson(portal());
    await issue(portal(), ada, 'DESK');
    await portal().database.kysely.deleteFrom('toolGrants').where('userId', '=', ada.id).execute();
    expect(await fetchToolUsage(portal(), ada)).toMatchObject({ seatsUsed: 1, seatsAllowed: 2 });
  });

  test('PCs that use a seat come first in the list of PCs', async () => {
    const ada = await addPerson(portal());
    for (const pc of ['FIRST', 'SECOND']) await issue(portal(), ada, pc);
    await releasePc(portal(), ada, 'SECOND');
    const { machines } = await fetchToolUsage(portal(), ada);
    expect(machines.map(({ name, holdsSeat }) => [name, holdsSeat])).toEqual([
      ['FIRST', true],
      ['SECOND', false],
    ]);
  });
});

describe.each(defaultDatabases)('the release of a PC (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('a released PC frees its seat for another PC, and counts as a move', async () => {
    const ada = await addPerson(portal());
    const license = await issue(portal(), ada, 'OLD');
    await issue(portal(), ada, 'OTHER');
    expect(readProblemCode((await requestLicense(portal(), ada, 'NEW')).body)).toBe('SEAT_LIMIT');
    const { status, body } = await releasePc(portal(), ada, 'OLD');
    expect(status).toBe(200);
    expect(body).toMatchObject({ seatsUsed: 1, movesUsed: 1, nextMoveAt: '2027-03-10T12:00:00.000Z' });
    const releasedPc = (await fetchToolUsage(portal(), ada)).machines.find(({ name }) => name === 'OLD');
    expect(releasedPc).toMatchObject({ holdsSeat: false, license: null, releasedAt: '2026-03-10T12:00:00.000Z' });
    const listResponse = await portal().call(licenses.list, { token: ada.token, params: { id: ada.id } });
    expect(
      licenses.list.reply.parse(listResponse.body).items.find(({ licenseId }) => licenseId === license.licenseId),
    ).toEqual({ ...license, status: 'Replaced' });
    expect((await issue(portal(), ada, 'NEW')).status).toBe('Active');
    expect(await fetchToolUsage(portal(), ada)).toMatchObject({ seatsUsed: 2, movesUsed: 1 });
  });

  test('the release of a PC that its code did not identify is no move, so it is possible although no move is left', async () => {
    const ada = await addPerson(portal(), { profileId: 8 });
    await issue(portal(), ada, 'NOFACTS');
    const machineId = await findMachineId(portal(), ada, 'NOFACTS');
    const { kysely } = portal().database;
    await kysely
      .updateTable('machines')
      .set({ anchor: '0'.repeat(32) })
      .where('id', '=', machineId)
      .execute();
    await kysely.updateTable('licencePolicies').set({ moves: 0 }).where('profileId', '=', 8).execute();
    expect((await fetchToolUsage(portal(), ada)).machines).toMatchObject([
      { traits: ['notIdentified'], holdsSeat: true },
    ]);
    const { status, body } = await releasePc(portal(), ada, 'NOFACTS');
    expect({ status, body }).toMatchObject({ status: 200, body: { seatsUsed: 0, movesUsed: 0 } });
  });

  test('the release of a PC is written to the audit log', async () => {
    const ada = await addPerson(portal());
    await issue(portal(), ada, 'DESK');
    const id = await findMachineId(portal(), ada, 'DESK');
    await releasePc(portal(), ada, 'DESK');
    const row = await selectAuditEntries(portal().database.kysely)
      .select(['actorId', 'action', 'after'])
      .where('subjectKind', '=', 'machine')
      .where('subjectId', '=', String(id))
      .executeTakeFirstOrThrow();
    expect({ ...row }).toEqual({
      actorId: ada.id,
      action: 'machine.release',
      after: JSON.stringify({ userId: ada.id, overrideReason: null }),
    });
  });

  test('a released PC that requests a licence is recognised, gets a licence from staff with a reason, and keeps its history', async () => {
    const [ada, admin] = [await addPerson(portal()), await addPerson(portal(), { profileId: 1 })];
    await issue(portal(), ada, 'DESK');
    const id = await findMachineId(portal(), ada, 'DESK');
    await releasePc(portal(), ada, 'DESK');
    const shownPreview = licensePreview.parse((await requestLicense(portal(), ada, 'DESK', { preview: true })).body);
    expect(shownPreview).toMatchObject({ machine: { relation: 'new' }, offer: { seatsUsed: 0, movesUsed: 1 } });
    expect(shownPreview.problem).toEqual({
      code: 'PC_DECLARED_GONE',
      message: `This PC was removed on 10 March 2026 by ${await findFullName(portal(), ada)}. To use it again, ask your contact.`,
    });
    expect((await requestLicense(portal(), ada, 'DESK')).body).toMatchObject(shownPreview.problem ?? {});
    const movedResponse = await requestLicense(portal(), ada, 'DESK', { reason: 'moved' });
    expect(readProblemCode(movedResponse.body)).toBe('PC_DECLARED_GONE');
    const { status } = await portal().call(licenses.issue, {
      token: admin.token,
      params: { id: ada.id },
      body: { verificationCode: createCode(createMachine('DESK')), overrideReason: 'It was only lent.' },
    });
    expect(status).toBe(200);
    expect((await requestLicense(portal(), ada, 'DESK')).status, 'the PC is no longer declared gone').toBe(200);
    expect(await findMachineId(portal(), ada, 'DESK')).toBe(id);
    expect((await fetchToolUsage(portal(), ada)).machines[0]).toMatchObject({
      name: expect.any(String),
      releasedAt: null,
    });
  });

  test('the release of a PC counts once, even when it is sent several times', async () => {
    const ada = await addPerson(portal());
    await issue(portal(), ada, 'DESK');
    await releasePc(portal(), ada, 'DESK');
    expect(await releasePc(portal(), ada, 'DESK')).toMatchObject({ status: 200, body: { movesUsed: 1 } });
  });

  test('a PC whose licence has expired has no seat, so its release is no move, and the PC can come back', async () => {
    const ada = await addPerson(portal());
    const { licenseId } = await issue(portal(), ada, 'DESK');
    await portal()
      .database.kysely.updateTable('licenses')
      .set({ expiresAt: portal().now() - 1 })
      .where('id', '=', licenseId)
      .execute();
    expect(await releasePc(portal(), ada, 'DESK')).toMatchObject({
      status: 200,
      body: { movesUsed: 0, machines: [{ releasedAt: '2026-03-10T12:00:00.000Z', license: null }] },
    });
    await issue(portal(), ada, 'DESK');
    expect((await fetchToolUsage(portal(), ada)).machines).toMatchObject([{ holdsSeat: true, releasedAt: null }]);
  });

  test('releases and moves by codes are counted together, and three are allowed in twelve months', async () => {
    const ada = await addPerson(portal());
    await issue(portal(), ada, 'A');
    await issue(portal(), ada, 'B', { reason: 'moved' });
    for (const pc of ['B', 'C']) {
      expect((await releasePc(portal(), ada, pc)).status).toBe(200);
      await issue(portal(), ada, pc === 'B' ? 'C' : 'D');
    }
    expect(await releasePc(portal(), ada, 'D')).toMatchObject({ status: 422, body: { code: 'MOVE_LIMIT' } });
    const { body } = await requestLicense(portal(), ada, 'E', { reason: 'moved', preview: true });
    expect(licensePreview.parse(body).problem?.code).toBe('MOVE_LIMIT');
    expect(await fetchToolUsage(portal(), ada)).toMatchObject({ seatsUsed: 1, movesUsed: 3 });
  });

  test('staff can release a PC beyond the limit with a reason, and this release uses no move', async () => {
    const sam = await addSalesman(portal(), 'LU');
    const ada = await addPerson(portal(), { country: 'LU' });
    for (const pc of ['A', 'B', 'C']) {
      await issue(portal(), ada, pc);
      await releasePc(portal(), ada, pc);
    }
    await issue(portal(), ada, 'D');
    expect(readProblemCode((await releasePc(portal(), ada, 'D', { by: sam })).body)).toBe('MOVE_LIMIT');
    const refusedResponse = await releasePc(portal(), ada, 'D', { by: sam, overrideReason: '  ' });
    expect(readProblemCode(refusedResponse.body)).toBe('MOVE_LIMIT');
    expect(await releasePc(portal(), ada, 'D', { by: sam, overrideReason: 'It burnt.' })).toMatchObject({
      status: 200,
      body: { seatsUsed: 0, movesUsed: 3 },
    });
    const { kysely } = portal().database;
    const releases = kysely.selectFrom('machineReleases').select(['releasedBy', 'overrideReason']);
    const row = await releases.where('userId', '=', ada.id).orderBy('id', 'desc').executeTakeFirst();
    expect({ ...row }).toEqual({ releasedBy: sam.id, overrideReason: 'It burnt.' });
  });

  test('no user can override the limit of moves for themselves', async () => {
    for (const profileId of [1, 2, 7]) {
      const who = await addPerson(portal(), { profileId });
      await issue(portal(), who, 'DESK');
      expect(readProblemCode((await releasePc(portal(), who, 'DESK', { overrideReason: 'please' })).body)).toBe(
        'NOT_PERMITTED',
      );
    }
  });

  test('a release with the PC of another user is refused as not found', async () => {
    const [admin, ada, bob] = [
      await addPerson(portal(), { profileId: 1 }),
      await addPerson(portal()),
      await addPerson(portal()),
    ];
    await issue(portal(), ada, 'DESK');
    const machineId = await findMachineId(portal(), ada, 'DESK');
    const releaseAs = (by: Person, id: number) =>
      portal().call(licenseAdmin.release, { token: by.token, params: { id, machineId }, body: {} });
    expect(readProblemCode((await releaseAs(admin, bob.id)).body)).toBe('RESULTS_NOT_FOUND');
    expect(readProblemCode((await releaseAs(bob, bob.id)).body)).toBe('RESULTS_NOT_FOUND');
    expect(readProblemCode((await releaseAs(bob, ada.id)).body)).toBe('USER_NOT_FOUND');
    expect(await fetchToolUsage(portal(), ada)).toMatchObject({ seatsUsed: 1, movesUsed: 0 });
  });

  test('staff can release the PC of a suspended user', async () => {
    const sam = await addSalesman(portal(), 'MT');
    const ada = await addPerson(portal(), { country: 'MT' });
    await issue(portal(), ada, 'DESK');
    const machineId = await findMachineId(portal(), ada, 'DESK');
    await portal().database.kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', ada.id).execute();
    const params = { id: ada.id, machineId };
    expect((await portal().call(licenseAdmin.release, { token: sam.token, params, body: {} })).status).toBe(200);
  });
});

describe.each(defaultDatabases)('the time window of moves (%s)', (kind) => {
  test('a release stops counting as a move after twelve months, at the time that the API shows', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const ada = await addPerson(portal);
    await issue(portal, ada, 'DESK');
    await releasePc(portal, ada, 'DESK');
    const { nextMoveAt } = await fetchToolUsage(portal, ada);
    portal.pass(days(365) - 1);
    const adaLater = { ...ada, token: await portal.signIn(ada.login) };
    expect((await fetchToolUsage(portal, adaLater)).movesUsed).toBe(1);
    portal.pass(1);
    expect(new Date(portal.now()).toISOString()).toBe(nextMoveAt);
    expect(await fetchToolUsage(portal, adaLater)).toMatchObject({ movesUsed: 0, nextMoveAt: null });
  });
});

describe.each(databases)('simultaneous releases (%s)', (kind) => {
  test('the same release that is sent several times at once counts as one move', async () => {
    const portal = await openPortal(slowDownDatabase(await createTestDatabase(kind), 2));
    const ada = await addPerson(portal);
    await issue(portal, ada, 'DESK');
    const params = { id: ada.id, machineId: await findMachineId(portal, ada, 'DESK') };
    const requestRelease = () => portal.call(licenseAdmin.release, { token: ada.token, params, body: {} });
    const responses = await Promise.all([requestRelease(), requestRelease(), requestRelease()]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await fetchToolUsage(portal, ada)).toMatchObject({ seatsUsed: 0, movesUsed: 1 });
  });

  test('if the owner has one move left, one of two simultaneous releases is refused', async () => {
    const portal = await openPortal(slowDownDatabase(await createTestDatabase(kind), 2));
    const ada = await addPerson(portal);
    for (const pc of ['A', 'B']) {
      await issue(portal, ada, pc);
      await releasePc(portal, ada, pc);
    }
    for (const pc of ['C', 'D']) await issue(portal, ada, pc);
    const ids = [await findMachineId(portal, ada, 'C'), await findMachineId(portal, ada, 'D')];
    const responses = await Promise.all(
      ids.map((machineId) =>
        portal.call(licenseAdmin.release, { token: ada.token, params: { id: ada.id, machineId }, body: {} }),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await fetchToolUsage(portal, ada)).toMatchObject({ seatsUsed: 1, movesUsed: 3 });
  });
});
