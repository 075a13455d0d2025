import { endpoints } from '@basics/contract/api.ts';
import { profiles } from '@basics/contract/permissions.ts';
import { words } from '@basics/contract/words.ts';
import { describe, expect, test } from 'vitest';
import { attempt, requestOf } from '#server/testing/access/access-attempt.ts';
import { anyDatabase, freshDatabase } from '#server/testing/databases.ts';
import { newcomer, sessionOf } from '#server/testing/people.ts';
import type { Person } from '#server/testing/people.ts';
import { openPortal } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';

/** All that somebody can do before he has the second factor that his profile needs: get one, see where he is, and leave. */
const open = [
  'users.current',
  ...['list', 'beginTotp', 'confirmTotp', 'beginPasskey', 'addPasskey'].map((call) => `secondFactor.${call}`),
  ...['rename', 'remove', 'renewRecoveryCodes'].map((call) => `secondFactor.${call}`),
  ...['extend', 'signOut', 'list', 'end', 'handoff', 'changePassword'].map((call) => `session.${call}`),
];
const subjectOf = (id: number) => ({ id, version: 1, name: `must-${id}`, colleague: id });

/** The calls that tell him to set up his second factor first. */
async function heldBack(portal: Portal, person: Person): Promise<string[]> {
  const told: string[] = [];
  for (const { name } of endpoints) {
    const { endpoint, params, query, body } = requestOf(name, subjectOf(person.id));
    const answer = await portal.ask(endpoint, {
      token: await sessionOf(portal, person),
      ...(params && { params: Object(params) }),
      ...(query && { query }),
      ...(body !== undefined && { body: Object(body) }),
    });
    if (answer.status === 403 && Object(answer.body).message === words.secondFactorFirst) told.push(name);
  }
  return told;
}

const guarded = endpoints.filter(({ name, access }) => access !== 'public' && !open.includes(name));

describe.each(anyDatabase)('somebody who needs a second factor and has none, on %s', { timeout: 120_000 }, (kind) => {
  test('is held back from every call but those that lead to one, whatever his profile', async () => {
    const portal = await openPortal(await freshDatabase(kind), { secondFactorPolicy: 'all' });
    for (const profileId of [...Object.keys(profiles).map(Number), 99])
      expect(await heldBack(portal, await newcomer(portal, { profileId }))).toEqual(guarded.map(({ name }) => name));
  });

  test('is nobody in particular to public calls', async () => {
    const portal = await openPortal(await freshDatabase(kind), { secondFactorPolicy: 'staff' });
    const root = await newcomer(portal, { profileId: 1 });
    const owner = await newcomer(portal);
    const asked = { params: {}, query: { userEmail: owner.login } };
    const { endpoint } = requestOf('registration.configTool', subjectOf(0));
    const answers = [];
    for (const token of [root.token, null]) answers.push((await portal.ask(endpoint, { ...asked, token })).body);
    expect(answers[0]).toEqual(answers[1]);
  });

  test('is let in once he has one, and customers are where the rule is for staff alone', async () => {
    const portal = await openPortal(await freshDatabase(kind), { secondFactorPolicy: 'staff' });
    const [root, customer] = [await newcomer(portal, { profileId: 1 }), await newcomer(portal)];
    expect(await heldBack(portal, customer)).toEqual([]);
    expect(await attempt(portal, 'users.search', { token: root.token, subject: subjectOf(root.id) })).toBe(
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
    expect(await attempt(portal, 'users.search', { token: root.token, subject: subjectOf(root.id) })).toBe('yes');
  });
});
