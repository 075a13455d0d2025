import { bulkRequests, bulkUsers } from '@basics/contract/bulk.ts';
import type { BulkResult } from '@basics/contract/bulk.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import { users } from '@basics/contract/users.ts';
import { describe, expect, test } from 'vitest';
import { writeSearchText } from '#server/features/users/user-search.repository.ts';
import { databases } from '#server/testing/databases.ts';
import { createUserBody, listLetters, openStaffedPortal } from '#server/testing/staff.ts';

describe.each(databases)('bulk calls (%s)', (kind) => {
  test('a bulk call changes each user like the call for one user, and a preview gives the same answer without changes', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const create = async (login: string, but: Record<string, unknown> = {}) => {
      const body = createUserBody({ login, email: login, ...but });
      return users.create.reply.parse((await portal.call(users.create, { token: asRoot, body })).body).userId;
    };
    const firstUser = await create('one@customer.example');
    const secondUser = await create('two@customer.example', {
      tools: [{ tool: 'basics', brand: 'red', configTools: [], validFrom: null, validTo: null }],
    });
    const far = await create('far@customer.example', { country: 'NO' });
    const readUser = async (id: number) =>
      users.get.reply.parse((await portal.call(users.get, { token: asRoot, params: { id } })).body);
    const change = async (body: Record<string, unknown>, token = asAda) =>
      bulkUsers.changeMany.reply.parse((await portal.call(bulkUsers.changeMany, { token, body })).body).results;

    const end = { ids: [firstUser, secondUser, far], change: 'endGrant', tool: 'basics', brand: 'blue' };
    const userBefore = await readUser(firstUser);
    const results: BulkResult[] = [
      {
        id: firstUser,
        outcome: 'done',
        grant: { validFrom: null, validTo: '2026-03-09', before: { validFrom: null, validTo: null } },
      },
      { id: secondUser, outcome: 'refused', message: "User hasn't tools and brands" },
      { id: far, outcome: 'notFound' },
    ];
    expect(await change({ ...end, preview: true })).toEqual(results);
    expect(await readUser(firstUser)).toEqual(userBefore);
    expect(await change(end)).toEqual(results);
    expect((await readUser(firstUser)).tools).toMatchObject([{ brand: 'blue', validTo: '2026-03-09' }]);
    expect((await readUser(secondUser)).tools).toMatchObject([{ brand: 'red', validTo: null }]);
    await change({ ids: [firstUser], change: 'grant', tool: 'basics', brand: 'blue', validTo: '2027-01-31' });
    expect((await readUser(firstUser)).tools).toMatchObject([{ validTo: '2027-01-31' }]);

    const cable = {
      id: 'configCable',
      code: null,
      name: 'Config Cable',
      maxMajor: 255,
      parentToolId: 'basics',
      entitlementBit: 5,
    };
    await portal.database.kysely.insertInto('tools').values(cable).execute();
    const rail = { ids: [firstUser, secondUser], tool: 'basics', brand: 'blue', addOn: 'configRail' };
    const noGrant = { id: secondUser, outcome: 'refused', message: "User hasn't tools and brands" };
    expect(await change({ ...rail, change: 'addAddOn' })).toEqual([
      { id: firstUser, outcome: 'refused', message: fieldMessages.addOnGuarded },
      noGrant,
    ]);
    const otherAddOn = { ...rail, addOn: 'configCable' };
    expect(await change({ ...otherAddOn, change: 'addAddOn' })).toEqual([{ id: firstUser, outcome: 'done' }, noGrant]);
    expect(await change({ ...rail, change: 'addAddOn' }, asRoot)).toEqual([
      { id: firstUser, outcome: 'done' },
      noGrant,
    ]);
    const grantWithBoth = { validTo: '2027-01-31', configTools: ['configCable', 'configRail'] };
    expect((await readUser(firstUser)).tools).toMatchObject([grantWithBoth]);
    await change({ ...otherAddOn, change: 'endAddOn' });
    expect((await readUser(firstUser)).tools).toMatchObject([{ ...grantWithBoth, configTools: ['configRail'] }]);
    expect(await change({ ...rail, addOn: 'unknown', change: 'addAddOn' })).toMatchObject([
      { outcome: 'refused' },
      noGrant,
    ]);

    await change({ ...rail, change: 'endAddOn' }, asRoot);
    expect((await readUser(firstUser)).tools).toMatchObject([{ ...grantWithBoth, configTools: [] }]);

    const laterGrant = { tool: 'basics', brand: 'blue', configTools: [], validFrom: '2026-06-01', validTo: null };
    const customerWithLaterGrant = await create('three@customer.example', { tools: [laterGrant] });
    const earlierGrant = { change: 'grant', tool: 'basics', brand: 'blue', validTo: '2026-05-31' };
    expect(await change({ ...earlierGrant, ids: [customerWithLaterGrant, firstUser] })).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'done' },
    ]);

    // A preview says which days the tool would have, and which it has now.
    const red = { ids: [firstUser, secondUser], change: 'grant', tool: 'basics', brand: 'red', validTo: '2026-12-31' };
    const after = { validFrom: null, validTo: '2026-12-31' };
    const effects: BulkResult[] = [
      { id: firstUser, outcome: 'done', grant: { ...after, before: null } },
      { id: secondUser, outcome: 'done', grant: { ...after, before: { validFrom: null, validTo: null } } },
    ];
    expect(await change({ ...red, preview: true })).toEqual(effects);
    expect(await change(red)).toEqual(effects);

    const letters = (await listLetters(portal)).length;
    const invitation = { ids: [firstUser, secondUser], change: 'invite' };
    // Previews do not count against the limit of five invitations an hour for each user.
    for (let index = 0; index < 6; index += 1)
      expect((await change({ ...invitation, preview: true })).map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect(await listLetters(portal)).toHaveLength(letters);
    // An id that is sent twice gets one result and one e-mail.
    expect(await change({ ...invitation, ids: [firstUser, firstUser, secondUser] })).toHaveLength(2);
    expect((await listLetters(portal)).slice(letters)).toEqual([
      'invitationAgain to one@customer.example',
      'invitationAgain to two@customer.example',
    ]);
  });

  test('requests are approved only with the profiles of the preview, and a refused request does not stop the others', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const colleague = createUserBody({ login: 'known@neu.example', email: 'known@neu.example', profileID: 8 });
    await portal.call(users.create, { token: asRoot, body: colleague });
    const apply = async (login: string, domain: string) => {
      const id = await portal.addUser({ login, status: 'pending', profileId: null });
      const { kysely } = portal.database;
      const requestColumns = { requestDate: portal.now(), userDomain: domain };
      await kysely.updateTable('users').set(requestColumns).where('id', '=', id).execute();
      await kysely.insertInto('requestedTools').values({ userId: id, toolId: 'basics', brandId: 'blue' }).execute();
      return id;
    };
    const knownDomain = await apply('new@neu.example', 'neu.example');
    const unknownDomain = await apply('new@other.example', 'other.example');
    // In a bulk call nobody reads each request, so no profile is proposed because of the company, which applicants write themselves.
    const namedCompany = await apply('new@gmail.com', 'gmail.com');
    await portal.database.kysely
      .updateTable('users')
      .set({ company: 'Neu GmbH' })
      .where('id', '=', namedCompany)
      .execute();
    await portal.database.transact((trx) =>
      writeSearchText(trx, namedCompany, {
        login: 'new@gmail.com',
        firstName: '',
        lastName: '',
        company: 'Neu GmbH',
        crmAccount: null,
      }),
    );
    const send = (body: Record<string, unknown>, token = asAda) =>
      portal.call(bulkRequests.decideMany, { token, body });
    const decide = async (body: Record<string, unknown>, token = asAda) =>
      bulkRequests.decideMany.reply.parse((await send(body, token)).body).results;

    // The other requests stay refused: the approval of the first one now leads to a proposed profile for them, but their preview had none.
    const approval = { ids: [knownDomain, unknownDomain, namedCompany], decision: 'approve' };
    const answered: BulkResult[] = [
      { id: knownDomain, outcome: 'done', profileID: 8 },
      { id: unknownDomain, outcome: 'refused', message: 'Profile is required.' },
      { id: namedCompany, outcome: 'refused', message: 'Profile is required.' },
    ];
    expect(await decide({ ...approval, preview: true })).toEqual(answered);
    expect((await decide({ ...approval, profileID: 7, preview: true })).map(({ profileID }) => profileID)).toEqual([
      8, 7, 7,
    ]);
    const replyWithoutPreview = await send({ ...approval, profileID: 7 });
    expect(replyWithoutPreview.status).toBe(422);
    expect(Object(replyWithoutPreview.body).fields).toEqual({ profiles: fieldMessages.previewApproval });
    const staffProfile = { ids: [unknownDomain], profiles: [{ id: unknownDomain, profileID: 2 }] };
    expect(await decide({ ...staffProfile, decision: 'approve' }, asRoot)).toEqual([
      { id: unknownDomain, outcome: 'refused', message: fieldMessages.notAllowed },
    ]);
    const profilesOfPreview = [{ id: knownDomain, profileID: 8 }];
    expect(await decide({ ...approval, profileID: 7, profiles: profilesOfPreview })).toEqual(answered);
    const { body } = await portal.call(users.get, { token: asRoot, params: { id: knownDomain } });
    expect(body).toMatchObject({ status: 'approved', profileID: 8, tools: [{ tool: 'basics', brand: 'blue' }] });
    // Approving the first request changes the proposed profile of the second one, which still gets the profile of its preview.
    const earlierRequestId = await apply('early@first.example', 'first.example');
    const laterRequestId = await apply('late@first.example', 'first.example');
    const profiles = [
      { id: earlierRequestId, profileID: 5 },
      { id: laterRequestId, profileID: 7 },
    ];
    expect(await decide({ ids: [earlierRequestId, laterRequestId], decision: 'approve', profiles })).toEqual(
      profiles.map(({ id, profileID }) => ({ id, outcome: 'done', profileID })),
    );
    expect(await decide({ ids: [unknownDomain], decision: 'reject', reason: 'Unknown' })).toEqual([
      { id: unknownDomain, outcome: 'done' },
    ]);
    expect((await decide({ ids: [unknownDomain], decision: 'reject', reason: 'Unknown' }))[0]?.outcome).toBe('refused');
  });
});
