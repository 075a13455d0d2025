import { findRole, profiles } from '@basics/contract/calls/permissions.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { viewers, type UserViewer } from '@basics/contract/users/viewers.ts';
import { describe, expect, test } from 'vitest';
import { databases, type DatabaseKind } from '#server/testing/database/databases.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { assignSalesman, openStaffedPortal } from '#server/testing/records/staff.ts';
import { helpRequestPresence, userPresence } from '@basics/contract/users/presence.ts';
import { purgeExpired } from '#server/jobs/purge/purge-expired.ts';
import { seconds } from '#server/platform/clock/clock.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';

/**
 * Opens a portal with a user for each reason to be visible or invisible to staff, and with a viewer of each profile.
 */
async function openWithViewers(kind: DatabaseKind) {
  const fixture = await openStaffedPortal(kind);
  const { portal, ada } = fixture;
  const { kysely } = portal.database;
  const addApplicant = async (login: string, brandId: string): Promise<number> => {
    const id = await portal.addUser({ login, status: 'pending', profileId: null, brandId });
    await kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', id).execute();
    return id;
  };
  const bert = await portal.addUser({ login: 'bert@portal.example', profileId: 2 });
  await assignSalesman(portal.database, bert, 'NO', 'blue');
  const subjects = {
    assigned: await portal.addUser({ login: 'assigned@near.example' }),
    created: await portal.addUser({ login: 'created@far.example', country: 'FR', createdBy: ada }),
    routed: await addApplicant('routed@near.example', 'red'),
    foreign: await portal.addUser({ login: 'foreign@far.example', country: 'NO' }),
    suspended: await portal.addUser({ login: 'suspended@near.example', status: 'suspended' }),
    expert: await portal.addUser({ login: 'expert@portal.example', profileId: 10, country: 'DE', createdBy: ada }),
  };
  const viewerIds = [fixture.root, ada, bert];
  // A profile with an unknown id has the role "viewer".
  for (const profile of [...Object.keys(profiles).map(Number), 99].filter((id) => id !== 1 && id !== 2))
    viewerIds.push(
      await portal.addUser({ login: `profile${profile}@looks.example`, profileId: profile, country: 'DE' }),
    );
  return { ...fixture, bert, subjects, lookers: viewerIds };
}

type Fixture = Awaited<ReturnType<typeof openWithViewers>>;

const readViewers = async ({ portal, asRoot }: Fixture, id: number, viewer?: number) =>
  viewers.viewers.reply.parse(
    (
      await portal.call(viewers.viewers, {
        token: asRoot,
        params: { id },
        query: viewer === undefined ? {} : { viewer },
      })
    ).body,
  ).items;

describe.each(databases)('who sees a user (%s)', (kind) => {
  test('for a viewer of every profile, the call says whether the viewer sees the user, exactly as the lists and single reads do', async () => {
    const fixture = await openWithViewers(kind);
    const { portal, subjects, lookers } = fixture;
    const logins = await portal.database.kysely.selectFrom('users').select(['id', 'login', 'profileId']).execute();
    for (const viewerId of lookers) {
      const account = logins.find(({ id }) => id === viewerId);
      const token = await portal.signIn(account?.login ?? '');
      const isStaff = ['Administrator', 'Salesman'].includes(findRole(account?.profileId ?? null));
      const visibleIds = isStaff ? await listSeenIds(fixture, token) : [viewerId];
      for (const id of new Set([...Object.values(subjects), ...lookers.slice(0, 3), viewerId])) {
        const [answer] = await readViewers(fixture, id, viewerId);
        const response = await portal.call(users.get, { token, params: { id } });
        expect([viewerId, id, answer?.sees]).toEqual([viewerId, id, visibleIds.includes(id)]);
        expect([viewerId, id, response.status]).toEqual([viewerId, id, answer?.sees ? 200 : 404]);
        expect(answer?.reasons.length === 0).toBe(!answer?.sees);
        expect(answer?.obstacle === null).toBe(answer?.sees);
      }
    }
  });

  test('the call returns why staff see a user (profile, assignment, creation or a request without a salesman), or what they lack', async () => {
    const fixture = await openWithViewers(kind);
    const { portal, ada, bert, root, subjects } = fixture;
    const describeViewer = ({ userId, reasons, obstacle }: UserViewer) => [userId, ...reasons, obstacle];
    const describeAll = async (id: number) => (await readViewers(fixture, id)).map(describeViewer);
    expect(await describeAll(subjects.assigned)).toEqual([
      [subjects.assigned, 'self', null],
      [ada, 'assigned', null],
      [root, 'administrator', null],
      [bert, 'notAssigned'],
    ]);
    expect(await describeAll(subjects.created)).toContainEqual([ada, 'created', null]);
    expect(await describeAll(subjects.routed)).toContainEqual([ada, 'routed', null]);
    expect(await describeAll(subjects.foreign)).toContainEqual([bert, 'assigned', null]);
    expect(await describeAll(subjects.expert)).toContainEqual([ada, 'staff']);
    expect((await readViewers(fixture, ada, subjects.expert)).map(describeViewer)).toEqual([
      [subjects.expert, 'profile'],
    ]);
    expect((await readViewers(fixture, root, root))[0]?.permissions).toContain('users.delete');

    await portal.database.kysely.deleteFrom('countryBrandSalesmen').where('salesmanId', '=', ada).execute();
    expect(await describeAll(subjects.assigned)).toContainEqual([ada, 'notAssigned']);
    const missingResponse = await portal.call(viewers.viewers, {
      token: fixture.asRoot,
      params: { id: subjects.assigned },
      query: { viewer: subjects.suspended },
    });
    expect(readProblemCode(missingResponse.body)).toBe('USER_NOT_FOUND');
  });
});

/** Returns the ids of all users and requests in the lists that a user with this token sees. */
async function listSeenIds({ portal }: Fixture, token: string): Promise<number[]> {
  const body = { pageSize: 200 };
  const foundUsers = users.search.reply.parse((await portal.call(users.search, { token, body })).body);
  const pendingRequests = requests.search.reply.parse((await portal.call(requests.search, { token, body })).body);
  return [...foundUsers.items, ...pendingRequests.items].map(({ userId }) => userId);
}

describe.each(databases)('showing who else has the same record open (%s)', (kind) => {
  test('only staff who have a record in scope see who else had the record open in the last minute (T448)', async () => {
    const { portal, root, simon, ada, askSuccessfully } = await openHelpRequests(kind);
    const { helpRequestId } = await askSuccessfully();
    const foreignSalesman = await addPerson(portal, { profileId: 2, login: 'foreign@portal.example' });
    await assignSalesman(portal.database, foreignSalesman.id, 'NO', 'blue');
    const openUser = async ({ token }: Person, id = ada.id) =>
      portal.call(userPresence.reportPresence, { token, params: { id } });
    const openHelpRequest = async ({ token }: Person) =>
      portal.call(helpRequestPresence.reportPresence, { token, params: { id: helpRequestId } });
    expect((await openUser(simon)).body).toEqual({ names: [] });
    expect((await openUser(root)).body).toEqual({ names: ['Test simon'] });
    expect((await openHelpRequest(root)).body).toEqual({ names: [] });
    expect((await openHelpRequest(simon)).body).toEqual({ names: ['Test root'] });
    for (const report of [openUser, openHelpRequest]) {
      expect((await report(foreignSalesman)).status).toBe(404);
      expect((await report(ada)).status).toBe(403);
    }
    expect((await openUser(simon)).body).toEqual({ names: ['Test root'] });
    expect((await openUser(simon, root.id)).status).toBe(404);
    // Users do not see who has their own account open, and the portal does not record that they open it.
    expect((await openUser(root, simon.id)).body).toEqual({ names: [] });
    expect((await openUser(simon, simon.id)).body).toEqual({ names: [] });
    expect((await openUser(root, simon.id)).body).toEqual({ names: [] });

    portal.pass(seconds(59));
    expect((await openUser(simon)).body).toEqual({ names: ['Test root'] });
    portal.pass(seconds(1));
    expect((await openUser(simon)).body).toEqual({ names: [] });
    const { database } = portal;
    const { queueLetter } = openOutbox(database);
    await purgeExpired({ database, clock: portal.now, queueLetter });
    const rows = await database.kysely.selectFrom('presences').select(['kind', 'userId']).execute();
    expect(rows).toEqual([{ kind: 'user', userId: simon.id }]);
    expect(
      await database.kysely.selectFrom('audit').select('id').where('action', 'like', '%resence%').execute(),
    ).toEqual([]);
  });
});
