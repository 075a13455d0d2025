import { helpRequest, helpRequests, type HelpRequest } from '@basics/contract/help-requests/help-requests.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { selectAuditEntries } from '../audit-of.ts';
import { createTestDatabase, type DatabaseKind } from '../database/databases.ts';
import { createCode, createMachine } from './machine.ts';
import { addPerson, type Person } from './people.ts';
import { openPortal } from '../portal.ts';
import { assignSalesman } from './staff.ts';

/**
 * Opens a portal with an administrator, a salesman for Basics Blue in Germany, and a customer of that salesman with licences for 2 PCs,
 * which is the limit.
 */
export async function openHelpRequests(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind));
  const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example' });
  const simon = await addPerson(portal, { profileId: 2, login: 'simon@portal.example' });
  await assignSalesman(portal.database, simon.id, 'DE', 'blue');
  const ada = await addPerson(portal, { login: 'ada@customer.example' });
  for (const pc of ['A', 'B']) await issue(ada, createCode(createMachine(pc)));
  const code = createCode(createMachine('CAD-07'));

  async function issue(person: Person, verificationCode: string) {
    return portal.call(licenses.issue, { token: person.token, params: { id: person.id }, body: { verificationCode } });
  }
  const ask = (person: Person, verificationCode: string, overrides: Record<string, unknown> = {}, id = person.id) =>
    portal.call(helpRequests.ask, { token: person.token, params: { id }, body: { verificationCode, ...overrides } });
  const askSuccessfully = async (person: Person = ada, verificationCode = code, overrides = {}): Promise<HelpRequest> =>
    helpRequest.parse((await ask(person, verificationCode, overrides)).body);
  const search = async (person: Person, body: Record<string, unknown> = {}) => {
    const response = await portal.call(helpRequests.search, { token: person.token, body });
    const { items, total, companyOfKeyword } = helpRequests.search.reply.parse(response.body);
    return { items, total, companyOfKeyword, ids: items.map(({ helpRequestId }) => helpRequestId) };
  };
  const listOf = async (person: Person, id = person.id) =>
    helpRequests.listOf.reply.parse(
      (await portal.call(helpRequests.listOf, { token: person.token, params: { id } })).body,
    );
  const get = (person: Person, id: number) => portal.call(helpRequests.get, { token: person.token, params: { id } });
  const answerHelpRequest = (person: Person, id: number, body: Record<string, unknown>) =>
    portal.call(helpRequests.answer, { token: person.token, params: { id }, body });
  const withdraw = (person: Person, helpRequestId: number, id = person.id) =>
    portal.call(helpRequests.withdraw, { token: person.token, params: { id, helpRequestId } });
  const audit = () =>
    selectAuditEntries(portal.database.kysely).selectAll().where('action', 'like', 'help.%').orderBy('id').execute();
  return {
    portal,
    root,
    simon,
    ada,
    code,
    issue,
    ask,
    askSuccessfully,
    search,
    listOf,
    get,
    answer: answerHelpRequest,
    withdraw,
    audit,
  };
}
