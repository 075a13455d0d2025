import { fieldMessages } from '@basics/contract/field-messages.ts';
import { describe, expect, test } from 'vitest';
import { attempt, createRequest, findRow, send } from '#server/testing/access/access-attempt.ts';
import { accessTable } from '#server/testing/access/access-table.ts';
import { anyDatabase, createTestDatabase } from '#server/testing/databases.ts';
import { addPerson, createSession } from '#server/testing/people.ts';
import type { Person } from '#server/testing/people.ts';
import { openPortal } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';

const createSubject = (id: number) => ({ id, version: 1, name: `must-${id}`, colleague: id });

/** The calls that are refused until the user has set up a second factor. */
async function listRefusedCalls(portal: Portal, person: Person): Promise<string[]> {
  const refusedCalls: string[] = [];
  for (const row of accessTable) {
    const token = await createSession(portal, person);
    const response = await send(portal, row, { token, subject: createSubject(person.id) });
    if (response.status === 403 && Object(response.body).message === fieldMessages.secondFactorFirst)
      refusedCalls.push(row.endpoint.name);
  }
  return refusedCalls;
}

/** The names of the calls that must be refused, from the access table. Public calls stay open to this user, as to everybody. */
const expectedCalls = accessTable
  .filter((row) => row.nobody === 'NO_SESSION' && !row.isOpenDuringSecondFactorSetup)
  .map(({ endpoint }) => endpoint.name);

describe.each(anyDatabase)('a user who must set up a second factor (%s)', (kind) => {
  test('every call except those for the setup is refused, with any profile', async () => {
    const portal = await openPortal(await createTestDatabase(kind), { secondFactorPolicy: 'all' });
    // One profile of each kind that the access table distinguishes; 99 is no known profile.
    for (const profileId of [1, 2, 7, 99])
      expect(await listRefusedCalls(portal, await addPerson(portal, { profileId }))).toEqual(expectedCalls);
  });

  test('public calls give the same answers as to a caller without a session', async () => {
    const portal = await openPortal(await createTestDatabase(kind), { secondFactorPolicy: 'staff' });
    const root = await addPerson(portal, { profileId: 1 });
    const owner = await addPerson(portal);
    const callInput = { params: {}, query: { userEmail: owner.login } };
    const { endpoint } = createRequest('registration.configTool', createSubject(0));
    const replyBodies = [];
    for (const token of [root.token, null])
      replyBodies.push((await portal.call(endpoint, { ...callInput, token })).body);
    expect(replyBodies[0]).toEqual(replyBodies[1]);
  });

  test('all calls work after the setup, and customers need no factor if the rule is only for staff', async () => {
    const portal = await openPortal(await createTestDatabase(kind), { secondFactorPolicy: 'staff' });
    const [root, customer] = [await addPerson(portal, { profileId: 1 }), await addPerson(portal)];
    expect(await listRefusedCalls(portal, customer)).toEqual([]);
    expect(await attempt(portal, findRow('users.search'), { token: root.token, subject: createSubject(root.id) })).toBe(
      'NOT_PERMITTED',
    );
    await portal.database.kysely
      .insertInto('secondFactors')
      .values({
        userId: root.id,
        kind: 'totp',
        name: 'App',
        secret: 'sealed',
        credentialId: null,
        counter: 0,
        transports: '[]',
        createdAt: portal.now(),
        confirmedAt: portal.now(),
        lastUsedAt: null,
      })
      .execute();
    expect(await attempt(portal, findRow('users.search'), { token: root.token, subject: createSubject(root.id) })).toBe(
      'yes',
    );
  });
});
