import { evidence } from '@basics/contract/requests/request-evidence.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { writeSearchText } from '#server/features/users/list/search-users.repository.ts';
import { databases } from '#server/testing/database/databases.ts';
import { createApprovalBody, createUserBody, openStaffedPortal } from '#server/testing/records/staff.ts';

describe.each(databases)('evidence about a request (%s)', (kind) => {
  test("similar users in the viewer's scope, CRM accounts and former decisions are found, and a profile is proposed", async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const { kysely } = portal.database;
    const addColleague = (login: string, but: Record<string, unknown>) =>
      portal.call(users.create, { token: asRoot, body: createUserBody({ login, email: login, ...but }) });
    await addColleague('one@neu.example', { profileID: 8, firstName: 'Ole' });
    await addColleague('two@neu.example', { profileID: 8, firstName: 'Ida' });
    await addColleague('five@neu.example', { profileID: 8, firstName: 'Liv' });
    await addColleague('three@neu.example', { profileID: 7, firstName: 'Per' });
    // Another salesman is responsible for the colleague with this login.
    await addColleague('four@neu.example', { profileID: 5, country: 'NO' });
    await kysely
      .insertInto('crmAccounts')
      .values([
        { account: 'K-1', name: 'Neu GmbH', city: 'Kiel', country: 'DE', fold: 'neu gmbh kiel' },
        { account: 'K-2', name: 'Neu GmbH', city: 'Oslo', country: 'NO', fold: 'neu gmbh oslo' },
      ])
      .execute();
    const id = await portal.addUser({ login: 'asks@neu.example', status: 'pending', profileId: null });
    await kysely
      .updateTable('users')
      .set({ requestDate: portal.now(), company: 'NEU GmbH', userDomain: 'neu.example' })
      .where('id', '=', id)
      .execute();
    const readEvidence = async (token: string, of = id) =>
      evidence.evidence.reply.parse((await portal.call(evidence.evidence, { token, params: { id: of } })).body);

    const evidenceForAda = await readEvidence(asAda);
    expect(evidenceForAda.sameDomain.items.map(({ login }) => login)).toEqual([
      'three@neu.example',
      'five@neu.example',
      'two@neu.example',
      'one@neu.example',
    ]);
    expect(evidenceForAda.sameDomain.total).toBe(4);
    expect((await readEvidence(asRoot)).sameDomain.total).toBe(5);
    // The second CRM account is in a country that is not assigned to the salesman Ada.
    expect([evidenceForAda.crm.length, (await readEvidence(asRoot)).crm.length]).toEqual([1, 2]);
    expect(evidenceForAda.proposal).toEqual({ profileID: 8, why: 'domain', of: 3, from: 4, crmAccount: 'K-1' });

    // The evidence for the next applicant contains only earlier decisions of the salesman who reads the evidence.
    await portal.call(requests.approve, {
      token: asAda,
      params: { id },
      body: createApprovalBody(1, { profileID: 13 }),
    });
    const nextApplicantId = await portal.addUser({ login: 'other@gmail.com', status: 'pending', profileId: null });
    await kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', nextApplicantId).execute();
    // Fewer than three equal decisions are no reason for a proposal.
    const readProposal = async () => (await readEvidence(asAda, nextApplicantId)).proposal;
    for (const login of ['six@else.example', 'seven@else.example']) {
      expect(await readProposal()).toMatchObject({ profileID: null, why: null });
      const body = createUserBody({ login, email: login, profileID: 13 });
      await portal.call(users.create, { token: asAda, body });
    }
    expect(await readProposal()).toMatchObject({ profileID: 13, why: 'country', of: 3, from: 3 });
    expect((await readEvidence(asAda, id)).decisions).toMatchObject([{ decision: 'approved', by: 'Test ada' }]);
  });

  test("earlier rejections of similar users in the viewer's scope are listed with the person who rejected, the time and the reason", async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const addRequest = async (login: string, country = 'DE') => {
      const id = await portal.addUser({ login, status: 'pending', profileId: null, country });
      const requestColumns = { requestDate: portal.now(), userDomain: login.split('@')[1] ?? null };
      await portal.database.kysely.updateTable('users').set(requestColumns).where('id', '=', id).execute();
      return id;
    };
    const reject = (id: number, token: string, reason: string) =>
      portal.call(requests.reject, { token, params: { id }, body: { id, reason } });
    const rejectedId = await addRequest('first@neu.example');
    const rejectedAt = new Date(portal.now()).toISOString();
    await reject(rejectedId, asAda, 'A competitor.');
    await reject(await addRequest('far@neu.example', 'NO'), asRoot, 'Out of scope of Ada.');
    await reject(await addRequest('asks@alt.example'), asRoot, 'The same name.');
    await reject(await addRequest('third@alt.example'), asRoot, 'Not similar at all.');
    const id = await addRequest('asks@neu.example');
    const readRejections = async (token: string) => {
      const { body } = await portal.call(evidence.evidence, { token, params: { id } });
      return evidence.evidence.reply.parse(body).rejections;
    };
    const rejectionsForAda = await readRejections(asAda);
    expect(rejectionsForAda.map(({ reason }) => reason)).toEqual(['The same name.', 'A competitor.']);
    expect(rejectionsForAda[1]).toEqual({
      userId: rejectedId,
      name: 'Test first',
      at: rejectedAt,
      by: 'Test ada',
      reason: 'A competitor.',
    });
    const rejectionsForRoot = await readRejections(asRoot);
    expect(rejectionsForRoot.map(({ reason }) => reason)).toEqual([
      'The same name.',
      'Out of scope of Ada.',
      'A competitor.',
    ]);
  });

  test('an applicant who enters the name of the company that runs the portal gets no proposed profile of staff', async () => {
    const { portal, root, asRoot } = await openStaffedPortal(kind);
    const { kysely } = portal.database;
    const id = await portal.addUser({ login: 'stranger@gmail.com', status: 'pending', profileId: null });
    const company = 'Operator';
    await kysely.updateTable('users').set({ company }).where('id', 'in', [root, id]).execute();
    await kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', id).execute();
    for (const [userId, login] of [
      [root, 'root@portal.example'],
      [id, 'stranger@gmail.com'],
    ] as const)
      await portal.database.transact((trx) =>
        writeSearchText(trx, userId, { login, firstName: '', lastName: '', phone: '', company, crmAccount: null }),
      );
    const response = await portal.call(evidence.evidence, { token: asRoot, params: { id } });
    const { sameCompany, proposal } = evidence.evidence.reply.parse(response.body);
    expect([sameCompany.total, proposal.profileID]).toEqual([1, null]);
  });
});
