import { helpRequest, helpRequests } from '@basics/contract/help-requests.ts';
import type { HelpRequest } from '@basics/contract/help-requests.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { auditEntries } from './audit-of.ts';
import { createTestDatabase } from './databases.ts';
import type { DatabaseKind } from './databases.ts';
import { createCode, machine } from './machine.ts';
import { addPerson } from './people.ts';
import type { Person } from './people.ts';
import { openPortal } from './portal.ts';
import { assign } from './staff.ts';

/** A salesman of Germany for Basics Blue, an administrator, and a customer of that salesman who uses both PCs of the limit. */
export async function openHelpRequests(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind));
  const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example' });
  const simon = await addPerson(portal, { profileId: 2, login: 'simon@portal.example' });
  await assign(portal.database, simon.id, 'DE', 'blue');
  const ada = await addPerson(portal, { login: 'ada@customer.example' });
  for (const pc of ['A', 'B']) await issue(ada, createCode(machine(pc)));
  const code = createCode(machine('CAD-07'));

  async function issue(who: Person, verificationCode: string) {
    return portal.ask(licenses.issue, { token: who.token, params: { id: who.id }, body: { verificationCode } });
  }
  const ask = (who: Person, verificationCode: string, but: Record<string, unknown> = {}, id = who.id) =>
    portal.ask(helpRequests.ask, { token: who.token, params: { id }, body: { verificationCode, ...but } });
  const askSuccessfully = async (who: Person = ada, verificationCode = code, but = {}): Promise<HelpRequest> =>
    helpRequest.parse((await ask(who, verificationCode, but)).body);
  const search = async (who: Person, body: Record<string, unknown> = {}) => {
    const answer = await portal.ask(helpRequests.search, { token: who.token, body });
    const { items, total } = helpRequests.search.reply.parse(answer.body);
    return { items, total, ids: items.map(({ helpRequestId }) => helpRequestId) };
  };
  const listOf = async (who: Person, id = who.id) =>
    helpRequests.listOf.reply.parse((await portal.ask(helpRequests.listOf, { token: who.token, params: { id } })).body);
  const get = (who: Person, id: number) => portal.ask(helpRequests.get, { token: who.token, params: { id } });
  const answer = (who: Person, id: number, body: Record<string, unknown>) =>
    portal.ask(helpRequests.answer, { token: who.token, params: { id }, body });
  const withdraw = (who: Person, helpRequestId: number, id = who.id) =>
    portal.ask(helpRequests.withdraw, { token: who.token, params: { id, helpRequestId } });
  const audit = () =>
    auditEntries(portal.database.kysely).selectAll().where('action', 'like', 'help.%').orderBy('id').execute();
  return { portal, root, simon, ada, code, issue, ask, askSuccessfully, search, listOf, get, answer, withdraw, audit };
}
