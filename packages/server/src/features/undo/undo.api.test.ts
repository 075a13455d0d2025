import { bulkLicenses, bulkRequests, bulkUsers } from '@basics/contract/calls/bulk.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { passwordLink, users } from '@basics/contract/users/users.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { session } from '@basics/contract/session/session.ts';
import { undo } from '@basics/contract/undo/undo.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { days, hours, minutes, seconds } from '#server/platform/clock/clock.ts';
import { databases, defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import {
  createApprovalBody,
  createUserBody,
  listHistory,
  listLetters,
  openStaffedPortal,
} from '#server/testing/records/staff.ts';
import type { StaffedPortal } from '#server/testing/records/staff.ts';

const offer = z.object({ undo: z.object({ id: z.string(), until: z.string() }) });
const newPassword = { password: 'Granite-Harbour-91', confirmPassword: 'Granite-Harbour-91' };

async function addRequest({ portal }: StaffedPortal, name: string, country = 'DE') {
  const id = await portal.addUser({ login: `${name}@applicant.example`, status: 'pending', profileId: null, country });
  await portal.database.kysely.updateTable('users').set({ requestDate: portal.now() }).where('id', '=', id).execute();
  await portal.database.kysely
    .insertInto('requestedTools')
    .values({ userId: id, toolId: 'basics', brandId: 'blue' })
    .execute();
  return id;
}

const approve = ({ portal, asAda }: StaffedPortal, id: number, token = asAda, version = 1) =>
  portal.call(requests.approve, { token, params: { id }, body: createApprovalBody(version, { firstName: 'Changed' }) });
const reject = ({ portal, asAda }: StaffedPortal, id: number) =>
  portal.call(requests.reject, { token: asAda, params: { id }, body: { id, reason: 'no' } });

/** Undoes an act, and returns the status and the code of the problem, or the reply. */
async function undoAct({ portal, asAda }: StaffedPortal, { body }: { body: unknown }, token = asAda) {
  const response = await portal.call(undo.undo, { token, params: { id: offer.parse(body).undo.id } });
  return readProblemCode(response.body) ?? undo.undo.reply.parse(response.body);
}

const activate = async ({ portal }: StaffedPortal, kind: 'requestApproved' | 'accountCreated' | 'invitationAgain') => {
  const { token } = await readNewestMail(portal, kind);
  return portal.call(session.resetPassword, { body: { token, ...newPassword } });
};

const readAccount = async ({ portal }: StaffedPortal, id: number) =>
  portal.database.kysely
    .selectFrom('users')
    .select(['status', 'firstName', 'profileId', 'decidedBy'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe.each(databases)('undo (%s)', (kind) => {
  test('a decision takes effect at once, and undoing it restores the request, drops the e-mail and ends the link', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, ada } = fixture;
    for (const decide of [approve, reject]) {
      const id = await addRequest(fixture, decide.name);
      const before = await readAccount(fixture, id);
      const response = await decide(fixture, id);
      expect(offer.parse(response.body).undo.until).toBe(new Date(portal.now() + seconds(10)).toISOString());
      expect((await readAccount(fixture, id)).decidedBy).toBe(ada);
      expect(await listLetters(portal)).toHaveLength(1);
      expect(await undoAct(fixture, response)).toEqual({ results: [{ id, outcome: 'done' }], remains: [] });
      expect(await readAccount(fixture, id)).toEqual(before);
      expect(await listLetters(portal)).toEqual([]);
      expect((await listHistory(portal, id)).at(-1)).toContain('pending');
      expect(await undoAct(fixture, response)).toBe('UNDO_OVER');
      const actions = await portal.database.kysely
        .selectFrom('audit')
        .select('action')
        .orderBy('id', 'desc')
        .limit(1)
        .execute();
      expect(actions).toMatchObject([{ action: 'request.undo' }]);
    }
    const grants = await portal.database.kysely.selectFrom('toolGrants').select('toolId').execute();
    const links = await portal.database.kysely
      .selectFrom('oneTimeTokens')
      .select('hash')
      .where('usedAt', 'is', null)
      .execute();
    expect([grants, links]).toEqual([[], []]);
  });

  test('the e-mail of an act waits in the outbox, where administrators see until when', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asRoot } = fixture;
    const response = await approve(fixture, await addRequest(fixture, 'wait'));
    const { body } = await portal.call(mail.search, { token: asRoot, body: {} });
    expect(mail.search.reply.parse(body).items).toMatchObject([
      { kind: 'requestApproved', state: 'queued', attempts: 0, nextAttemptAt: offer.parse(response.body).undo.until },
    ]);
  });

  test('only the person who acted can undo it, for 10 seconds, while the record is in scope and did not change since', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asRoot } = fixture;
    const cases: { code: string; meanwhile: (id: number) => Promise<unknown>; token?: string }[] = [
      { code: 'UNDO_OVER', meanwhile: async () => {}, token: asRoot },
      { code: 'UNDO_OVER', meanwhile: async () => portal.pass(seconds(10)) },
      { code: 'ALREADY_ACTIVE', meanwhile: () => activate(fixture, 'requestApproved') },
      {
        code: 'CHANGED_SINCE',
        meanwhile: (id) =>
          portal.call(users.update, { token: asRoot, params: { id }, body: { version: 2, phone: '1' } }),
      },
      {
        code: 'USER_NOT_FOUND',
        meanwhile: (id) =>
          portal.call(users.update, { token: asRoot, params: { id }, body: { version: 2, country: 'NO' } }),
      },
    ];
    for (const [index, { code, meanwhile, token }] of cases.entries()) {
      const id = await addRequest(fixture, `case${index}`);
      const response = await approve(fixture, id);
      await meanwhile(id);
      expect(await undoAct(fixture, response, token), code).toBe(code);
      expect((await readAccount(fixture, id)).status).not.toBe('pending');
    }
  });

  test('a suspension and a new invitation can be undone: the user is active again, and the former link works again', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asAda } = fixture;
    const body = createUserBody();
    const created = await portal.call(users.create, { token: asAda, body });
    const { userId: id } = users.create.reply.parse(created.body);
    portal.pass(minutes(1));
    const invited = await portal.call(users.invite, { token: asAda, params: { id } });
    expect(await undoAct(fixture, invited)).toMatchObject({ remains: [] });
    expect((await listLetters(portal)).map((letter) => letter.split(' ')[0])).toEqual(['accountCreated']);
    expect((await activate(fixture, 'accountCreated')).status).toBe(200);
    const suspended = await portal.call(users.suspend, {
      token: asAda,
      params: { id },
      body: { version: 2, reason: 'no' },
    });
    expect(await undoAct(fixture, suspended)).toMatchObject({
      remains: ['The user was signed out and has to sign in again.'],
    });
    expect((await readAccount(fixture, id)).status).toBe('active');
    expect(await listLetters(portal)).not.toContain('accountSuspended to new@customer.example');
  });

  test('a bulk act can be undone for 10 minutes, row by row, and says which rows changed since', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asAda, asRoot } = fixture;
    const ids = [await addRequest(fixture, 'one'), await addRequest(fixture, 'two')];
    const bulk = await portal.call(bulkRequests.decideMany, {
      token: asAda,
      body: { ids, decision: 'approve', profiles: ids.map((id) => ({ id, profileID: 7 })) },
    });
    const preview = await portal.call(bulkRequests.decideMany, {
      token: asAda,
      body: { ids: [await addRequest(fixture, 'three')], decision: 'reject', reason: 'no', preview: true },
    });
    expect(preview.body).not.toHaveProperty('undo');
    portal.pass(minutes(9));
    const [firstId = 0, secondId] = ids;
    await portal.call(users.update, { token: asRoot, params: { id: firstId }, body: { version: 2, phone: '1' } });
    const reply = await undoAct(fixture, bulk);
    expect(reply).toMatchObject({ results: expect.arrayContaining([{ id: secondId, outcome: 'done' }]) });
    expect(reply).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ id: firstId, outcome: 'refused' })]),
    });
    expect(await listLetters(portal)).toEqual(['requestApproved to one@applicant.example']);
    const suspended = await portal.call(bulkUsers.changeMany, {
      token: asRoot,
      body: { ids: [fixture.ada], change: 'suspend', reason: 'no' },
    });
    expect(await undoAct(fixture, suspended, asRoot)).toMatchObject({
      results: [{ id: fixture.ada, outcome: 'done' }],
    });
  });

  test('a renewal by staff and a revocation can be undone, but not after someone downloaded the new licence', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal } = fixture;
    const { id, token: asOwner } = await addPerson(portal);
    const issueBody = { verificationCode: createCode(createMachine('DESK'), { at: portal.now() }) };
    const first = licenseShape.parse(
      (await portal.call(licenses.issue, { token: asOwner, params: { id }, body: issueBody })).body,
    );
    portal.pass(Date.parse(first.expiryDate) - days(20) - portal.now());
    const token = await portal.signIn('root@portal.example');
    const listLicenses = async () =>
      licenses.list.reply
        .parse((await portal.call(licenses.list, { token, params: { id } })).body)
        .items.map(({ licenseId, status }) => [licenseId, status]);
    const params = { id, licenseId: first.licenseId };
    const renewed = await portal.call(licenses.renew, { token, params });
    expect(await undoAct(fixture, renewed, token)).toMatchObject({ results: [{ outcome: 'done' }] });
    expect(await listLicenses()).toEqual([[first.licenseId, 'Active']]);
    const body = { ids: [first.licenseId], change: 'renewAndSend' };
    const sent = await portal.call(bulkLicenses.changeMany, { token, body });
    expect(sent.body).toMatchObject({ undo: { until: new Date(portal.now() + seconds(10)).toISOString() } });
    const readLetters = () =>
      portal.database.kysely.selectFrom('outbox').select('state').where('kind', '=', 'license').execute();
    expect(await readLetters()).toEqual([{ state: 'queued' }]);
    expect(await undoAct(fixture, sent, token)).toMatchObject({ results: [{ outcome: 'done' }] });
    expect(await readLetters()).toEqual([]);
    expect(await listLicenses()).toEqual([[first.licenseId, 'Active']]);
    const revoked = await portal.call(licenseAdmin.revoke, { token, params, body: { reason: 'mistake' } });
    expect(await undoAct(fixture, revoked, token)).toMatchObject({ results: [{ outcome: 'done' }] });
    expect(await listLicenses()).toEqual([[first.licenseId, 'Active']]);
    const renewedAgain = await portal.call(licenses.renew, { token, params });
    const { licenseId } = z.object({ licenseId: z.int() }).parse(renewedAgain.body);
    await portal.call(licenses.download, { token, params: { id, licenseId } });
    expect(await undoAct(fixture, renewedAgain, token)).toBe('ALREADY_DOWNLOADED');
    expect(await listLicenses()).toHaveLength(2);
  });
});

describe.each(defaultDatabases)('a decision that is taken back (%s)', (kind) => {
  test.each(['withdrawInvitation', 'reopen'] as const)(
    'for 72 hours, %s ends the link, and the request is pending again; after the activation the next step is named',
    async (call) => {
      const fixture = await openStaffedPortal(kind);
      const { portal, asAda } = fixture;
      const id = await addRequest(fixture, 'wrong');
      await approve(fixture, id);
      portal.pass(hours(7));
      const takeBack = (token = asAda, userId = id) => portal.call(requests[call], { token, params: { id: userId } });
      expect(await takeBack()).toMatchObject({ status: 200, body: { status: 'pending', profileID: null } });
      expect(readProblemCode((await takeBack()).body)).toBe('REQUEST_OPEN');
      expect(await listHistory(portal, id)).toHaveLength(2);
      await approve(fixture, id, asAda, 3);
      await activate(fixture, 'requestApproved');
      expect(readProblemCode((await takeBack()).body)).toBe('ALREADY_ACTIVE');
      const foreignId = await addRequest(fixture, 'foreign', 'NO');
      await approve(fixture, foreignId, fixture.asRoot);
      expect(
        (await takeBack(asAda, await portal.addUser({ login: 'far@x.example', country: 'NO', status: 'approved' })))
          .status,
      ).toBe(404);
    },
  );

  test('the link of a withdrawn invitation is dead', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asAda, asRoot } = fixture;
    const id = await addRequest(fixture, 'wrong');
    await approve(fixture, id);
    const { token: link } = await readNewestMail(portal, 'requestApproved');
    await portal.call(requests.withdrawInvitation, { token: asAda, params: { id } });
    expect(
      readProblemCode((await portal.call(session.resetPassword, { body: { token: link, ...newPassword } })).body),
    ).toBe('LINK_NOT_VALID');
    expect(await listLetters(portal)).toEqual([]);
    const created = await portal.call(users.create, { token: asRoot, body: createUserBody() });
    const { userId } = users.create.reply.parse(created.body);
    const withdraw = (token: string) => portal.call(requests.withdrawInvitation, { token, params: { id: userId } });
    expect(readProblemCode((await withdraw(asAda)).body)).toBe('NOT_DECIDED_BY_YOU');
    expect((await withdraw(asRoot)).body).toMatchObject({ status: 'approved', invitedUntil: null });
  });

  test('a rejection can be taken back by the person who decided or an administrator, for 72 hours, unless the applicant registered again', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asRoot } = fixture;
    const id = await addRequest(fixture, 'no');
    await reject(fixture, id);
    const reopen = (token: string) => portal.call(requests.reopen, { token, params: { id } });
    portal.pass(hours(73));
    expect(readProblemCode((await reopen(await portal.signIn('ada@portal.example'))).body)).toBe('DECISION_STANDS');
    portal.pass(-hours(73));
    expect((await reopen(asRoot)).body).toMatchObject({ status: 'pending' });
    await reject(fixture, id);
    await portal.database.kysely
      .updateTable('users')
      .set({ loginFold: `rejected:${id}` })
      .where('id', '=', id)
      .execute();
    expect(readProblemCode((await reopen(asRoot)).body)).toBe('REGISTERED_AGAIN');
  });
});

const acts = {
  suspend: (id: number) => ({ endpoint: users.suspend, params: { id }, body: { version: 1, reason: 'no' } }),
  reinstate: (id: number) => ({ endpoint: users.reinstate, params: { id }, body: { version: 1 } }),
  invite: (id: number) => ({ endpoint: users.invite, params: { id } }),
  passwordLink: (id: number) => ({ endpoint: passwordLink.sendPasswordLink, params: { id } }),
  update: (id: number) => ({ endpoint: users.update, params: { id }, body: { version: 1, phone: '1' } }),
  withdraw: (id: number) => ({ endpoint: requests.withdrawInvitation, params: { id } }),
  reopen: (id: number) => ({ endpoint: requests.reopen, params: { id } }),
} satisfies Record<string, (id: number) => { endpoint: Endpoint; params: { id: number }; body?: unknown }>;

const closed = 'REQUEST_CLOSED';
/** The answer to each act on a user with each status; `ok` if the act is allowed. */
const answers: Record<string, Record<keyof typeof acts, string>> = {
  pending: { suspend: 'REQUEST_OPEN', reinstate: 'REQUEST_OPEN', invite: 'REQUEST_OPEN', passwordLink: 'REQUEST_OPEN', update: 'REQUEST_OPEN', withdraw: 'REQUEST_OPEN', reopen: 'REQUEST_OPEN' }, // oxfmt-ignore
  approved: { suspend: 'SUSPEND_INVITED', reinstate: 'ONLY_INVITED', invite: 'ok', passwordLink: 'ONLY_INVITED', update: 'ok', withdraw: 'ok', reopen: 'ok' }, // oxfmt-ignore
  active: { suspend: 'ok', reinstate: 'NOT_SUSPENDED', invite: 'HAS_PASSWORD', passwordLink: 'ok', update: 'ok', withdraw: 'ALREADY_ACTIVE', reopen: 'ALREADY_ACTIVE' }, // oxfmt-ignore
  suspended: { suspend: 'ALREADY_SUSPENDED', reinstate: 'ok', invite: 'STILL_SUSPENDED', passwordLink: 'STILL_SUSPENDED', update: 'ok', withdraw: 'ACCOUNT_USED', reopen: 'ACCOUNT_USED' }, // oxfmt-ignore
  rejected: { suspend: closed, reinstate: closed, invite: closed, passwordLink: closed, update: closed, withdraw: closed, reopen: 'ok' }, // oxfmt-ignore
  expired: { suspend: closed, reinstate: closed, invite: closed, passwordLink: closed, update: closed, withdraw: closed, reopen: 'NO_DECISION' }, // oxfmt-ignore
  withdrawn: { suspend: closed, reinstate: closed, invite: closed, passwordLink: closed, update: closed, withdraw: closed, reopen: 'NO_DECISION' }, // oxfmt-ignore
};

describe.each(databases)('the acts on a user (%s)', (kind) => {
  test('each act on each status has its own reason, also in bulk, and "Someone else has changed this" is only for an old version', async () => {
    const fixture = await openStaffedPortal(kind);
    const { portal, asRoot, root } = fixture;
    const found: Record<string, Record<string, unknown>> = {};
    for (const [status, expected] of Object.entries(answers)) {
      found[status] = {};
      for (const act of Object.keys(expected)) {
        const id = await portal.addUser({
          login: `${status}-${act}@x.example`,
          status: z
            .enum(['pending', 'approved', 'active', 'suspended', 'rejected', 'expired', 'withdrawn'])
            .parse(status),
        });
        await portal.database.kysely
          .updateTable('users')
          .set({ requestDate: 0, decidedBy: root, decidedAt: portal.now() })
          .where('id', '=', id)
          .execute();
        const { endpoint, ...input } = Object.entries(acts).find(([name]) => name === act)?.[1](id) ?? acts.suspend(id);
        const { body, status: httpStatus } = await portal.call(endpoint, { token: asRoot, ...input });
        found[status][act] = httpStatus < 300 ? 'ok' : readProblemCode(body);
      }
    }
    expect(found).toEqual(answers);
    const id = await portal.addUser({ login: 'invited@x.example', status: 'approved' });
    const { body } = await portal.call(bulkUsers.changeMany, {
      token: asRoot,
      body: { ids: [id], change: 'suspend', reason: 'no' },
    });
    expect(body).toMatchObject({
      results: [{ message: 'This user has not set a password yet. Withdraw the invitation instead.' }],
    });
    const activeId = await portal.addUser({ login: 'active@x.example' });
    const stale = await portal.call(users.suspend, {
      token: asRoot,
      params: { id: activeId },
      body: { version: 9, reason: 'no' },
    });
    expect(readProblemCode(stale.body)).toBe('STALE');
  });
});
