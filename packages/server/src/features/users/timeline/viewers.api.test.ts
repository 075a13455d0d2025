import { findRole, profiles } from '@basics/contract/calls/permissions.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { viewers } from '@basics/contract/users/viewers.ts';
import type { UserViewer } from '@basics/contract/users/viewers.ts';
import { describe, expect, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { assignSalesman, openStaffedPortal } from '#server/testing/records/staff.ts';

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
