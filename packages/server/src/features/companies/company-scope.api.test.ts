import { api } from '@basics/contract/api.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import { agentProfile } from '@basics/contract/calls/permissions.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { companies } from '@basics/contract/companies/companies.ts';
import { companyAgents } from '@basics/contract/companies/company-agents.ts';
import { companyNotes } from '@basics/contract/companies/company-notes.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { joinAccountsCalls } from '@basics/contract/license-admin/join-accounts.ts';
import { license, licenses } from '@basics/contract/licenses/licenses.ts';
import { orders } from '@basics/contract/integrations/orders.ts';
import { massActs } from '@basics/contract/mass-acts/mass-acts.ts';
import { notes } from '@basics/contract/users/notes.ts';
import { userPresence } from '@basics/contract/users/presence.ts';
import { users } from '@basics/contract/users/users.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { openParts } from '#server/mail/queue-letter.ts';
import { findAccessRow } from '#server/testing/access/access-attempt.ts';
import { missingId, missingSubject, type AccessRow } from '#server/testing/access/access-row.ts';
import { accessTable } from '#server/testing/access/access-table.ts';
import { createTestDatabase, databases, defaultDatabases, repeatTimes } from '#server/testing/database/databases.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { createHelpRequestRow } from '#server/testing/database/rows.ts';
import { openPortal, readProblemCode, testSeal, type Portal } from '#server/testing/portal.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';

const issue = (portal: Portal, by: Person, ownerId: number, pc: string) =>
  portal.call(licenses.issue, {
    token: by.token,
    params: { id: ownerId },
    body: { verificationCode: createCode(createMachine(pc), { at: portal.now() }) },
  });

/** The calls about the PCs and licences of a user that a manager may make for members. All other calls about a user are refused. */
const ofManagers = new Set([
  'tools.licensable',
  'licenses.issue',
  'licenses.list',
  'licenses.entitlements',
  'licenses.get',
  'licenses.renew',
  'licenses.send',
  'licenses.setInstalled',
  'licenses.download',
  'licenseAdmin.machines',
  'licenseAdmin.release',
]);

/**
 * The calls that an agent makes about a company that has agreed, and about its members. Another member has the code of `licenses.issue` by then,
 * and the licence of `licenses.renew` is too new.
 */
const ofAgents = [
  'companies.issueBatch',
  'companies.pcs',
  'companies.seats',
  'licenses.download',
  'licenses.get',
  'licenses.send',
];

describe.each(defaultDatabases)('the scope of a company (%s)', (kind) => {
  const portal = suitePortal(kind);
  let root: Person;
  let people: Record<'manager' | 'formerManager' | 'member' | 'stranger' | 'otherManager', Person>;
  let agents: Record<'proposed' | 'accepted' | 'former' | 'memberOfAgent', Person>;
  let companyId = 0;
  let secret = { licenseId: 0, machineId: 0 };

  const createCompany = async (name: string, members: Person[], managers: Person[]) => {
    const toIds = (list: Person[]) => list.map(({ id }) => id);
    const body = { name, members: toIds(members), managers: toIds(managers) };
    const reply = await portal().call(companies.create, { token: root.token, body });
    const created = companies.create.reply.parse(reply.body);
    const seats = { tool: 'basics', brand: 'blue', pcs: 5, reason: 'order' };
    await portal().call(companies.setSeats, { token: root.token, params: { id: created.companyId }, body: seats });
    return created.companyId;
  };

  /** Creates the manager of an agent, which the company has got to know in the given steps. */
  const addAgent = async (
    name: string,
    colleagues: Person[],
    steps: (typeof companyAgents.acceptAgent | typeof companyAgents.endAgent)[],
  ) => {
    const agent = await addPerson(portal(), { grants: [], profileId: agentProfile });
    const agentId = await createCompany(name, colleagues, [agent]);
    const propose = { token: root.token, params: { id: companyId }, body: { agentId } };
    expect((await portal().call(companyAgents.proposeAgent, propose)).status).toBe(200);
    const step = { token: people.manager.token, params: { id: companyId, agentId } };
    for (const endpoint of steps) expect((await portal().call(endpoint, step)).status).toBeLessThan(300);
    return agent;
  };

  beforeAll(async () => {
    root = await addPerson(portal(), { profileId: 1 });
    const add = () => addPerson(portal(), { grants: [] });
    people = {
      manager: await add(),
      formerManager: await add(),
      member: await add(),
      stranger: await add(),
      otherManager: await add(),
    };
    companyId = await createCompany('Secret Works', [people.member], [people.manager, people.formerManager]);
    await createCompany('Other Works', [], [people.otherManager]);
    const { licenseId } = license.parse((await issue(portal(), people.member, people.member.id, 'SECRET-PC')).body);
    const { machineId } = await portal()
      .database.kysely.selectFrom('licenses')
      .select('machineId')
      .where('id', '=', licenseId)
      .executeTakeFirstOrThrow();
    secret = { licenseId, machineId };
    const end = { token: root.token, params: { id: companyId, userId: people.formerManager.id } };
    expect((await portal().call(companyPeople.setRole, { ...end, body: { role: 'member' } })).status).toBe(200);
    expect((await portal().call(companyPeople.removeMember, end)).status).toBe(204);
    const { acceptAgent, endAgent } = companyAgents;
    const memberOfAgent = await addPerson(portal(), { grants: [], profileId: agentProfile });
    agents = {
      memberOfAgent,
      proposed: await addAgent('Proposed Agent', [], []),
      accepted: await addAgent('Accepted Agent', [memberOfAgent], [acceptAgent]),
      former: await addAgent('Former Agent', [], [acceptAgent, endAgent]),
    };
  });

  /** Makes a call about the member, the company, the licence and the PC, with an empty body or a simple one. */
  const attempt = (by: Person, endpoint: Endpoint, body: unknown) => {
    const isCompany = endpoint.path.startsWith('/company/');
    const ids: Record<string, number> = { ...secret, userId: people.member.id, invitationId: 1 };
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      String(name === 'id' ? (isCompany ? companyId : people.member.id) : (ids[name] ?? 1)),
    );
    return portal().http.inject({
      method: endpoint.method,
      url: apiBase + path,
      headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
      ...(endpoint.method !== 'GET' && { payload: JSON.stringify(body) }),
    });
  };

  /** Makes every call about a company, a user, a licence or a PC. */
  const attemptAll = async (by: Person) => {
    const calls = Object.values(api).flatMap((feature) => Object.values<Endpoint>(feature));
    const aboutRecords = calls.filter(
      ({ path }) => /^\/(company|user|license)\//.test(path) && /\{(id|licenseId|userId)\}/.test(path),
    );
    expect(aboutRecords.length).toBeGreaterThan(40);
    const verificationCode = createCode(createMachine('FUZZ'), { at: portal().now() });
    const body = { verificationCode, codes: [verificationCode], role: 'member', login: 'guest@fuzz.example' };
    const attempts = [];
    for (const endpoint of aboutRecords) {
      const names = readBodyNames(endpoint);
      const sent = Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
      const reply = await attempt(by, endpoint, sent);
      const title = `${endpoint.name} by ${by.login}: ${reply.statusCode} ${reply.body.slice(0, 200)}`;
      attempts.push({ name: endpoint.name, title, reply });
    }
    return attempts;
  };

  test('no call about a company, a user, a licence or a PC shows the company to a former manager, a stranger, another manager, or an agent without the consent of the company', async () => {
    const { proposed, former, memberOfAgent } = agents;
    for (const by of [people.formerManager, people.stranger, people.otherManager, proposed, former, memberOfAgent])
      for (const { title, reply } of await attemptAll(by)) {
        expect([400, 403, 404, 422], title).toContain(reply.statusCode);
        expect(reply.body, title).not.toMatch(/Secret Works|SECRET-PC/);
      }
  });

  test('an agent issues and renews licences for the company that has agreed, and gets no address and nothing else of it', async () => {
    const allowed = new Set<string>();
    for (const { name, title, reply } of await attemptAll(agents.accepted)) {
      if (reply.statusCode < 300) allowed.add(name);
      else expect([400, 403, 404, 422], title).toContain(reply.statusCode);
      expect(reply.body, title).not.toMatch(/person-\d+@/);
    }
    expect([...allowed].toSorted()).toEqual(ofAgents);
  });

  test('a manager makes the calls about the PCs and licences of a member, and no other call about the member', async () => {
    const calls = Object.values(api)
      .flatMap((feature) => Object.values<Endpoint>(feature))
      .filter(({ path, method }) => path.startsWith('/user/{id}') && method === 'GET');
    for (const endpoint of calls) {
      const { statusCode } = await attempt(people.manager, endpoint, {});
      expect(statusCode === 200, `${endpoint.name}: ${statusCode}`).toBe(ofManagers.has(endpoint.name));
      // A member sees nothing of the other members.
      const asManaged = await portal().http.inject({
        method: 'GET',
        url: apiBase + endpoint.path.replace('{id}', String(people.manager.id)).replace('{licenseId}', '1'),
        headers: { authorization: `Bearer ${people.member.token}` },
      });
      expect([403, 404], endpoint.name).toContain(asManaged.statusCode);
    }
    for (const endpoint of [licenses.setInstalled, licenses.send, licenses.download, users.update]) {
      const sent = endpoint === licenses.setInstalled ? { isInstalled: true } : {};
      const { statusCode } = await attempt(people.manager, endpoint, sent);
      expect(statusCode === 200, `${endpoint.name}: ${statusCode}`).toBe(ofManagers.has(endpoint.name));
    }
  });

  test('a salesman sees the members in scope, of the others only the number, and no name of their PCs', async () => {
    const salesman = await addPerson(portal(), { profileId: 2, country: 'AT' });
    await assignSalesman(portal().database, salesman.id, 'AT', 'blue');
    const near = await addPerson(portal(), { country: 'AT', grants: [] });
    const far = await addPerson(portal(), { country: 'JP', grants: [] });
    const id = await createCompany('Two Countries', [near], [far]);
    expect((await issue(portal(), far, far.id, 'FAR-PC')).status).toBe(200);
    const read = async (endpoint: Endpoint) =>
      (await portal().call(endpoint, { token: salesman.token, params: { id } })).body;
    expect(await read(companyPeople.members)).toEqual({
      items: [expect.objectContaining({ userId: near.id })],
      hidden: { members: 1, pcs: 1 },
    });
    expect(await read(companies.seats)).toMatchObject({
      items: [{ seatsUsed: 1, nextFree: { machineName: '', owner: '' } }],
    });
    const lower = { tool: 'basics', brand: 'blue', pcs: 0, reason: 'less' };
    const refused = await portal().call(companies.setSeats, { token: salesman.token, params: { id }, body: lower });
    expect(refused.body).toMatchObject({ code: 'SEATS_IN_USE', message: expect.not.stringContaining('FAR-PC') });
    await portal().call(companies.setSeats, { token: root.token, params: { id }, body: { ...lower, pcs: 1 } });
    const full = await issue(portal(), salesman, near.id, 'NEAR-PC');
    expect(readProblemCode(full.body)).toBe('COMPANY_SEAT_LIMIT');
    expect(String(Object(full.body).message)).toContain('a PC in another country until');
    const move = { token: salesman.token, params: { id, userId: far.id } };
    expect((await portal().call(companyPeople.removeMember, move)).status).toBe(404);
  });

  test('a deleted member leaves the PCs to the company, and joining two accounts keeps company and PCs', async () => {
    const [boss, gone, twin] = [
      await addPerson(portal(), { grants: [] }),
      await addPerson(portal(), { grants: [] }),
      await addPerson(portal(), { grants: [] }),
    ];
    const id = await createCompany('Kept Works', [gone], [boss]);
    expect((await issue(portal(), gone, gone.id, 'KEPT-PC')).status).toBe(200);
    const readSeats = async () => (await portal().call(companies.seats, { token: root.token, params: { id } })).body;
    const invitation = { login: gone.login, role: 'member' };
    await portal().call(companyPeople.invite, { token: boss.token, params: { id }, body: invitation });
    const { body: preview } = await portal().call(joinAccountsCalls.previewJoin, {
      token: root.token,
      params: { id: twin.id },
      body: { login: gone.login },
    });
    const { digest } = joinAccountsCalls.previewJoin.reply.parse(preview);
    const joined = await portal().call(joinAccountsCalls.join, {
      token: root.token,
      params: { id: twin.id },
      body: { login: gone.login, reason: 'same person', digest, acceptsOtherCompany: true },
    });
    expect(joined.status, JSON.stringify(joined.body)).toBe(200);
    expect(await readSeats()).toMatchObject({ items: [{ seatsUsed: 1, nextFree: { machineName: 'KEPT-PC' } }] });
    const listed = await portal().call(companyPeople.invitations, { token: boss.token, params: { id } });
    expect(listed.body, 'the erased account leaves no address').toEqual({ items: [] });
    const read = await portal().call(users.get, { token: root.token, params: { id: twin.id } });
    expect(read.body).toMatchObject({ companyId: id, company: 'Kept Works' });
    const removed = await portal().call(users.remove, { token: root.token, params: { id: twin.id } });
    expect(removed.status, JSON.stringify(removed.body)).toBe(204);
    expect(await readSeats()).toMatchObject({ items: [{ seatsUsed: 1, nextFree: { machineName: 'KEPT-PC' } }] });
    const own = await portal().call(companies.own, { token: boss.token });
    expect(own.body).toMatchObject({ company: { name: 'Kept Works', role: 'manager' } });
    // Undoing a deletion says that the PCs of the member stay with another one.
    const late = await addPerson(portal(), { grants: [] });
    const body = { userId: late.id, role: 'member' };
    await portal().call(companyPeople.addMember, { token: root.token, params: { id }, body });
    const deletion = { token: root.token, query: { background: 'true' }, body: [late.id] };
    const { act } = users.removeMany.reply.parse((await portal().call(users.removeMany, deletion)).body);
    const ofAct = { token: root.token, params: { actId: act?.actId ?? 0 } };
    await portal().runMassActs();
    expect((await portal().call(massActs.undo, ofAct)).status).toBe(200);
    await portal().runMassActs();
    expect((await portal().call(massActs.get, ofAct)).body).toMatchObject({
      state: 'undone',
      remains: ['The PCs that a member had in a company stay with another member.'],
    });
  });
});

describe.each(databases)('companies of others (%s)', (kind) => {
  test('no call shows or changes foreign companies for a manager, a member, an agent, a former agent, a salesman of another country or any other profile, and no answer tells them from missing ones (T750)', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const { root, people, own, agentIds, foreignIds } = await addForeignCompanies(portal);
    const before = await readForeignRows(portal);
    const lastLetterId = await findLastLetterId(portal);
    for (const [name, person] of Object.entries(people))
      for (const row of accessTable) {
        const title = `${row.endpoint.name} by ${name}`;
        // Some calls end all sessions of the caller.
        const by = { ...person, token: await createSession(portal, person) };
        const isAboutRecord = row.recordKind !== 'nothing';
        const answers = [await attemptRow(portal, { by, row, ids: foreignIds })];
        // The missing records, and the whole list instead of the matches of a keyword.
        if (isAboutRecord || hasKeyword(row)) answers.push(await attemptRow(portal, { by, row, ids: {} }));
        for (const { status, code, text } of answers) {
          expect(status, `${title}: ${text}`).toBeLessThan(500);
          expect(code, title).not.toBe('NO_SESSION');
          expect(text, title).not.toMatch(/foreign/i);
        }
        const [ofForeign, ofMissing] = answers.map(({ status, code }) => `${status} ${String(code)}`);
        if (isAboutRecord) expect(ofForeign, title).toBe(ofMissing);
      }
    expect(await readForeignRows(portal)).toEqual(before);
    expect(await findLettersAbout(portal, /foreign/i, { people, after: lastLetterId })).toEqual([]);

    const listCustomers = async (by: Person, id: number) =>
      (await portal.call(companyAgents.customers, { token: await createSession(portal, by), params: { id }, body: {} }))
        .body;
    expect(await listCustomers(people.agent, agentIds.agent)).toMatchObject({ total: 1, items: [{ companyId: own }] });
    expect(await listCustomers(people.formerAgent, agentIds.former)).toMatchObject({ total: 0, items: [] });
    // An administrator sees them by the same calls.
    for (const name of ['companies.search', 'companies.get', 'companies.pcs', 'companies.timeline', 'users.get']) {
      const seen = await attemptRow(portal, { by: root, row: findAccessRow(name), ids: foreignIds });
      expect(seen.text, name).toMatch(/foreign/i);
    }
  });
});

/** Ids of records by the names that they have in requests; `company`, `user` and `helpRequest` are the records that a call is about. */
type Ids = Record<string, number | string>;

/** Creates the people who try each call, and many foreign companies, of which one has all kinds of records. */
async function addForeignCompanies(portal: Portal) {
  const root = await addPerson(portal, { profileId: 1 });
  const salesman = await addPerson(portal, { profileId: 2, country: 'AT' });
  await assignSalesman(portal.database, salesman.id, 'AT', 'blue');
  const add = (profileId = 7, login?: string) =>
    addPerson(portal, { grants: [], profileId, country: 'DE', ...(login !== undefined && { login }) });
  const [manager, member, owner] = [await add(), await add(), await add(7, 'foreign-owner@works.example')];
  const [agent, formerAgent] = [await add(agentProfile), await add(agentProfile)];
  const call = async (by: Person, endpoint: Endpoint, params: Ids, body?: object) => {
    const reply = await portal.call(endpoint, { token: by.token, params, ...(body && { body: { ...body } }) });
    expect(reply.status, `${endpoint.name}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
    return reply.body;
  };
  const create = async (name: string, managers: Person[], members: Person[] = []) => {
    const body = { name, country: 'DE', managers: toIds(managers), members: toIds(members) };
    const { companyId } = companies.create.reply.parse(await call(root, companies.create, {}, body));
    const seats = { tool: 'basics', brand: 'blue', pcs: 5, reason: 'order' };
    await call(root, companies.setSeats, { id: companyId }, seats);
    return companyId;
  };
  const own = await create('Own Works', [manager], [member]);
  const foreign = await create('Foreign Works', [owner]);
  const agentIds = { agent: await create('Agent', [agent]), former: await create('Former', [formerAgent]) };
  for (const [agentId, customerId, by] of [
    [agentIds.agent, own, manager],
    [agentIds.former, foreign, owner],
  ] as const) {
    await call(root, companyAgents.proposeAgent, { id: customerId }, { agentId });
    await call(by, companyAgents.acceptAgent, { id: customerId, agentId });
  }
  await call(owner, companyAgents.endAgent, { id: foreign, agentId: agentIds.former });
  await addManyCompanies(portal);
  const foreignIds = await addForeignRecords(portal, { root, owner, foreign, call });
  const otherProfiles = [99, 6, 8, 10, 13].slice(0, repeatTimes(1, 5));
  const others = await Promise.all(otherProfiles.map(async (id) => [`profile ${id}`, await add(id)] as const));
  const people = { manager, member, agent, formerAgent, salesman, ...Object.fromEntries(others) };
  return { root, people, own, agentIds, foreignIds: { ...foreignIds, agentId: agentIds.former } };
}

async function addManyCompanies(portal: Portal): Promise<void> {
  const rows = Array.from({ length: repeatTimes(50, 500) }, (_, at) => ({
    name: `Foreign ${at}`,
    nameFold: `foreign ${at}`,
    country: 'DE',
    externalRef: `FOREIGN-${at}`,
    createdAt: portal.now(),
  }));
  await portal.database.kysely.insertInto('companies').values(rows).execute();
}

type ForeignCompany = {
  root: Person;
  owner: Person;
  foreign: number;
  call: (by: Person, endpoint: Endpoint, params: Ids, body?: object) => Promise<unknown>;
};

/** Adds a PC with a licence, an e-mail, notes, a help request, an invitation and an order to a foreign company; returns their ids. */
async function addForeignRecords(portal: Portal, { root, owner, foreign, call }: ForeignCompany): Promise<Ids> {
  const { kysely } = portal.database;
  const verificationCode = createCode(createMachine('FOREIGN-PC'), { at: portal.now() });
  const issued = license.parse(await call(owner, licenses.issue, { id: owner.id }, { verificationCode }));
  const { licenseId } = issued;
  await call(owner, licenses.send, { id: owner.id, licenseId });
  await call(owner, companyPeople.invite, { id: foreign }, { login: 'foreign-guest@works.example' });
  await call(root, companyNotes.createNote, { id: foreign }, { text: 'Foreign note' });
  await call(root, notes.createNote, { id: owner.id }, { text: 'Foreign note' });
  await call(root, userPresence.reportPresence, { id: owner.id });
  const customer = { login: owner.login, firstName: 'Foreign', lastName: 'Owner', country: 'DE' };
  const lines = [{ line: '1', tool: 'basics', brand: 'red', pcs: 1 }];
  await call(root, orders.put, { source: 'shop', externalId: 'FOREIGN' }, { customer, lines });
  const helpRequest = createHelpRequestRow({ userId: owner.id });
  await kysely.insertInto('helpRequests').values(helpRequest).execute();
  const findId = async (table: 'machines' | 'outbox' | 'companyInvitations' | 'helpRequests' | 'notes') =>
    (await kysely.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
  return {
    company: foreign,
    user: owner.id,
    userId: owner.id,
    helpRequest: await findId('helpRequests'),
    helpRequestId: await findId('helpRequests'),
    licenseId,
    machineId: await findId('machines'),
    mailId: await findId('outbox'),
    invitationId: await findId('companyInvitations'),
    noteId: await findId('notes'),
    externalId: 'FOREIGN',
  };
}

type Answer = { status: number; code: unknown; text: string };
let attemptCount = 0;

const hasKeyword = ({ endpoint }: AccessRow): boolean => readBodyNames(endpoint).includes('keyword');

/** Makes the valid request of a row about the records with the given ids; a record without an id is missing. */
async function attemptRow(portal: Portal, { by, row, ids }: { by: Person; row: AccessRow; ids: Ids }): Promise<Answer> {
  attemptCount += 1;
  const { company, user, helpRequest, licenseId = missingId, machineId = missingId } = ids;
  const id = row.recordKind === 'company' ? company : row.recordKind === 'helpRequest' ? helpRequest : user;
  const subject = { ...missingSubject, name: `probe${attemptCount}`, id: Number(id ?? missingId) };
  const request = row.request({ ...subject, licenseId: Number(licenseId), machineId: Number(machineId) });
  const params = Object.entries(request.params ?? {}).map(([name, value]) => [
    name,
    value === missingId || value === 'missing' ? (ids[name] ?? value) : value,
  ]);
  const body = JSON.stringify(request.body)?.replaceAll(String(missingId), String(user ?? missingId));
  const keyword = hasKeyword(row) && company !== undefined ? { keyword: 'foreign' } : {};
  const reply = await portal.call<Endpoint>(row.endpoint, {
    token: by.token,
    params: Object.fromEntries(params),
    ...(request.query && { query: request.query }),
    ...(body !== undefined && {
      body: Array.isArray(request.body) ? JSON.parse(body) : { ...JSON.parse(body), ...keyword },
    }),
  });
  return { status: reply.status, code: readProblemCode(reply.body), text: reply.bytes.toString() };
}

/** Reads the rows of the foreign company and of its owner that a call could change. */
async function readForeignRows({ database: { kysely } }: Portal) {
  const owner = await kysely
    .selectFrom('users')
    .select('id')
    .where('login', 'like', 'foreign-%')
    .executeTakeFirstOrThrow();
  const ofOwner = (table: 'machines' | 'licenses' | 'helpRequests') =>
    kysely.selectFrom(table).selectAll().where('userId', '=', owner.id).orderBy('id').execute();
  return [
    await kysely.selectFrom('companies').selectAll().where('name', 'like', 'Foreign%').orderBy('id').execute(),
    await kysely.selectFrom('companyGrants').selectAll().orderBy('id').execute(),
    await kysely.selectFrom('companyAgents').selectAll().orderBy('id').execute(),
    await kysely.selectFrom('users').selectAll().where('id', '=', owner.id).execute(),
    await ofOwner('machines'),
    await ofOwner('licenses'),
    await ofOwner('helpRequests'),
  ];
}

async function findLastLetterId({ database }: Portal): Promise<number> {
  const row = await database.kysely.selectFrom('outbox').select('id').orderBy('id', 'desc').executeTakeFirst();
  return row?.id ?? 0;
}

type LettersQuery = { people: Record<string, Person>; after: number };

/** Lists the letters to these people after the letter `after` whose text matches. */
async function findLettersAbout({ database }: Portal, pattern: RegExp, { people, after }: LettersQuery) {
  const rows = await database.kysely
    .selectFrom('outbox')
    .selectAll()
    .where('userId', 'in', toIds(Object.values(people)))
    .where('id', '>', after)
    .execute();
  const found: string[] = [];
  for (const row of rows) {
    const { subject, text } = row.sealed === null ? row : ((await openParts(testSeal, row.sealed)) ?? row);
    if (pattern.test(subject + text)) found.push(`${row.kind} to ${row.toAddress}`);
  }
  return found;
}

const toIds = (people: readonly Person[]): number[] => people.map(({ id }) => id);

/** The names of the fields of a body; empty for a body that is no object. */
function readBodyNames({ body }: Endpoint): string[] {
  const shape: unknown = body && Reflect.get(body, 'shape');
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : [];
}
