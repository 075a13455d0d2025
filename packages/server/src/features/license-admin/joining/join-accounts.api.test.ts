import { helpRequests } from '@basics/contract/help-requests.ts';
import { joinAccountsCalls } from '@basics/contract/join-accounts.ts';
import type { JoinEffect } from '@basics/contract/join-accounts.ts';
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses.ts';
import { users } from '@basics/contract/users.ts';
import { describe, expect, test } from 'vitest';
import { verifyChain } from '#server/features/audit/verify-chain.ts';
import { auditEntries } from '#server/testing/audit-of.ts';
import { databases } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { createCode, createMachine } from '#server/testing/machine.ts';
import { addPerson } from '#server/testing/people.ts';
import type { Person } from '#server/testing/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import { listLetters, openStaffedPortal } from '#server/testing/staff.ts';

/** A customer with two accounts: the first one has the PC ONE, the second one the PCs ONE and TWO, and an open help request. */
async function openTwoAccounts(kind: DatabaseKind) {
  const fixture = await openStaffedPortal(kind);
  const { portal, asRoot } = fixture;
  const first = await addPerson(portal, { login: 'grete@new.example' });
  const second = await addPerson(portal, { login: 'grete@old.example' });
  const issue = async (person: Person, pc: string) => {
    const body = { verificationCode: createCode(createMachine(pc)) };
    const answer = await portal.call(licenses.issue, { token: person.token, params: { id: person.id }, body });
    return licenseShape.parse(answer.body).licenseId;
  };
  const licenseIds = [await issue(first, 'ONE'), await issue(second, 'ONE'), await issue(second, 'TWO')];
  const code = { verificationCode: createCode(createMachine('THREE')) };
  await portal.call(helpRequests.ask, { token: second.token, params: { id: second.id }, body: code });
  const preview = async (login = second.login): Promise<JoinEffect> => {
    const answer = await portal.call(joinAccountsCalls.previewJoin, {
      token: asRoot,
      params: { id: first.id },
      body: { login },
    });
    return joinAccountsCalls.previewJoin.reply.parse(answer.body);
  };
  const join = (digest: string, more: Record<string, unknown> = {}) =>
    portal.call(joinAccountsCalls.join, {
      token: asRoot,
      params: { id: first.id },
      body: { login: second.login, reason: 'Changed the company address', digest, ...more },
    });
  return { ...fixture, first, second, licenseIds, issue, preview, join };
}

describe.each(databases)('joining two accounts of a customer on %s', (kind) => {
  test('licences, PCs and requests belong to the account that stays, both addresses get an e-mail, and the other account ends', async () => {
    const { portal, asRoot, first, second, licenseIds, preview, join } = await openTwoAccounts(kind);
    const lettersBefore = (await listLetters(portal)).length;
    const effect = await preview();
    expect(effect).toMatchObject({
      other: { userId: second.id, login: 'grete@old.example' },
      isOtherCompany: false,
      moved: { pcs: 1, licenses: 2, helpRequests: 1, grants: 1 },
      samePcs: ['ONE'],
      dropped: { sessions: 1, secondFactors: 0, permissions: 0 },
      overLimit: [],
    });
    expect(await preview()).toEqual(effect);
    expect((await listLetters(portal)).length).toBe(lettersBefore);

    expect(await join(effect.digest)).toMatchObject({ status: 200, body: effect });
    expect((await listLetters(portal)).slice(lettersBefore)).toEqual([
      'accountsJoined to grete@new.example',
      'accountsJoined to grete@old.example',
    ]);
    const listed = await portal.call(licenses.list, { token: first.token, params: { id: first.id } });
    const { items } = licenses.list.reply.parse(listed.body);
    expect(items.map(({ licenseId }) => licenseId).toSorted((a, b) => a - b)).toEqual(licenseIds);
    const standing = await portal.call(licenseAdmin.machines, { token: first.token, params: { id: first.id } });
    const [tool] = licenseAdmin.machines.reply.parse(standing.body).items;
    expect(tool).toMatchObject({ seatsUsed: 2 });
    expect(tool?.machines.map(({ name }) => name).toSorted()).toEqual(['ONE', 'TWO']);
    const helpList = await portal.call(helpRequests.listOf, { token: first.token, params: { id: first.id } });
    expect(helpRequests.listOf.reply.parse(helpList.body).items).toHaveLength(1);

    expect((await portal.call(users.current, { token: second.token })).status).toBe(401);
    expect((await portal.call(users.get, { token: asRoot, params: { id: second.id } })).status).toBe(404);
    expect((await join(effect.digest)).status).toBe(422);
    const entries = await auditEntries(portal.database.kysely)
      .select(['action', 'subjectId', 'after'])
      .where('action', 'like', 'user.join%')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['user.join', String(first.id)],
      ['user.joinInto', String(second.id)],
    ]);
    expect(entries[0]?.after).toContain('Changed the company address');
    expect(await verifyChain(portal.database.kysely)).toMatchObject({ ok: true });
  });

  test('a change after the preview stops the joining, and the limit of PCs and another company are shown', async () => {
    const { portal, first, second, issue, preview, join } = await openTwoAccounts(kind);
    const { digest } = await preview();
    await issue(first, 'FOUR');
    expect(readProblemCode((await join(digest)).body)).toBe('STALE');
    await portal.database.kysely.updateTable('users').set({ company: 'Other' }).where('id', '=', second.id).execute();
    const effect = await preview();
    expect(effect).toMatchObject({ isOtherCompany: true, overLimit: [{ used: 3, allowed: 2 }] });
    expect(readProblemCode((await join(effect.digest)).body)).toBe('INVALID');
    expect((await join(effect.digest, { acceptsOtherCompany: true })).status).toBe(200);
  });

  test('staff, suspended accounts and an account with itself are not joined', async () => {
    const { portal, ada, asRoot, first, second, asAda, join } = await openTwoAccounts(kind);
    const refusalOf = async (id: number, login: string, token = asRoot) =>
      readProblemCode(
        (await portal.call(joinAccountsCalls.previewJoin, { token, params: { id }, body: { login } })).body,
      );
    expect(await refusalOf(first.id, 'ada@portal.example')).toBe('INVALID');
    expect(await refusalOf(ada, first.login)).toBe('INVALID');
    expect(await refusalOf(first.id, first.login)).toBe('INVALID');
    expect(await refusalOf(first.id, 'root@portal.example')).toBe('OWN_ACCOUNT');
    expect(await refusalOf(first.id, second.login, asAda)).toBe('NOT_PERMITTED');
    await portal.database.kysely
      .updateTable('users')
      .set({ status: 'suspended' })
      .where('id', '=', second.id)
      .execute();
    expect(readProblemCode((await join('none')).body)).toBe('INVALID');
  });
});
