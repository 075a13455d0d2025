/**
 * Races for the seats of companies, on both databases, with two servers on one database: `node bench/company-races.ts [rounds]
 * [SQLite|PostgreSQL]`. In each round, 50 PCs request the 10 seats of a company at once, its two managers make each other a member at once, and
 * an agent makes 100 moves of a stock of 30 PCs at once, while its own PCs get licences. Prints how many rounds ended as they must: 10 licences,
 * one manager, and 30 PCs together. Prints the counts after every ten rounds too.
 */
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { agentProfile } from '@basics/contract/calls/permissions.ts';
import { companies } from '@basics/contract/companies/companies.ts';
import { companyAgents } from '@basics/contract/companies/company-agents.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { openDatabase } from '@basics/server/database/database.ts';
import { openPortal, type Portal } from '@basics/server/testing/portal.ts';
import { createCode, createMachine } from '@basics/server/testing/records/machine.ts';
import { addPerson, type Person } from '@basics/server/testing/records/people.ts';
import { databaseKinds, runOnDatabase } from './open-bench.ts';

const product = { tool: 'basics', brand: 'blue' };
const roundCount = Number(process.argv[2] ?? 200);

for (const kind of databaseKinds.filter((name) => name === (process.argv[3] ?? name)))
  await runOnDatabase(kind, async ({ portal, where, tokens }) => {
    const otherDatabase = await openDatabase(where, { patienceMs: 600_000 });
    const other = await openPortal(otherDatabase, { tokens });
    const root = await addPerson(portal, { profileId: 1 });
    const ended = { seats: 0, managers: 0, moves: 0 };
    for (let round = 0; round < roundCount; round += 1) {
      const race = createRace([portal, other], root, round);
      /* oxlint-disable no-await-in-loop -- one round after the other */
      ended.seats += Number(await race.forSeats());
      ended.managers += Number(await race.ofManagers());
      ended.moves += Number(await race.ofMoves());
      /* oxlint-enable no-await-in-loop */
      const done = round + 1;
      if (done % 10 === 0 || done === roundCount)
        process.stdout.write(`${kind} ${done} of ${roundCount} rounds: ${JSON.stringify(ended)}\n`);
    }
    await other.close();
    await otherDatabase.close();
  });

/** The calls of a round, which go to the two servers in turns. */
function createCalls([one, other]: readonly [Portal, Portal], root: Person, round: number) {
  let callCount = 0;
  const call = (by: Person, endpoint: Endpoint, params: Record<string, number>, body?: Record<string, unknown>) => {
    callCount += 1;
    return (callCount % 2 === 0 ? one : other).call(endpoint, { token: by.token, params, ...(body && { body }) });
  };
  const callOrThrow = async (...request: Parameters<typeof call>) => {
    const reply = await call(...request);
    if (reply.status >= 300) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  async function addCompany(pcs: number, { managerCount = 1, profileId = 5 }) {
    const managers: Person[] = [];
    // oxlint-disable-next-line no-await-in-loop -- people are added in their order
    for (let at = 0; at < managerCount; at += 1) managers.push(await addPerson(one, { grants: [], profileId }));
    const [manager] = managers;
    if (!manager) throw new Error('A company needs a manager.');
    const body = { name: `Race ${round} of ${manager.id}`, managers: managers.map(({ id }) => id) };
    const { companyId } = companies.create.reply.parse(await callOrThrow(root, companies.create, {}, body));
    await callOrThrow(root, companies.setSeats, { id: companyId }, { ...product, pcs, validTo: null, reason: 'Race' });
    return { companyId, manager, managers };
  }
  const issue = (owner: Person, name: string) =>
    call(
      owner,
      licenses.issue,
      { id: owner.id },
      {
        verificationCode: createCode(createMachine(`${name}-${round}`), { at: one.now() }),
      },
    );
  const readBought = async (id: number) => {
    const reply = companies.seats.reply.parse(await callOrThrow(root, companies.seats, { id }));
    return { pcs: reply.items[0]?.pcs ?? 0, used: reply.items[0]?.seatsUsed ?? 0 };
  };

  return { call, callOrThrow, addCompany, issue, readBought };
}

/** The three races of a round; each returns whether it ended as it must. */
function createRace(servers: readonly [Portal, Portal], root: Person, round: number) {
  const { call, callOrThrow, addCompany, issue, readBought } = createCalls(servers, root, round);
  return {
    async forSeats() {
      const { companyId, managers } = await addCompany(10, { managerCount: 2 });
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, at) => issue(managers[at % 2] ?? root, `SEAT${at}`)),
      );
      return countDone(replies) === 10 && (await readBought(companyId)).used === 10;
    },
    async ofManagers() {
      const { companyId, managers } = await addCompany(1, { managerCount: 2 });
      const [first, second] = managers;
      if (!first || !second) throw new Error('The race needs two managers.');
      const demote = (by: Person, { id: userId }: Person) =>
        call(by, companyPeople.setRole, { id: companyId, userId }, { role: 'member' });
      const replies = await Promise.all([demote(first, second), demote(second, first)]);
      const body = await callOrThrow(root, companyPeople.members, { id: companyId });
      const members = companyPeople.members.reply.parse(body).items;
      return countDone(replies) === 1 && members.filter(({ role }) => role === 'manager').length === 1;
    },
    async ofMoves() {
      const agent = await addCompany(30, { profileId: agentProfile });
      const customer = await addCompany(0, {});
      const link = { id: customer.companyId, agentId: agent.companyId };
      await callOrThrow(root, companyAgents.proposeAgent, { id: link.id }, { agentId: link.agentId });
      await callOrThrow(customer.manager, companyAgents.acceptAgent, link);
      const move = { ...product, customerId: customer.companyId, pcs: 1 };
      const replies = await Promise.all(
        Array.from({ length: 110 }, (_, at) =>
          at % 11 === 0
            ? issue(agent.manager, `STOCK${at}`)
            : call(agent.manager, companyAgents.movePcs, { id: agent.companyId }, move),
        ),
      );
      const [stock, bought] = [await readBought(agent.companyId), await readBought(customer.companyId)];
      return countDone(replies) === 30 && stock.pcs + bought.pcs === 30 && stock.used === stock.pcs;
    },
  };
}

function countDone(replies: readonly { status: number }[]): number {
  return replies.filter(({ status }) => status === 200 || status === 204).length;
}
