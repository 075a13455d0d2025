import { findRole, profiles } from '@basics/contract/permissions.ts';
import { requests } from '@basics/contract/requests.ts';
import { users } from '@basics/contract/users.ts';
import { viewers } from '@basics/contract/viewers.ts';
import type { UserViewer } from '@basics/contract/viewers.ts';
import { describe, expect, test } from 'vitest';
import { databases } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { assign, openStaffed } from '#server/testing/staff.ts';

/** A user for each reason to be seen or not, and an account of each profile that may look. */
async function openWithViewers(kind: DatabaseKind) {
  const fixture = await openStaffed(kind);
  const { portal, ada } = fixture;
  const { kysely } = portal.database;
  const addApplicant = async (login: string, brandId: string): Promise<number> => {
    const id = await portal.addUser({ login, status: 'pending', profileId: null, brandId });
    await kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', id).execute();
    return id;
  };
  const bert = await portal.addUser({ login: 'bert@portal.example', profileId: 2 });
  await assign(portal.database, bert, 'NO', 'blue');
  const subjects = {
    assigned: await portal.addUser({ login: 'assigned@near.example' }),
    created: await portal.addUser({ login: 'created@far.example', country: 'FR', createdBy: ada }),
    routed: await addApplicant('routed@near.example', 'red'),
    foreign: await portal.addUser({ login: 'foreign@far.example', country: 'NO' }),
    suspended: await portal.addUser({ login: 'suspended@near.example', status: 'suspended' }),
    expert: await portal.addUser({ login: 'expert@portal.example', profileId: 10, country: 'DE', createdBy: ada }),
  };
  const lookers = [fixture.root, ada, bert];
  // A profile with an unknown id is a viewer.
  for (const profile of [...Object.keys(profiles).map(Number), 99].filter((id) => id !== 1 && id !== 2))
    lookers.push(await portal.addUser({ login: `profile${profile}@looks.example`, profileId: profile, country: 'DE' }));
  return { ...fixture, bert, subjects, lookers };
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

describe.each(databases)('who sees a user on %s', (kind) => {
  test('the answer is the same as what the lists and the single reads return, for every profile', async () => {
    const fixture = await openWithViewers(kind);
    const { portal, subjects, lookers } = fixture;
    const logins = await portal.database.kysely.selectFrom('users').select(['id', 'login', 'profileId']).execute();
    for (const looker of lookers) {
      const account = logins.find(({ id }) => id === looker);
      const token = await portal.signIn(account?.login ?? '');
      const isStaff = ['Administrator', 'Salesman'].includes(findRole(account?.profileId ?? null));
      const listed = isStaff ? await listSeenIds(fixture, token) : [looker];
      for (const id of new Set([...Object.values(subjects), ...lookers.slice(0, 3), looker])) {
        const [answer] = await readViewers(fixture, id, looker);
        const read = await portal.call(users.get, { token, params: { id } });
        expect([looker, id, answer?.sees]).toEqual([looker, id, listed.includes(id)]);
        expect([looker, id, read.status]).toEqual([looker, id, answer?.sees ? 200 : 404]);
        expect(answer?.reasons.length === 0).toBe(!answer?.sees);
        expect(answer?.obstacle === null).toBe(answer?.sees);
      }
    }
  });

  test('the answer names the reason: profile, assignment, creation, a request without a salesman, or what is missing', async () => {
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
    const missing = await portal.call(viewers.viewers, {
      token: fixture.asRoot,
      params: { id: subjects.assigned },
      query: { viewer: subjects.suspended },
    });
    expect(readProblemCode(missing.body)).toBe('USER_NOT_FOUND');
  });
});

/** The ids in the lists of users and of requests. */
async function listSeenIds({ portal }: Fixture, token: string): Promise<number[]> {
  const body = { pageSize: 200 };
  const found = users.search.reply.parse((await portal.call(users.search, { token, body })).body);
  const waiting = requests.search.reply.parse((await portal.call(requests.search, { token, body })).body);
  return [...found.items, ...waiting.items].map(({ userId }) => userId);
}
