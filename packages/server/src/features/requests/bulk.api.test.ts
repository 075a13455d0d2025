import { bulkRequests, bulkUsers, type BulkResult } from '@basics/contract/calls/bulk.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { approveForm, pickUserFields, userFields } from '@basics/contract/users/user-fields.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { writeSearchText } from '#server/features/users/list/search-users.repository.ts';
import { databases } from '#server/testing/database/databases.ts';
import { createUserBody, listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

describe.each(databases)('bulk calls (%s)', (kind) => {
  test('a bulk call changes each user like the call for one user, and a preview gives the same answer without changes', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const createUser = async (login: string, but: Record<string, unknown> = {}) => {
      const body = createUserBody({ login, email: login, ...but });
      return users.create.reply.parse((await portal.call(users.create, { token: asRoot, body })).body).userId;
    };
    const firstUserId = await createUser('one@customer.example');
    const secondUserId = await createUser('two@customer.example', {
      tools: [{ tool: 'basics', brand: 'red', configTools: [], validFrom: null, validTo: null }],
    });
    const userOutOfScopeId = await createUser('far@customer.example', { country: 'NO' });
    const readUser = async (id: number) =>
      users.get.reply.parse((await portal.call(users.get, { token: asRoot, params: { id } })).body);
    const changeUsers = async (body: Record<string, unknown>, token = asAda) =>
      bulkUsers.changeMany.reply.parse((await portal.call(bulkUsers.changeMany, { token, body })).body).results;

    const endGrantBody = {
      ids: [firstUserId, secondUserId, userOutOfScopeId],
      change: 'endGrant',
      tool: 'basics',
      brand: 'blue',
    };
    const userBefore = await readUser(firstUserId);
    const expectedResults: BulkResult[] = [
      {
        id: firstUserId,
        outcome: 'done',
        effect: 'toolEnded',
        grant: { validFrom: null, validTo: '2026-03-09', before: { validFrom: null, validTo: null } },
      },
      { id: secondUserId, outcome: 'refused', message: "User hasn't tools and brands" },
      { id: userOutOfScopeId, outcome: 'notFound' },
    ];
    expect(await changeUsers({ ...endGrantBody, preview: true })).toEqual(expectedResults);
    expect(await readUser(firstUserId)).toEqual(userBefore);
    expect(await changeUsers(endGrantBody)).toEqual(expectedResults);
    expect((await readUser(firstUserId)).tools).toMatchObject([{ brand: 'blue', validTo: '2026-03-09' }]);
    expect((await readUser(secondUserId)).tools).toMatchObject([{ brand: 'red', validTo: null }]);
    await changeUsers({ ids: [firstUserId], change: 'grant', tool: 'basics', brand: 'blue', validTo: '2027-01-31' });
    expect((await readUser(firstUserId)).tools).toMatchObject([{ validTo: '2027-01-31' }]);

    const cableAddOn = {
      id: 'configCable',
      code: null,
      name: 'Config Cable',
      maxMajor: 255,
      parentToolId: 'basics',
      entitlementBit: 5,
    };
    await portal.database.kysely.insertInto('tools').values(cableAddOn).execute();
    const railAddOnBody = { ids: [firstUserId, secondUserId], tool: 'basics', brand: 'blue', addOn: 'configRail' };
    const noGrantResult = { id: secondUserId, outcome: 'refused', message: "User hasn't tools and brands" };
    expect(await changeUsers({ ...railAddOnBody, change: 'addAddOn' })).toEqual([
      { id: firstUserId, outcome: 'refused', message: serverMessages.addOnGuarded },
      noGrantResult,
    ]);
    const cableAddOnBody = { ...railAddOnBody, addOn: 'configCable' };
    expect(await changeUsers({ ...cableAddOnBody, change: 'addAddOn' })).toEqual([
      { id: firstUserId, outcome: 'done', effect: 'addOnsAdded' },
      noGrantResult,
    ]);
    expect(await changeUsers({ ...railAddOnBody, change: 'addAddOn' }, asRoot)).toEqual([
      { id: firstUserId, outcome: 'done', effect: 'addOnsAdded' },
      noGrantResult,
    ]);
    const grantWithBothAddOns = { validTo: '2027-01-31', configTools: ['configCable', 'configRail'] };
    expect((await readUser(firstUserId)).tools).toMatchObject([grantWithBothAddOns]);
    await changeUsers({ ...cableAddOnBody, change: 'endAddOn' });
    expect((await readUser(firstUserId)).tools).toMatchObject([
      { ...grantWithBothAddOns, configTools: ['configRail'] },
    ]);
    expect(await changeUsers({ ...railAddOnBody, addOn: 'unknown', change: 'addAddOn' })).toMatchObject([
      { outcome: 'refused' },
      noGrantResult,
    ]);

    await changeUsers({ ...railAddOnBody, change: 'endAddOn' }, asRoot);
    expect((await readUser(firstUserId)).tools).toMatchObject([{ ...grantWithBothAddOns, configTools: [] }]);

    const laterGrant = { tool: 'basics', brand: 'blue', configTools: [], validFrom: '2026-06-01', validTo: null };
    const idOfUserWithLaterGrant = await createUser('three@customer.example', { tools: [laterGrant] });
    const earlierGrantBody = { change: 'grant', tool: 'basics', brand: 'blue', validTo: '2026-05-31' };
    expect(await changeUsers({ ...earlierGrantBody, ids: [idOfUserWithLaterGrant, firstUserId] })).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'done' },
    ]);

    // A preview returns the first and last day that a grant would have, and those that it has now.
    const redGrantBody = {
      ids: [firstUserId, secondUserId],
      change: 'grant',
      tool: 'basics',
      brand: 'red',
      validTo: '2026-12-31',
    };
    const daysAfter = { validFrom: null, validTo: '2026-12-31' };
    const expectedEffects: BulkResult[] = [
      { id: firstUserId, outcome: 'done', effect: 'newTool', grant: { ...daysAfter, before: null } },
      {
        id: secondUserId,
        outcome: 'done',
        effect: 'shorterTerm',
        grant: { ...daysAfter, before: { validFrom: null, validTo: null } },
      },
    ];
    expect(await changeUsers({ ...redGrantBody, preview: true })).toEqual(expectedEffects);
    expect(await changeUsers(redGrantBody)).toEqual(expectedEffects);

    const letterCount = (await listLetters(portal)).length;
    const inviteBody = { ids: [firstUserId, secondUserId], change: 'invite' };
    // Previews do not count against the limit of five invitations an hour for each user.
    for (let index = 0; index < 6; index += 1)
      expect((await changeUsers({ ...inviteBody, preview: true })).map(({ outcome }) => outcome)).toEqual([
        'done',
        'done',
      ]);
    expect(await listLetters(portal)).toHaveLength(letterCount);
    // An id that is sent twice gets one result and one e-mail.
    expect(await changeUsers({ ...inviteBody, ids: [firstUserId, firstUserId, secondUserId] })).toHaveLength(2);
    expect((await listLetters(portal)).slice(letterCount)).toEqual([
      'invitationAgain to one@customer.example',
      'invitationAgain to two@customer.example',
    ]);
  });

  test('a preview counts the users with each effect, and the people and companies that it touches, and changes nothing', async () => {
    const { portal, ada, asRoot, asAda } = await openStaffedPortal(kind);
    const grant = { tool: 'basics', brand: 'blue', configTools: [], validFrom: null, validTo: null };
    const createUser = async (name: string, company: string, but: Record<string, unknown> = {}) => {
      const login = `${name}@customer.example`;
      const body = createUserBody({ login, email: login, company, ...but });
      return users.create.reply.parse((await portal.call(users.create, { token: asRoot, body })).body).userId;
    };
    const ids = [
      await createUser('longer', 'Neu GmbH', { tools: [{ ...grant, validTo: '2026-12-31' }] }),
      await createUser('same', 'Neu GmbH', { tools: [{ ...grant, validTo: '2027-12-31' }] }),
      await createUser('new', 'Hafen AG', { tools: [{ ...grant, brand: 'red' }] }),
      await createUser('later', 'Später KG', { tools: [{ ...grant, validFrom: '2028-06-01' }] }),
      await createUser('shorter', 'NEU GMBH'),
      await createUser('rail', 'Hafen AG', {
        tools: [{ ...grant, configTools: ['configRail'], validTo: '2027-12-31' }],
      }),
      await createUser('far', 'Fjord AS', { country: 'NO', tools: [{ ...grant, validTo: '2028-12-31' }] }),
    ];
    const preview = async (body: Record<string, unknown>, token = asAda) => {
      const reply = await portal.call(bulkUsers.changeMany, { token, body: { ids, preview: true, ...body } });
      const { effects, touches } = bulkUsers.changeMany.reply.parse(reply.body);
      const counts = effects?.map(({ effect, outcome, message, count, takesAway }) =>
        [takesAway ? '!' : '', count, effect ?? outcome, message ?? ''].join(' ').trim(),
      );
      return { counts, touches };
    };
    const readTerms = () => portal.database.kysely.selectFrom('toolGrants').selectAll().orderBy('userId').execute();
    const termsBefore = await readTerms();
    const grantBody = { change: 'grant', tool: 'basics', brand: 'blue', validTo: '2027-12-31', configTools: [] };
    expect(await preview(grantBody, asRoot)).toEqual({
      counts: [
        '! 2 shorterTerm',
        '! 1 addOnsEnded',
        '1 refused The last day must not be before the first day.',
        '1 longerTerm',
        '1 newTool',
        '1 unchanged',
      ],
      touches: { people: 6, companies: 3 },
    });
    const { counts } = await preview(grantBody);
    expect(counts, 'a salesman sees only the own customers').toContain('1 notFound');
    expect(await preview({ change: 'brand', brand: 'blue' }, asRoot)).toEqual({
      counts: ['7 unchanged'],
      touches: { people: 7, companies: 4 },
    });
    expect(await preview({ change: 'suspend', reason: 'Closed', ids: [ada, ...ids.slice(0, 2)] }, asRoot)).toEqual({
      counts: ['! 1 suspended', '2 refused This user has not set a password yet. Withdraw the invitation instead.'],
      touches: { people: 1, companies: 0 },
    });
    expect(await preview({ change: 'suspend', reason: 'Closed', ids: [ada] })).toEqual({
      counts: ['1 refused You cannot do this to your own account. Ask an administrator.'],
      touches: { people: 0, companies: 0 },
    });
    expect(await readTerms()).toEqual(termsBefore);
  });

  test('requests are approved only with the profiles of the preview, and a refused request does not stop the others', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    for (const login of ['known@neu.example', 'known2@neu.example', 'known3@neu.example']) {
      const body = createUserBody({ login, email: login, profileID: 8 });
      await portal.call(users.create, { token: asRoot, body });
    }
    const filledFields = { phone: '+49 40 7', language: 'en', company: 'Hafen GmbH' };
    const addRequest = async (login: string, domain: string) => {
      const id = await portal.addUser({ login, status: 'pending', profileId: null });
      const { kysely } = portal.database;
      const requestColumns = {
        requestDate: portal.now(),
        userDomain: domain,
        ...filledFields,
        canReceiveMail: 1 as const,
      };
      await kysely.updateTable('users').set(requestColumns).where('id', '=', id).execute();
      await kysely.insertInto('requestedTools').values({ userId: id, toolId: 'basics', brandId: 'blue' }).execute();
      return id;
    };
    const knownDomainRequestId = await addRequest('new@neu.example', 'neu.example');
    const unknownDomainRequestId = await addRequest('new@other.example', 'other.example');
    // In a bulk call nobody reads each request, so no profile is proposed because of the company, which applicants write themselves.
    const namedCompanyRequestId = await addRequest('new@gmail.com', 'gmail.com');
    await portal.database.kysely
      .updateTable('users')
      .set({ company: 'Neu GmbH' })
      .where('id', '=', namedCompanyRequestId)
      .execute();
    await portal.database.transact((trx) =>
      writeSearchText(trx, namedCompanyRequestId, {
        login: 'new@gmail.com',
        firstName: '',
        lastName: '',
        phone: '',
        company: 'Neu GmbH',
        crmAccount: null,
      }),
    );
    const sendDecision = (body: Record<string, unknown>, token = asAda) =>
      portal.call(bulkRequests.decideMany, { token, body });
    const decide = async (body: Record<string, unknown>, token = asAda) =>
      bulkRequests.decideMany.reply.parse((await sendDecision(body, token)).body).results;

    // Requests without a profile in the preview are refused, even after the approval of the first request leads to a proposed profile for
    // them.
    const approvalBody = {
      ids: [knownDomainRequestId, unknownDomainRequestId, namedCompanyRequestId],
      decision: 'approve',
    };
    const expectedDecisions: BulkResult[] = [
      { id: knownDomainRequestId, outcome: 'done', effect: 'approvedDuplicate', profileID: 8 },
      { id: unknownDomainRequestId, outcome: 'refused', message: 'Profile is required.' },
      { id: namedCompanyRequestId, outcome: 'refused', message: 'Profile is required.' },
    ];
    expect(await decide({ ...approvalBody, preview: true })).toEqual(expectedDecisions);
    expect((await decide({ ...approvalBody, profileID: 7, preview: true })).map(({ profileID }) => profileID)).toEqual([
      8, 7, 7,
    ]);
    const replyWithoutPreview = await sendDecision({ ...approvalBody, profileID: 7 });
    expect(replyWithoutPreview.status).toBe(422);
    expect(Object(replyWithoutPreview.body).fields).toEqual({ profiles: serverMessages.previewApproval });
    const staffProfileBody = {
      ids: [unknownDomainRequestId],
      profiles: [{ id: unknownDomainRequestId, profileID: 2 }],
    };
    expect(await decide({ ...staffProfileBody, decision: 'approve' }, asRoot)).toEqual([
      { id: unknownDomainRequestId, outcome: 'refused', message: fieldMessages.notAllowed },
    ]);
    const requestReply = await portal.call(requests.get, { token: asRoot, params: { id: knownDomainRequestId } });
    const requestedFields = pickUserFields(requests.get.reply.parse(requestReply.body));
    expect(requestedFields).toMatchObject(filledFields);
    const profilesOfPreview = [{ id: knownDomainRequestId, profileID: 8 }];
    expect(await decide({ ...approvalBody, profileID: 7, profiles: profilesOfPreview })).toEqual(expectedDecisions);
    const { body } = await portal.call(users.get, { token: asRoot, params: { id: knownDomainRequestId } });
    expect(body).toMatchObject({ status: 'approved', profileID: 8, tools: [{ tool: 'basics', brand: 'blue' }] });
    // An approval keeps each field of the request.
    const decidedFields = { profileID: 8, crmAccount: null };
    expect(pickUserFields(users.get.reply.parse(body))).toEqual({ ...requestedFields, ...decidedFields });
    // Approving the first request changes the proposed profile of the second request, which still gets the profile of its preview.
    const earlierRequestId = await addRequest('early@first.example', 'first.example');
    const laterRequestId = await addRequest('late@first.example', 'first.example');
    const profiles = [
      { id: earlierRequestId, profileID: 5 },
      { id: laterRequestId, profileID: 7 },
    ];
    expect(await decide({ ids: [earlierRequestId, laterRequestId], decision: 'approve', profiles })).toEqual(
      profiles.map(({ id, profileID }) => ({ id, outcome: 'done', effect: 'approved', profileID })),
    );
    expect(await decide({ ids: [unknownDomainRequestId], decision: 'reject', reason: 'Unknown' })).toEqual([
      { id: unknownDomainRequestId, outcome: 'done', effect: 'rejected' },
    ]);
    expect((await decide({ ids: [unknownDomainRequestId], decision: 'reject', reason: 'Unknown' }))[0]?.outcome).toBe(
      'refused',
    );
  });

  test('a request in which no optional field of a user was set can be approved in one press and in bulk (T800)', async () => {
    const { portal, asAda } = await openStaffedPortal(kind);
    const { kysely } = portal.database;
    // Without a value, each field has the default of its column, as in the requests that exist when a user gets a new optional field.
    const addRequest = async (login: string): Promise<number> => {
      const id = await portal.addUser({ login, status: 'pending', profileId: null });
      await kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', id).execute();
      await kysely.insertInto('requestedTools').values({ userId: id, toolId: 'basics', brandId: 'blue' }).execute();
      return id;
    };
    const readRequest = async (id: number) =>
      requests.get.reply.parse((await portal.call(requests.get, { token: asAda, params: { id } })).body);
    const ids = [await addRequest('press@first.example'), await addRequest('bulk@second.example')] as const;
    const requested = await Promise.all(ids.map(readRequest));
    const optionalNames = Object.entries(userFields).flatMap(([name, field]) =>
      field.safeParse(undefined).success ? [name] : [],
    );
    expect(optionalNames).toEqual(expect.arrayContaining(['phone', 'company', 'crmAccount']));

    // The button of the page sends what the applicant requested, and is missing if `approveForm` refuses it.
    const [id, idInBulk] = ids;
    const { version } = await readRequest(id);
    const choice = { profileID: 7, version };
    const body = approveForm.parse({ ...pickUserFields(await readRequest(id)), ...choice });
    expect(await portal.call(requests.approve, { token: asAda, params: { id }, body })).toMatchObject({ status: 200 });
    const decision = { ids: [idInBulk], decision: 'approve', profiles: [{ id: idInBulk, profileID: 7 }] };
    const { results } = bulkRequests.decideMany.reply.parse(
      (await portal.call(bulkRequests.decideMany, { token: asAda, body: decision })).body,
    );
    expect(results).toMatchObject([{ id: idInBulk, outcome: 'done' }]);
    for (const request of requested) {
      const reply = await portal.call(users.get, { token: asAda, params: { id: request.userId } });
      const approvedFields = pickUserFields(users.get.reply.parse(reply.body));
      expect(approvedFields).toEqual({ ...pickUserFields(request), profileID: 7 });
    }
  });
});
