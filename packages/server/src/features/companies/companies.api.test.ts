import { companies } from '@basics/contract/companies/companies.ts';
import { companyPcs } from '@basics/contract/companies/company-pcs.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { imports } from '@basics/contract/imports/imports.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license, licensePreview, licenses } from '@basics/contract/licenses/licenses.ts';
import { readCurrentUser } from '@basics/contract/session/current-user.ts';
import { users } from '@basics/contract/users/users.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { writeReturnCode } from '@basics/licensing/return-code.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { hours } from '#server/platform/clock/clock.ts';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import { databases, defaultDatabases } from '#server/testing/database/databases.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { readProblemCode, type Portal } from '#server/testing/portal.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { assignSalesman, listLetters } from '#server/testing/records/staff.ts';
import { completeRecoveries } from './recovery.ts';

type Caller = Pick<Person, 'token'>;

const seatsOf = (pcs: number | null, but: object = {}) => ({
  tool: 'basics',
  brand: 'blue',
  pcs,
  reason: 'Order 4711',
  ...but,
});

const createCompany = async (portal: Portal, by: Caller, body: object) =>
  companies.create.reply.parse((await portal.call(companies.create, { token: by.token, body: { ...body } })).body);

const issue = (portal: Portal, by: Caller, ownerId: number, pc: string) => send(portal, by, ownerId, { pc });

const send = (portal: Portal, by: Caller, ownerId: number, { pc, ...but }: { pc: string; preview?: boolean }) =>
  portal.call(licenses.issue, {
    token: by.token,
    params: { id: ownerId },
    body: { verificationCode: createCode(createMachine(pc), { at: portal.now() }), ...but },
  });

/** Adds a salesman of Germany and Basics Blue, a company with a manager and a member, and seats for some PCs. */
async function openCompany(portal: Portal, pcs: number | null, name = 'Müller GmbH') {
  const salesman = await addPerson(portal, { profileId: 2 });
  await assignSalesman(portal.database, salesman.id, 'DE', 'blue');
  const manager = await addPerson(portal, { grants: [] });
  const member = await addPerson(portal, { grants: [] });
  const { companyId } = await createCompany(portal, salesman, {
    name,
    country: 'DE',
    members: [member.id],
    managers: [manager.id],
  });
  const params = { id: companyId };
  const setSeats = (count: number | null, but: object = {}, by: Caller = salesman) =>
    portal.call(companies.setSeats, { token: by.token, params, body: seatsOf(count, but) });
  expect((await setSeats(pcs)).status).toBe(200);
  return { salesman, manager, member, companyId, params, setSeats };
}

describe.each(databases)('companies (%s)', (kind) => {
  const portal = suitePortal(kind);
  let root: Person;
  beforeAll(async () => {
    root = await addPerson(portal(), { profileId: 1 });
  });

  test('the seats are counted over all PCs of the company, and a refusal says who uses them and when the next is free', async () => {
    const { manager, member, companyId, setSeats } = await openCompany(portal(), 2);
    expect((await issue(portal(), member, member.id, 'DRAW-04')).status).toBe(200);
    const preview = licensePreview.parse((await send(portal(), manager, manager.id, { pc: 'B2', preview: true })).body);
    expect(preview.offer).toMatchObject({ seatsUsed: 1, seatsAllowed: 2, takesSeat: true, company: 'Müller GmbH' });
    expect((await issue(portal(), manager, manager.id, 'B2')).status).toBe(200);
    const refusal = await issue(portal(), manager, manager.id, 'B3');
    expect(refusal.body).toMatchObject({ code: 'COMPANY_SEAT_LIMIT' });
    const message = String(Object(refusal.body).message);
    expect(message).toContain('Müller GmbH uses the 2 seats of Basics: DRAW-04 (Test person-');
    expect(message).toContain('until 10 March 2027');
    expect(message).toContain('The next seat is free on 10 March 2027.');
    // A code of a new PC with the reason "moved" replaces only a PC of the same person.
    await setSeats(3);
    expect((await issue(portal(), member, member.id, 'B4')).status).toBe(200);
    const moved = createCode(createMachine('B5'), { at: portal().now(), reason: 'moved' });
    const stranger = await addPerson(portal(), { grants: [] });
    const body = { userId: stranger.id, role: 'member' } as const;
    const added = await portal().call(companyPeople.addMember, { token: root.token, params: { id: companyId }, body });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    const refused = await portal().call(licenses.issue, {
      token: stranger.token,
      params: { id: stranger.id },
      body: { verificationCode: moved },
    });
    expect(readProblemCode(refused.body)).toBe('COMPANY_SEAT_LIMIT');
  });

  test('a return with a receipt frees a seat without a move, declaring a PC gone is a move, and a bought number raises the moves', async () => {
    const { manager, member, setSeats } = await openCompany(portal(), 5);
    const one = license.parse((await issue(portal(), member, member.id, 'C1')).body);
    await issue(portal(), member, member.id, 'C2');
    const readUsage = async (by: Caller) => {
      const { body } = await portal().call(licenseAdmin.machines, { token: by.token, params: { id: member.id } });
      return licenseAdmin.machines.reply.parse(body).items[0];
    };
    expect(await readUsage(manager)).toMatchObject({ seatsUsed: 2, seatsAllowed: 5, movesUsed: 0, movesAllowed: 5 });
    const { licenceUid: licenceId } = await portal()
      .database.kysely.selectFrom('licenses')
      .select('licenceUid')
      .where('id', '=', one.licenseId)
      .executeTakeFirstOrThrow();
    const claims = { toolId: 7, licenceId, returnedAt: Math.floor(portal().now() / 1000) };
    const returnCode = writeReturnCode(claims, nodePrimitives);
    const returned = await portal().call(licenseAdmin.giveBack, { token: manager.token, body: { returnCode } });
    expect(returned.body).toMatchObject({ state: 'returned', seatsUsed: 1, movesUsed: 0 });
    const gone = (await readUsage(manager))?.machines.find(({ name }) => name === 'C2');
    const released = await portal().call(licenseAdmin.release, {
      token: manager.token,
      params: { id: member.id, machineId: gone?.machineId ?? 0 },
      body: {},
    });
    expect(released.body).toMatchObject({ seatsUsed: 0, movesUsed: 1, movesAllowed: 5 });
    // Without a number of its own, a company gets the number of the policy.
    await setSeats(null);
    expect(await readUsage(member)).toMatchObject({ seatsAllowed: 2, movesAllowed: 3 });
    // A licence never outlives the grant of the company.
    await setSeats(5, { validTo: '2026-08-01' });
    expect(license.parse((await issue(portal(), member, member.id, 'C3')).body).expiryDate).toBe('2026-08-01');
    await setSeats(5, { validTo: '2026-03-09' });
    expect(readProblemCode((await issue(portal(), member, member.id, 'C4')).body)).toBe('NO_TOOL_GRANT');
  });

  test('one call issues the licences of many codes; its preview counts the seats and issues nothing', async () => {
    const { salesman, manager, member, params } = await openCompany(portal(), 3);
    const codes = ['D1', 'D2', 'D3', 'D4'].map((pc) => createCode(createMachine(pc), { at: portal().now() }));
    const run = async (by: Caller, but: object) => {
      const { body } = await portal().call(companyPcs.issueBatch, {
        token: by.token,
        params,
        body: { codes, userId: member.id, ...but },
      });
      return companyPcs.issueBatch.reply.parse(body).results.map(({ outcome, code }) => code ?? outcome);
    };
    const threeOfFour = ['issued', 'issued', 'issued', 'COMPANY_SEAT_LIMIT'];
    expect(await run(manager, { preview: true })).toEqual(threeOfFour);
    const listPcs = async (by: Caller, body: object = {}) =>
      companyPcs.pcs.reply.parse(
        (await portal().call(companyPcs.pcs, { token: by.token, params, body: { ...body } })).body,
      );
    expect((await listPcs(manager)).total).toBe(0);
    expect(await run(manager, {})).toEqual(threeOfFour);
    expect(await run(salesman, { overrideReason: 'The order is on its way' })).toEqual(Array(4).fill('issued'));
    const page = await listPcs(manager, { keyword: 'd', pageSize: 2, sort: { field: 'name', direction: 'desc' } });
    expect(page).toMatchObject({ total: 4, items: [{ name: 'D4', holdsSeat: true }, { name: 'D3' }] });
    expect((await listPcs(manager, { state: 'ended' })).total).toBe(0);
    expect((await listPcs(manager, { userId: manager.id })).total).toBe(0);
    const asMember = await portal().call(companyPcs.issueBatch, { token: member.token, params, body: { codes } });
    expect(asMember.status).toBe(404);
    const withReason = { codes, userId: member.id, overrideReason: 'mine' };
    const refused = await portal().call(companyPcs.issueBatch, { token: manager.token, params, body: withReason });
    expect(readProblemCode(refused.body)).toBe('NOT_PERMITTED');
  });

  test('the preview of many codes counts as attempts at trials, and tells staff of a code of another account', async () => {
    const { salesman, manager, companyId, params } = await openCompany(portal(), 3);
    const guest = await addPerson(portal(), { profileId: 99 });
    const joined = { token: root.token, params: { id: companyId }, body: { userId: guest.id, role: 'member' } };
    expect((await portal().call(companyPeople.addMember, joined)).status).toBe(200);
    const stranger = await addPerson(portal());
    const verificationCode = createCode(createMachine('STRANGER'), { at: portal().now() });
    const ofStranger = { token: stranger.token, params: { id: stranger.id }, body: { verificationCode } };
    expect((await portal().call(licenses.issue, ofStranger)).status).toBe(200);
    const previewAll = (codes: string[]) =>
      portal().call(companyPcs.issueBatch, {
        token: manager.token,
        params,
        body: { codes, userId: guest.id, preview: true },
      });
    const codes = Array.from({ length: 39 }, (_, index) =>
      createCode(createMachine(`TRY-${index}`), { at: portal().now() }),
    );
    const first = companyPcs.issueBatch.reply.parse((await previewAll([...codes, verificationCode])).body);
    expect(first.results.at(-1)).toMatchObject({ code: 'CODE_USED_BY_OTHER' });
    expect(await listLetters(portal())).toContain(`codeUsedByOther to ${salesman.login}`);
    expect(readProblemCode((await previewAll(codes.slice(0, 1))).body)).toBe('TOO_MANY_ATTEMPTS');
  });

  test('a member leaves or is removed, the PCs stay with the company, and the last manager stays', async () => {
    const { salesman, manager, member, params, companyId } = await openCompany(portal(), 2);
    for (const pc of ['E1', 'E2']) expect((await issue(portal(), member, member.id, pc)).status).toBe(200);
    const remove = (by: Caller, userId: number) =>
      portal().call(companyPeople.removeMember, { token: by.token, params: { ...params, userId } });
    for (const by of [manager, salesman])
      expect(readProblemCode((await remove(by, manager.id)).body)).toBe('LAST_MANAGER');
    expect((await remove(member, manager.id)).status).toBe(404);
    expect((await remove(manager, member.id)).status).toBe(204);
    const own = await portal().call(companies.own, { token: manager.token });
    expect(own.body).toMatchObject({
      company: { companyId, role: 'manager', seats: [{ seatsUsed: 2, seatsAllowed: 2 }] },
    });
    const pcs = await portal().call(companyPcs.pcs, { token: manager.token, params, body: {} });
    expect(companyPcs.pcs.reply.parse(pcs.body).items.map(({ name, owner }) => [name, owner.userId])).toEqual([
      ['E1', manager.id],
      ['E2', manager.id],
    ]);
    expect((await portal().call(companies.own, { token: member.token })).body).toEqual({ company: null });
    expect(readProblemCode((await issue(portal(), member, member.id, 'E1')).body)).toBe('NO_TOOL_GRANT');
    expect((await issue(portal(), manager, member.id, 'E3')).status).toBe(404);
    // A suspended company gets no licences.
    await portal().call(companies.update, { token: salesman.token, params, body: { status: 'suspended' } });
    expect(readProblemCode((await issue(portal(), manager, manager.id, 'E1')).body)).toBe('COMPANY_SUSPENDED');
  });

  test('of 50 simultaneous requests for 10 seats, exactly 10 get a licence', async () => {
    const { manager, member, params } = await openCompany(portal(), 10);
    const owners = [manager, member];
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => {
        const owner = owners[at % 2] ?? manager;
        return portal().call(licenses.issue, {
          token: owner.token,
          params: { id: owner.id },
          body: { verificationCode: createCode(createMachine(`RACE-${at}`), { at: portal().now() }) },
        });
      }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(replies.filter(({ body }) => readProblemCode(body) === 'COMPANY_SEAT_LIMIT')).toHaveLength(40);
    const { body } = await portal().call(companies.seats, { token: manager.token, params });
    expect(companies.seats.reply.parse(body).items).toMatchObject([{ seatsUsed: 10, seatsAllowed: 10 }]);
  });
});

describe.each(defaultDatabases)('people of companies, and what staff enter (%s)', (kind) => {
  const portal = suitePortal(kind);
  let root: Person;
  beforeAll(async () => {
    root = await addPerson(portal(), { profileId: 1 });
  });

  test('staff create a company, its name is the label of its members, and its number of seats is never lower than the PCs in use', async () => {
    const { salesman, manager, member, companyId, params, setSeats } = await openCompany(portal(), 3, 'Abel & Söhne');
    const readLabel = async (id: number) =>
      Object((await portal().call(users.get, { token: salesman.token, params: { id } })).body);
    expect(await readLabel(member.id)).toMatchObject({ company: 'Abel & Söhne', companyId, companyRole: 'member' });
    const found = await portal().call(users.search, { token: salesman.token, body: { keyword: 'sohne' } });
    expect(users.search.reply.parse(found.body).items.map(({ userId }) => userId)).toEqual([manager.id, member.id]);
    const renamed = await portal().call(companies.update, {
      token: salesman.token,
      params,
      body: { name: 'Abel AG', externalRef: `SHOP-${companyId}`, version: 1 },
    });
    expect(renamed.body).toMatchObject({ name: 'Abel AG', version: 2, members: 2, managers: 1 });
    const rename = (body: object) =>
      portal().call(companies.update, { token: salesman.token, params, body: { ...body } });
    expect(readProblemCode((await rename({ name: 'X', version: 1 })).body)).toBe('STALE');
    expect((await rename({ country: 'XX' })).body).toMatchObject({ fields: { country: 'This value is not allowed.' } });
    expect(await readLabel(member.id)).toMatchObject({ company: 'Abel AG' });
    const change = { token: salesman.token, params: { id: member.id }, body: { company: 'Other' } };
    expect((await portal().call(users.update, change)).body).toMatchObject({
      code: 'INVALID',
      fields: { company: /company/ },
    });
    const csv = `login,company,profile\n${member.login},Other,DesignerOffice\n${manager.login},Abel AG,Salesman`;
    const imported = await portal().call(imports.users, { token: root.token, body: { csv, dryRun: true } });
    expect(imported.body, 'an import has the same rules').toMatchObject({
      changed: 0,
      errors: [
        { row: 2, column: 'company', message: expect.stringContaining('the name of the company') },
        { row: 3, column: 'profile', message: expect.stringContaining('Staff do not belong to a company') },
      ],
    });
    const second = { name: 'Second', externalRef: `SHOP-${companyId}` };
    expect((await portal().call(companies.create, { token: root.token, body: second })).body).toMatchObject({
      code: 'INVALID',
      fields: { externalRef: 'Another company has this external reference. Choose another one.' },
    });
    const stolen = { name: 'Second', members: [member.id] };
    expect(readProblemCode((await portal().call(companies.create, { token: root.token, body: stolen })).body)).toBe(
      'OTHER_COMPANY',
    );
    for (const pc of ['A1', 'A2']) expect((await issue(portal(), manager, member.id, pc)).status).toBe(200);
    expect((await setSeats(1)).body).toMatchObject({
      code: 'SEATS_IN_USE',
      message: '1 is not enough for the PCs that use a seat now (2): A1, A2. Return PCs first.',
    });
    expect((await setSeats(2, { version: 1 })).body).toMatchObject({ pcs: 2, seatsUsed: 2, version: 2 });
    expect(readProblemCode((await setSeats(5, { version: 1 })).body)).toBe('STALE');
    expect((await setSeats(5, { configTools: ['configRail'] })).body).toMatchObject({
      code: 'INVALID',
      fields: { configTools: /.+/ },
    });
    const entries = await findAuditEntries(portal(), 'company');
    expect(entries.filter(({ subjectId }) => subjectId === String(companyId)).map(({ action }) => action)).toEqual([
      'company.create',
      'company.join',
      'company.setSeats',
      'company.update',
      'company.setSeats',
    ]);
  });

  test('a customer without a company gets PCs bought too, which a change without the number keeps', async () => {
    const customer = await addPerson(portal());
    const setTools = (but: object) =>
      portal().call(users.update, {
        token: root.token,
        params: { id: customer.id },
        body: { tools: [{ tool: 'basics', brand: 'blue', ...but }] },
      });
    expect((await setTools({ pcs: 3 })).body).toMatchObject({ tools: [{ pcs: 3 }] });
    expect((await setTools({ validTo: '2027-01-31' })).body).toMatchObject({
      tools: [{ pcs: 3, validTo: '2027-01-31' }],
    });
    expect((await setTools({ pcs: 1.5 })).body).toMatchObject({ code: 'INVALID' });
    for (const pc of ['U1', 'U2', 'U3']) expect((await issue(portal(), customer, customer.id, pc)).status).toBe(200);
    expect(readProblemCode((await issue(portal(), customer, customer.id, 'U4')).body)).toBe('SEAT_LIMIT');
    const file = await portal().call(users.export, { token: root.token, body: { keyword: customer.login } });
    expect(String(file.body)).toContain('basics:blue::..2027-01-31:3');
    expect((await setTools({ pcs: null })).body).toMatchObject({ tools: [expect.not.objectContaining({ pcs: 3 })] });
    const usage = await portal().call(licenseAdmin.machines, { token: root.token, params: { id: customer.id } });
    expect(licenseAdmin.machines.reply.parse(usage.body).items[0]).toMatchObject({ seatsUsed: 3, seatsAllowed: 2 });
  });

  test('an invitation works once, for 14 days, for the invited address only, until it is withdrawn or sent again', async () => {
    const { salesman, manager, params, companyId } = await openCompany(portal(), 3);
    const guest = await addPerson(portal(), { grants: [] });
    const other = await addPerson(portal(), { grants: [] });
    const invite = async (login: string) => {
      const body = { login, role: 'manager' } as const;
      const reply = await portal().call(companyPeople.invite, { token: manager.token, params, body });
      return companyPeople.invite.reply.parse(reply.body);
    };
    const accept = (by: Caller, token: string, preview = false) =>
      portal().call(companyPeople.acceptInvitation, { token: by.token, body: { token, preview } });
    const first = await invite(guest.login.toUpperCase());
    const oldLink = await readNewestMail(portal(), 'companyInvitation');
    expect(oldLink.subject).toBe('Join Müller GmbH');
    const one = { ...params, invitationId: first.invitationId };
    await portal().call(companyPeople.sendInvitation, { token: manager.token, params: one });
    const { token } = await readNewestMail(portal(), 'companyInvitation');
    expect(readProblemCode((await accept(guest, oldLink.token)).body)).toBe('LINK_NOT_VALID');
    expect(readProblemCode((await accept(other, token)).body)).toBe('INVITED_OTHER');
    expect((await accept(guest, token, true)).body).toEqual({ companyId, name: 'Müller GmbH', role: 'manager' });
    expect((await accept(guest, token)).status).toBe(200);
    expect(readProblemCode((await accept(guest, token)).body)).toBe('LINK_NOT_VALID');
    const current = await portal().call(readCurrentUser, { token: guest.token });
    expect(current.body).toMatchObject({ company: { companyId, name: 'Müller GmbH', role: 'manager' } });
    const second = await invite(other.login);
    const withdrawn = await readNewestMail(portal(), 'companyInvitation');
    const body = { name: 'Other', country: 'SE', members: [other.id] };
    expect((await portal().call(companies.create, { token: salesman.token, body })).status).toBe(200);
    expect((await accept(other, withdrawn.token)).body).toMatchObject({
      code: 'OTHER_COMPANY',
      message: 'You belong to another company already. Leave that company first, then use the link again.',
    });
    const two = { ...params, invitationId: second.invitationId };
    expect((await portal().call(companyPeople.withdrawInvitation, { token: salesman.token, params: two })).status).toBe(
      204,
    );
    expect(readProblemCode((await accept(other, withdrawn.token)).body)).toBe('LINK_NOT_VALID');
    const listed = await portal().call(companyPeople.invitations, { token: manager.token, params });
    expect(companyPeople.invitations.reply.parse(listed.body).items.map(({ state }) => state)).toEqual([
      'withdrawn',
      'accepted',
    ]);
  });

  test('only a manager makes managers: staff neither invite one nor add one to a company whose manager is suspended, and an address gets five invitations an hour (T591)', async () => {
    const { salesman, manager, member, params } = await openCompany(portal(), 3);
    const guest = await addPerson(portal(), { grants: [] });
    const invite = (by: Caller, login = guest.login) =>
      portal().call(companyPeople.invite, { token: by.token, params, body: { login, role: 'manager' } });
    expect(readProblemCode((await invite(salesman)).body)).toBe('MANAGERS_DECIDE');
    // The invitation of a manager who has lost the role meanwhile makes no manager.
    const setRole = (userId: number, role: string) =>
      portal().call(companyPeople.setRole, { token: manager.token, params: { ...params, userId }, body: { role } });
    expect((await setRole(member.id, 'manager')).status).toBe(200);
    expect((await invite(member)).status).toBe(200);
    const { token } = await readNewestMail(portal(), 'companyInvitation');
    expect((await setRole(member.id, 'member')).status).toBe(200);
    for (const preview of [true, false]) {
      const body = { token, preview };
      const accepted = await portal().call(companyPeople.acceptInvitation, { token: guest.token, body });
      expect(accepted.body).toMatchObject({ role: 'member' });
    }
    // An address gets five invitations in an hour; one was sent and one refused above.
    const answers = [];
    for (let count = 0; count < 5; count += 1) answers.push((await invite(manager)).status);
    expect(answers).toEqual([200, 200, 200, 429, 429]);
    const suspension = { token: salesman.token, params: { id: manager.id }, body: { reason: 'Why' } };
    expect((await portal().call(users.suspend, suspension)).status).toBe(200);
    const body = { userId: guest.id, role: 'manager' };
    const added = await portal().call(companyPeople.addMember, { token: salesman.token, params, body });
    expect(readProblemCode(added.body)).toBe('MANAGERS_DECIDE');
    // A member of staff belongs to no company.
    const profile = { token: root.token, params: { id: member.id }, body: { profileID: 2 } };
    expect((await portal().call(users.update, profile)).body).toMatchObject({
      fields: { profileID: expect.stringContaining('do not belong to a company') },
    });
  });

  test('a recovery makes a member a manager after 72 hours, unless a manager objects, and all members get an e-mail', async () => {
    const { salesman, manager, member, params } = await openCompany(portal(), 2);
    const setRole = (by: Caller, userId: number, role: 'manager' | 'member') =>
      portal().call(companyPeople.setRole, { token: by.token, params: { ...params, userId }, body: { role } });
    expect(readProblemCode((await setRole(salesman, member.id, 'manager')).body)).toBe('MANAGERS_DECIDE');
    const recover = () =>
      portal().call(companyPeople.recover, {
        token: salesman.token,
        params,
        body: { userId: member.id, reason: 'The manager has left' },
      });
    expect((await recover()).body).toMatchObject({ state: 'waiting', reason: 'The manager has left' });
    expect(readProblemCode((await recover()).body)).toBe('RECOVERY_RUNS');
    expect((await listLetters(portal())).slice(-2)).toEqual(
      [manager, member].map(({ login }) => `companyRecovery to ${login}`),
    );
    const object = await portal().call(companyPeople.stopRecovery, { token: manager.token, params });
    expect(object.status).toBe(204);
    await recover();
    const { queueLetter } = openOutbox(portal().database);
    const run = () => completeRecoveries({ database: portal().database, clock: portal().now, queueLetter });
    portal().pass(hours(71));
    await run();
    const members = async () => {
      const token = await createSession(portal(), salesman);
      const { body } = await portal().call(companyPeople.members, { token, params });
      return companyPeople.members.reply.parse(body).items.map(({ userId, role }) => [userId, role]);
    };
    expect(await members()).toContainEqual([member.id, 'member']);
    portal().pass(hours(1));
    await run();
    expect(await members()).toContainEqual([member.id, 'manager']);
    // Two managers who make each other a member at the same time: one of them stays.
    const tokens = [await createSession(portal(), manager), await createSession(portal(), member)];
    const both = await Promise.all([
      setRole({ token: tokens[0] ?? '' }, member.id, 'member'),
      setRole({ token: tokens[1] ?? '' }, manager.id, 'member'),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const managers = (await members()).filter(([, role]) => role === 'manager');
    expect(managers).toHaveLength(1);
    await portal()
      .database.kysely.updateTable('users')
      .set({ companyRole: 'manager' })
      .where('id', '=', member.id)
      .execute();
    // The former manager can now become a member, and is then no longer the manager of anybody.
    const newManager = await createSession(portal(), member);
    expect((await setRole({ token: newManager }, manager.id, 'member')).status).toBe(200);
    expect((await issue(portal(), { token: await createSession(portal(), manager) }, member.id, 'F1')).status).toBe(
      404,
    );
  });
});
