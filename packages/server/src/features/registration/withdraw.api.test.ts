import { registration } from '@basics/contract/registration/registration.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { describe, expect, test } from 'vitest';
import { purgeExpired } from '#server/jobs/purge/purge-expired.ts';
import { days } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { readProblemCode, openPortal } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';
import {
  createUserBody,
  createApprovalBody,
  listHistory,
  openStaffedPortal,
  addStaff,
} from '#server/testing/records/staff.ts';

const { profileID: _, tools: __, language: ___, crmAccount: ____, ...person } = createUserBody();
const form = { ...person, tool: 'basics', reason: 'We build with Basics', comment: '' };

const withdraw = (portal: Portal, token: string) => portal.call(registration.withdraw, { body: { token } });

/** Registers a person, and confirms the address with the link. */
async function registerApplicant(portal: Portal): Promise<{ id: number; token: string }> {
  await portal.call(registration.register, { body: form });
  const { userId, token } = await readNewestMail(portal, 'confirmAddress');
  await portal.call(registration.confirm, { body: { token } });
  return { id: userId ?? 0, token };
}

describe.each(databases)('a withdrawn request (%s)', (kind) => {
  test('a withdrawn request is removed from the list with a history step and an audit entry, and the address can register again', async () => {
    const { portal, asAda } = await openStaffedPortal(kind);
    const { id, token } = await registerApplicant(portal);
    expect(await withdraw(portal, token)).toMatchObject({ status: 200, body: { received: true } });

    expect((await portal.call(requests.search, { token: asAda, body: {} })).body).toMatchObject({ total: 0 });
    expect((await portal.call(requests.get, { token: asAda, params: { id } })).body).toMatchObject({
      status: 'withdrawn',
      decided: { by: 'The applicant', at: '2026-03-10T12:00:00.000Z', reason: null },
    });
    expect(await listHistory(portal, id)).toEqual([
      'nothing -> unverified',
      'unverified -> pending',
      'pending -> withdrawn',
    ]);
    const auditRow = await portal.database.kysely
      .selectFrom('audit')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(auditRow).toMatchObject({ action: 'request.withdraw', actorId: null, subjectId: String(id) });
    const approveResponse = await portal.call(requests.approve, {
      token: asAda,
      params: { id },
      body: createApprovalBody(3),
    });
    expect(approveResponse).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('The applicant withdrew') },
    });
    expect((await registerApplicant(portal)).id).not.toBe(id);
  });

  test('a request can be withdrawn only with the link that confirmed its address, even if the link has expired', async () => {
    const { portal } = await openStaffedPortal(kind);
    await portal.call(registration.register, { body: form });
    const { token } = await readNewestMail(portal, 'confirmAddress');
    const firstResponse = await withdraw(portal, token);
    expect(readProblemCode(firstResponse.body), 'nobody has confirmed it yet').toBe('LINK_NOT_VALID');
    await portal.call(registration.confirm, { body: { token } });
    for (const otherToken of ['', 'made-up', token.slice(1)])
      expect(readProblemCode((await withdraw(portal, otherToken)).body)).toBe('LINK_NOT_VALID');
    portal.pass(days(40));
    await purgeExpired({ ...portal, clock: portal.now, queueLetter: async () => {} });
    expect((await withdraw(portal, token)).status).toBe(200);
    expect(readProblemCode((await withdraw(portal, token)).body), 'once').toBe('LINK_NOT_VALID');
    const secondApplicant = await registerApplicant(portal);
    const rejection = { params: { id: secondApplicant.id }, body: { id: secondApplicant.id, reason: 'no' } };
    await portal.call(requests.reject, { token: await portal.signIn('ada@portal.example'), ...rejection });
    expect(readProblemCode((await withdraw(portal, secondApplicant.token)).body), 'somebody has decided').toBe(
      'LINK_NOT_VALID',
    );
  });

  test('a request that is withdrawn and approved at the same time is either withdrawn or approved, and both callers learn the outcome', async () => {
    const database = await createTestDatabase(kind);
    const { portal, asAda } = await addStaff(await openPortal(slowDownDatabase(database, 5)));
    const { id, token } = await registerApplicant(portal);
    const [approved, withdrawn] = await Promise.all([
      portal.call(requests.approve, { token: asAda, params: { id }, body: createApprovalBody(2) }),
      withdraw(portal, token),
    ]);
    const isApproved = approved.status === 200;
    expect([withdrawn.status, readProblemCode(approved.body)]).toEqual(
      isApproved ? [422, null] : [200, 'ALREADY_DECIDED'],
    );
    expect((await listHistory(portal, id)).slice(2)).toEqual([`pending -> ${isApproved ? 'approved' : 'withdrawn'}`]);
  });
});
