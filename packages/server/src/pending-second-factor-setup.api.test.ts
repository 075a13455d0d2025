import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { describe, expect, test } from 'vitest';
import { attemptCall, createRequest, findAccessRow, sendCall } from '#server/testing/access/access-attempt.ts';
import { missingSubject } from '#server/testing/access/access-row.ts';
import { accessTable } from '#server/testing/access/access-table.ts';
import { defaultDatabases, createTestDatabase } from '#server/testing/database/databases.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { openPortal, type Portal } from '#server/testing/portal.ts';

const createSubject = (id: number) => ({ ...missingSubject, id, name: `must-${id}`, colleague: id });

/**
 * Makes all calls as the given user, and returns the names of the calls that are refused because the user has no second
 * factor.
 */
async function listRefusedCalls(portal: Portal, person: Person): Promise<string[]> {
  const refusedCalls: string[] = [];
  for (const row of accessTable) {
    const token = await createSession(portal, person);
    const response = await sendCall(portal, row, { token, subject: createSubject(person.id) });
    if (response.status === 403 && Object(response.body).message === serverMessages.secondFactorFirst)
      refusedCalls.push(row.endpoint.name);
  }
  return refusedCalls;
}

/** The names of the calls that must be refused, from the access table. Public calls are not refused. */
const callsToRefuse = accessTable
  .filter((row) => row.nobody === 'NO_SESSION' && !row.isOpenDuringSecondFactorSetup)
  .map(({ endpoint }) => endpoint.name);

describe.each(defaultDatabases)('a user who must set up a second factor (%s)', (kind) => {
  test('until a second factor is set up, every call that needs a session is refused except the calls for the setup, with any profile (T478)', async () => {
    const portal = await openPortal(await createTestDatabase(kind), { secondFactorPolicy: 'all' });
    // The test uses one profile of each kind that the access table distinguishes. There is no profile with the id 99.
    for (const profileId of [1, 2, 7, 99])
      expect(await listRefusedCalls(portal, await addPerson(portal, { profileId }))).toEqual(callsToRefuse);
  });

  test('a user without the required second factor gets the same responses to public calls as a caller without a session', async () => {
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

  test('after the setup, no call is refused, and customers need no second factor if only staff must have one', async () => {
    const portal = await openPortal(await createTestDatabase(kind), { secondFactorPolicy: 'staff' });
    const [root, customer] = [await addPerson(portal, { profileId: 1 }), await addPerson(portal)];
    expect(await listRefusedCalls(portal, customer)).toEqual([]);
    expect(
      await attemptCall(portal, findAccessRow('users.search'), { token: root.token, subject: createSubject(root.id) }),
    ).toBe('NOT_PERMITTED');
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
    expect(
      await attemptCall(portal, findAccessRow('users.search'), { token: root.token, subject: createSubject(root.id) }),
    ).toBe('yes');
  });
});
