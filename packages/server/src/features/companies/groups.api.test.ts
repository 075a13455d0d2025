import { companies } from '@basics/contract/companies/companies.ts';
import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';

describe.each(databases)('who seems to belong to a company (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('users with the same company, domain or CRM account are proposed as a group, and nothing is changed', async () => {
    const root = await addPerson(portal(), { profileId: 1 });
    const salesman = await addPerson(portal(), { profileId: 2, country: 'CH' });
    await assignSalesman(portal().database, salesman.id, 'CH', 'blue');
    const ids: number[] = [];
    for (const name of ['a', 'b'])
      ids.push((await addPerson(portal(), { login: `${name}@grouped.example`, country: 'CH' })).id);
    // The company of a colleague in another country is not told, although it has the same domain, name and CRM account.
    const far = await addPerson(portal(), { login: 'far@grouped.example', country: 'JP', grants: [] });
    const common = { name: 'Grouped Works', crmAccount: 'CRM-1' };
    const company = { ...common, country: 'JP', managers: [far.id] };
    const created = await portal().call(companies.create, { token: root.token, body: company });
    const { companyId } = companies.create.reply.parse(created.body);
    await portal()
      .database.kysely.updateTable('users')
      .set({ userDomain: 'grouped.example' })
      .where('login', 'like', '%@grouped.example')
      .execute();
    const alone = await addPerson(portal(), { country: 'CH' });
    const alike = { company: common.name, crmAccount: common.crmAccount };
    await portal().database.kysely.updateTable('users').set(alike).where('id', '=', alone.id).execute();
    await portal().call(users.update, { token: root.token, params: { id: alone.id }, body: { phone: '1' } });
    const { body } = await portal().call(companies.groups, { token: salesman.token, body: {} });
    expect(companies.groups.reply.parse(body).items).toMatchObject([
      { by: 'domain', value: 'grouped.example', companyId: null, total: 2, people: ids.map((userId) => ({ userId })) },
    ]);

    // The page of the company and those of the users propose the same, each within the scope of the reader.
    const readCandidates = async (by: Person) => {
      const reply = await portal().call(companyPeople.candidates, { token: by.token, params: { id: companyId } });
      if (reply.status !== 200) return reply.status;
      return companyPeople.candidates.reply.parse(reply.body).items.map((item) => [item.userId, item.by]);
    };
    const readSuggestions = async (by: Person, id: number) => {
      const reply = await portal().call(companyPeople.suggestions, { token: by.token, params: { id } });
      return companyPeople.suggestions.reply.parse(reply.body).items;
    };
    const [first = 0, second = 0] = ids;
    const byDomain = ids.map((id) => [id, 'domain']);
    expect(await readCandidates(root)).toEqual([...byDomain, [alone.id, 'name']]);
    expect(await readCandidates(salesman)).toBe(404);
    expect(await readSuggestions(root, first)).toEqual([{ companyId, name: common.name, by: 'domain' }]);
    expect(await readSuggestions(root, alone.id)).toEqual([{ companyId, name: common.name, by: 'name' }]);
    for (const id of [first, alone.id]) expect(await readSuggestions(salesman, id)).toEqual([]);
    const join = { token: root.token, params: { id: companyId }, body: { userId: first, role: 'member' } } as const;
    expect((await portal().call(companyPeople.addMember, join)).status).toBe(200);
    expect(await readSuggestions(root, first), 'a member belongs to one company').toEqual([]);
    expect(await readCandidates(salesman)).toEqual([
      [second, 'domain'],
      [alone.id, 'name'],
    ]);
    // A public mail domain says nothing about a company.
    await portal()
      .database.kysely.updateTable('users')
      .set({ userDomain: 'gmail.com' })
      .where('id', 'in', [...ids, far.id])
      .execute();
    expect(await readCandidates(root)).toEqual([[alone.id, 'name']]);
    expect(await readSuggestions(root, second)).toEqual([]);
  });
});
