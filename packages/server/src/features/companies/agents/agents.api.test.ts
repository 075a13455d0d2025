import { companies } from '@basics/contract/companies/companies.ts';
import { companyAgents } from '@basics/contract/companies/company-agents.ts';
import { companyPcs } from '@basics/contract/companies/company-pcs.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { agentProfile } from '@basics/contract/calls/permissions.ts';
import { license, licenses } from '@basics/contract/licenses/licenses.ts';
import { describe, expect, test } from 'vitest';
import { days } from '#server/platform/clock/clock.ts';
import { findAuditEntries } from '#server/testing/audit-of.ts';
import { databases } from '#server/testing/database/databases.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { readProblemCode, type Portal } from '#server/testing/portal.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { listLetters } from '#server/testing/records/staff.ts';

type Company = { companyId: number; manager: Person };

const createCompany = async (
  portal: Portal,
  { root, name, pcs, ...fields }: { root: Person; name: string; pcs: number; profileId?: number; validTo?: string },
): Promise<Company> => {
  const manager = await addPerson(portal, { grants: [], profileId: fields.profileId ?? 5 });
  const body = { name, managers: [manager.id] };
  const created = await portal.call(companies.create, { token: root.token, body });
  const { companyId } = companies.create.reply.parse(created.body);
  const seats = { tool: 'basics', brand: 'blue', pcs, validTo: fields.validTo ?? null, reason: 'Order' };
  const params = { id: companyId };
  expect((await portal.call(companies.setSeats, { token: root.token, params, body: seats })).status).toBe(200);
  return { companyId, manager };
};

/** Creates an agent with a stock of PCs and a customer, and makes calls about both. */
async function openAgent(portal: Portal, pcs: { stock: number; customer: number }) {
  const root = await addPerson(portal, { profileId: 1 });
  const agent = await createCompany(portal, { root, name: 'Agent Ltd', pcs: pcs.stock, profileId: agentProfile });
  const customer = await createCompany(portal, { root, name: 'Customer Ltd', pcs: pcs.customer });
  const call = (by: Person, endpoint: Endpoint, params: Record<string, number>, body?: Record<string, unknown>) =>
    portal.call(endpoint, { token: by.token, params, ...(body && { body }) });
  const link = { id: customer.companyId, agentId: agent.companyId };
  const readBought = async ({ companyId }: Company) => {
    const { body } = await call(root, companies.seats, { id: companyId });
    return companies.seats.reply.parse(body).items.map((row) => row.pcs);
  };
  return {
    root,
    agent,
    customer,
    link,
    call,
    readBought,
    propose: (by = root) => call(by, companyAgents.proposeAgent, { id: link.id }, { agentId: link.agentId }),
    accept: (by = customer.manager) => call(by, companyAgents.acceptAgent, link),
    end: (by: Person) => call(by, companyAgents.endAgent, link),
    move: (count: number, but: object = {}, by = agent.manager) =>
      call(
        by,
        companyAgents.movePcs,
        { id: agent.companyId },
        { customerId: customer.companyId, tool: 'basics', brand: 'blue', pcs: count, ...but },
      ),
    issueFor: (by: Person, pc: string) =>
      call(
        by,
        companyPcs.issueBatch,
        { id: customer.companyId },
        { codes: [createCode(createMachine(pc), { at: portal.now() })] },
      ),
  };
}

describe.each(databases)('agents of companies (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('an agent sees a customer after its consent, moves PCs of the stock to it, issues and renews for it, and sees nothing from the request after the end (T652)', async () => {
    const opened = await openAgent(portal(), { stock: 8, customer: 1 });
    const { root, agent, customer, call, propose, accept, end, move, issueFor, readBought } = opened;
    const id = { id: customer.companyId };
    const search = (
      by: Person,
      params: Record<string, number>,
      endpoint: Endpoint,
      body: Record<string, unknown> = {},
    ) => call(by, endpoint, params, body);
    const listCustomers = async () => {
      const { body } = await search(agent.manager, { id: agent.companyId }, companyAgents.customers);
      return companyAgents.customers.reply.parse(body).items.map(({ name }) => name);
    };
    const readNextExpiry = async () => {
      const { body } = await search(agent.manager, { id: agent.companyId }, companyAgents.customers);
      return companyAgents.customers.reply.parse(body).items[0]?.nextExpiry;
    };
    const attempts = async () => [
      (await call(agent.manager, companies.seats, id)).status,
      (await search(agent.manager, id, companyPcs.pcs)).status,
      (await issueFor(agent.manager, 'A1')).status,
      (await move(1)).status,
      (await accept(agent.manager)).status,
    ];
    const nothing = [404, 404, 404, 404, 404];
    expect(
      readProblemCode(
        (await call(root, companyAgents.proposeAgent, { id: agent.companyId }, { agentId: customer.companyId })).body,
      ),
    ).toBe('NOT_AN_AGENT');
    expect(await attempts()).toEqual(nothing);
    expect((await propose()).body).toMatchObject({ items: [{ name: 'Agent Ltd', state: 'proposed' }] });
    await propose();
    expect(await attempts(), 'a proposal opens nothing').toEqual(nothing);
    expect(await listCustomers()).toEqual([]);
    expect(readProblemCode((await accept(root)).body), 'staff do not consent').toBe('NOT_PERMITTED');
    expect((await accept()).body).toMatchObject({ items: [{ name: 'Agent Ltd', state: 'accepted' }] });
    expect(await listCustomers()).toEqual(['Customer Ltd']);
    expect(await readNextExpiry(), 'no licence is valid').toBeNull();

    const stock = companies.seats.reply.parse(
      (await call(agent.manager, companies.seats, { id: agent.companyId })).body,
    );
    const version = stock.items[0]?.version;
    expect((await move(5, { version })).body).toMatchObject({ stock: { pcs: 3 }, customer: { pcs: 6, seatsUsed: 0 } });
    expect(readProblemCode((await move(1, { version })).body), 'sent twice').toBe('STALE');
    expect((await move(4)).body).toMatchObject({
      code: 'NOT_ENOUGH_STOCK',
      message: '3 PCs of your stock are free, so 4 cannot be moved. Move fewer, or ask your salesman for more.',
    });
    for (const pcs of [0, -1]) expect((await move(pcs)).body).toMatchObject({ code: 'INVALID', fields: { pcs: /.+/ } });
    expect((await move(1, {}, root)).status).toBe(403);
    expect((await move(1, {}, customer.manager)).status).toBe(404);

    const issued = companyPcs.issueBatch.reply.parse((await issueFor(agent.manager, 'A1')).body).results[0]?.license;
    const { licenseId, userId } = license.parse(issued);
    expect(userId, 'the licence is for the manager of the customer').toBe(customer.manager.id);
    expect((await call(agent.manager, licenses.send, { id: userId, licenseId })).status).toBe(200);
    const pcs = await search(agent.manager, id, companyPcs.pcs);
    expect(pcs.body).toMatchObject({
      items: [{ name: 'A1', owner: expect.not.objectContaining({ login: expect.anything() }) }],
    });
    // The licence ends soon, so the agent can renew it.
    const soon = { expiresAt: portal().now() + days(5) };
    await portal().database.kysely.updateTable('licenses').set(soon).where('id', '=', licenseId).execute();
    expect(await readNextExpiry()).toBe(new Date(soon.expiresAt).toISOString().slice(0, 10));
    expect((await search(agent.manager, id, companyPcs.pcs)).body).toMatchObject({ items: [{ canRenew: true }] });
    const renewed = await call(agent.manager, licenses.renew, { id: userId, licenseId });
    expect(renewed.status, JSON.stringify(renewed.body)).toBe(200);
    const guess = await search(agent.manager, id, companyPcs.pcs, { keyword: customer.manager.login });
    expect(guess.body, 'the address cannot be guessed by search').toMatchObject({ total: 0 });
    expect(
      (await search(customer.manager, id, companyPcs.pcs, { keyword: customer.manager.login })).body,
    ).toMatchObject({
      total: 1,
    });

    // Terms of the stock bind: PCs neither last longer at the customer, nor get a number that the policy sets.
    const setSeats = (companyId: number, but: object) =>
      call(root, companies.setSeats, { id: companyId }, { tool: 'basics', brand: 'blue', pcs: 6, reason: 'x', ...but });
    await setSeats(agent.companyId, { pcs: 3, validTo: '2026-12-31' });
    expect(readProblemCode((await move(1)).body)).toBe('STOCK_TERMS');
    await setSeats(customer.companyId, { pcs: null });
    expect(readProblemCode((await move(1)).body)).toBe('STOCK_TERMS');
    await setSeats(customer.companyId, { validTo: '2026-11-30' });
    expect((await move(1)).status).toBe(200);
    await call(root, companies.update, id, { status: 'suspended' });
    expect(readProblemCode((await move(1)).body)).toBe('COMPANY_SUSPENDED');
    await call(root, companies.update, id, { status: 'active' });
    expect(await Promise.all([agent, customer].map(readBought))).toEqual([[2], [7]]);

    expect((await end(customer.manager)).status).toBe(204);
    expect(await attempts(), 'the next request').toEqual(nothing);
    for (const endpoint of [licenses.get, licenses.renew, licenses.send, licenses.download])
      expect((await call(agent.manager, endpoint, { id: userId, licenseId })).status, endpoint.name).toBe(404);
    expect(await listCustomers()).toEqual([]);
    expect((await end(agent.manager)).status).toBe(404);
    const toManagers = (kindOfLetter: string, ...to: Company[]) =>
      to.map(({ manager }) => `${kindOfLetter} to ${manager.login}`);
    const letters = (await listLetters(portal())).filter((letter) => !letter.startsWith('license '));
    expect(letters).toEqual([
      ...toManagers('agentProposed', customer),
      ...toManagers('agentChanged', agent),
      ...toManagers('pcsReceived', customer, customer),
      ...toManagers('agentChanged', agent),
    ]);
    const entries = await findAuditEntries(portal(), 'company');
    expect(
      entries.filter(({ action }) => action === 'company.movePcs').map(({ subjectId }) => Number(subjectId)),
    ).toEqual([agent.companyId, customer.companyId, agent.companyId, customer.companyId]);
    // The status of the agent counts at each request, and the agent can end the link too.
    for (const step of [propose, accept]) await step();
    await call(root, companies.update, { id: agent.companyId }, { status: 'suspended' });
    expect((await call(agent.manager, companies.seats, id)).status).toBe(404);
    await call(root, companies.update, { id: agent.companyId }, { status: 'active' });
    expect((await end(agent.manager)).status).toBe(204);
  });

  test('the first PCs of a tool that an agent moves are enough for the PCs that members have by grants of their own', async () => {
    const { root, agent, call, move } = await openAgent(portal(), { stock: 8, customer: 1 });
    const [manager, member] = [await addPerson(portal()), await addPerson(portal())];
    const company = { name: 'Owners Ltd', members: [member.id], managers: [manager.id] };
    const created = await portal().call(companies.create, { token: root.token, body: company });
    const { companyId: customerId } = companies.create.reply.parse(created.body);
    await call(root, companyAgents.proposeAgent, { id: customerId }, { agentId: agent.companyId });
    await call(manager, companyAgents.acceptAgent, { id: customerId, agentId: agent.companyId });
    for (const [by, pc] of [
      [manager, 'OWN-1'],
      [member, 'OWN-2'],
    ] as const) {
      const verificationCode = createCode(createMachine(pc), { at: portal().now() });
      expect((await call(by, licenses.issue, { id: by.id }, { verificationCode })).status).toBe(200);
    }
    expect((await move(1, { customerId })).body).toMatchObject({
      code: 'SEATS_IN_USE',
      message: '1 is not enough for the PCs that use a seat now (2): OWN-1, OWN-2. Return PCs first.',
    });
    expect((await move(2, { customerId })).body).toMatchObject({ customer: { pcs: 2, seatsUsed: 2 } });
    expect((await move(1, { customerId })).body).toMatchObject({ customer: { pcs: 3 } });
  });

  test('100 simultaneous moves of a stock keep the sum of the PCs, and the stock never falls below the PCs in use (T653)', async () => {
    const opened = await openAgent(portal(), { stock: 30, customer: 0 });
    const { agent, customer, propose, accept, move, readBought } = opened;
    for (const step of [propose, accept]) await step();
    const issue = (pc: number) =>
      portal().call(licenses.issue, {
        token: agent.manager.token,
        params: { id: agent.manager.id },
        body: { verificationCode: createCode(createMachine(`STOCK-${pc}`), { at: portal().now() }) },
      });
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 10 === 0 ? issue(index) : move(1))),
    );
    const done = (part: typeof replies) => part.filter(({ status }) => status === 200).length;
    const issued = done(replies.filter((_, index) => index % 10 === 0));
    const moved = done(replies.filter((_, index) => index % 10 !== 0));
    expect(issued + moved).toBe(30);
    expect(await Promise.all([agent, customer].map(readBought))).toEqual([[30 - moved], [moved]]);
  });
});
