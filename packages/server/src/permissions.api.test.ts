import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { licenses } from '@basics/contract/licenses.ts';
import type { Permission } from '@basics/contract/permissions.ts';
import { permissions } from '@basics/contract/permissions.ts';
import { releaseNotes } from '@basics/contract/release-notes.ts';
import { requests } from '@basics/contract/requests.ts';
import { users } from '@basics/contract/users.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { anyDatabase } from './testing/databases.ts';
import { createCode, machine } from './testing/machine.ts';
import { addPerson } from './testing/people.ts';
import type { Answer, Portal } from './testing/portal.ts';
import { createUserBody, assign } from './testing/staff.ts';
import { suitePortal } from './testing/suite-portal.ts';

/** The permissions of the caller, independent of the profile, so that each permission is tested alone. */
const caller = vi.hoisted(() => ({ holds: new Set<string>() }));
vi.mock(import('@basics/contract/permissions.ts'), async (original) => {
  const real = await original();
  return { ...real, listPermissions: () => real.permissions.filter((each) => caller.holds.has(each)) };
});

type PermissionCase = {
  /** Extra permissions needed to reach this call. */
  beside: Permission[];
  /** Other permissions that allow the same, and are therefore removed. */
  instead: Permission[];
  /** The answer to a caller without the permission. */
  shut: number;
  ask: (portal: Portal, token: string) => Promise<Answer>;
};

const customers = ['license.generate', 'account.view'] as const;
const salesmen: Permission[] = permissions.filter((each) =>
  /^(?:requests|countrySalesman)\.|^users\.(?:view|edit|create|create-customer)$/.test(each),
);
const rail = { tool: 'basics', brand: 'blue', configTools: ['configRail'], validFrom: null, validTo: null };
const note = { title: 'New', description: 'Faster.', version: '1.4', releaseDate: '2026-03-10', status: 'draft' };

let newRecord = 0;
const createCustomerBody = (but: Record<string, unknown> = {}) => {
  newRecord += 1;
  const login = `made-${newRecord}@customer.example`;
  return createUserBody({ login, email: login, ...but });
};
const open = (ask: PermissionCase['ask'], but: Partial<PermissionCase> = {}): PermissionCase => ({
  beside: [],
  instead: [],
  shut: 403,
  ask,
  ...but,
});

const findId = async (portal: Portal, table: 'countryBrandSalesmen' | 'releaseNotes') =>
  (await portal.database.kysely.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;

async function addAssignment(portal: Portal) {
  const { id: salesmanId } = await addPerson(portal, { profileId: 2 });
  await assign(portal.database, salesmanId, 'SE', 'red');
  return { id: await findId(portal, 'countryBrandSalesmen'), salesmanId };
}

async function addDraft({ database, now }: Portal) {
  const words = { title: 'A note', description: 'New.', version: '1.0', releaseDate: '2026-03-01' };
  const row = { ...words, status: 'draft' as const, createdAt: now(), updatedAt: now() };
  const { id } = await database.kysely.insertInto('releaseNotes').values(row).returning('id').executeTakeFirstOrThrow();
  return { id };
}

const addApplicant = (portal: Portal) => addPerson(portal, { status: 'pending', profileId: null, grants: [] });

/** The call that each permission allows; `POC.view` and `license.menu` concern only the menu. */
const cases: Record<Exclude<Permission, 'POC.view' | 'license.menu'>, PermissionCase> = {
  'users.view': open(({ ask }, token) => ask(users.search, { token, body: {} })),
  'users.create': open(({ ask }, token) => ask(users.create, { token, body: createCustomerBody() }), {
    beside: ['users.create-customer', ...customers],
  }),
  'users.create-product': open(
    ({ ask }, token) => ask(users.create, { token, body: createCustomerBody({ profileID: 2 }) }),
    {
      beside: [...salesmen, ...customers],
      shut: 422,
    },
  ),
  'users.create-customer': open(({ ask }, token) => ask(users.create, { token, body: createCustomerBody() }), {
    beside: ['users.create', ...customers],
    instead: ['users.create-product'],
    shut: 422,
  }),
  'users.tools-configRail': open(
    ({ ask }, token) => ask(users.create, { token, body: createCustomerBody({ tools: [rail] }) }),
    {
      beside: ['users.create', 'users.create-customer', ...customers],
      shut: 422,
    },
  ),
  'users.tools-config-rail-delete': open(
    async (portal, token) => {
      const { id } = await addPerson(portal, { grants: [{ brand: 'blue', configTools: ['configRail'] }] });
      const body = { version: 1, tools: [{ ...rail, configTools: [] }] };
      return portal.ask(users.update, { token, params: { id }, body });
    },
    { beside: ['users.edit'], shut: 422 },
  ),
  'users.edit': open(async (portal, token) => {
    const { id } = await addPerson(portal);
    return portal.ask(users.update, { token, params: { id }, body: { version: 1, company: 'Neu GmbH' } });
  }),
  'users.delete': open(async (portal, token) => {
    const { id } = await addPerson(portal);
    return portal.ask(users.remove, { token, params: { id } });
  }),
  'users.change-profile': open(
    async (portal, token) => {
      const { id } = await addPerson(portal);
      return portal.ask(users.update, { token, params: { id }, body: { version: 1, profileID: 3 } });
    },
    { beside: ['users.edit', 'users.create-customer', ...customers], shut: 422 },
  ),
  'requests.view': open(({ ask }, token) => ask(requests.search, { token, body: {} })),
  'requests.edit': open(async (portal, token) => {
    const { id } = await addApplicant(portal);
    return portal.ask(requests.reject, { token, params: { id }, body: { id, reason: 'No such company.' } });
  }),
  'requests.delete': open(
    async (portal, token) => {
      const { id } = await addApplicant(portal);
      return portal.ask(users.removeMany, { token, body: [id] });
    },
    { instead: ['users.delete'] },
  ),
  'countrySalesman.create': open(async (portal, token) => {
    const { id: salesmanId } = await addPerson(portal, { profileId: 2 });
    return portal.ask(countrySalesmen.create, { token, body: { country: 'NO', brand: 'blue', salesmanId } });
  }),
  'countrySalesman.view': open(({ ask }, token) => ask(countrySalesmen.search, { token, body: {} })),
  'countrySalesman.edit': open(async (portal, token) => {
    const { id, salesmanId } = await addAssignment(portal);
    const body = { country: 'FI', brand: 'red', salesmanId };
    return portal.ask(countrySalesmen.update, { token, params: { id }, body });
  }),
  'countrySalesman.delete': open(async (portal, token) => {
    const { id } = await addAssignment(portal);
    return portal.ask(countrySalesmen.remove, { token, params: { id } });
  }),
  'releaseNotes.create': open(({ ask }, token) => ask(releaseNotes.create, { token, body: note })),
  'releaseNotes.view': open(({ ask }, token) => ask(releaseNotes.search, { token, body: {} })),
  'releaseNotes.edit': open(async (portal, token) =>
    portal.ask(releaseNotes.update, { token, params: await addDraft(portal), body: note }),
  ),
  'releaseNotes.delete': open(async (portal, token) =>
    portal.ask(releaseNotes.remove, { token, params: await addDraft(portal) }),
  ),
  'releaseNotes.viewSingle': open(
    async (portal, token) => portal.ask(releaseNotes.get, { token, params: await addDraft(portal) }),
    { instead: ['releaseNotes.view'], shut: 404 },
  ),
  'license.generate': open(async (portal, token) => {
    const { id } = await addPerson(portal);
    const verificationCode = createCode(machine(`PC ${id}`));
    return portal.ask(licenses.issue, { token, params: { id }, body: { verificationCode } });
  }),
  'account.view': open(({ ask }, token) => ask(users.preferences, { token })),
};

test('every permission except those of the menu allows a call', () => {
  const known = new Set([...Object.keys(cases), 'POC.view', 'license.menu']);
  expect(permissions.filter((each) => !known.has(each))).toEqual([]);
});

describe.each(anyDatabase)('on %s', (kind) => {
  const portal = suitePortal(kind);
  let token = '';

  // An administrator, so that everybody is in scope and only the permission decides.
  beforeAll(async () => {
    token = (await addPerson(portal(), { profileId: 1 })).token;
  });

  test.each(Object.entries(cases))('%s is required for its call, and enough for it', async (permission, each) => {
    const statusWith = async (held: readonly string[]) => {
      caller.holds = new Set(held);
      return (await each.ask(portal(), token)).status;
    };
    const others = permissions.filter((other) => other !== permission && !each.instead.includes(other));
    expect([200, 204]).toContain(await statusWith([permission, ...each.beside]));
    expect(await statusWith(others)).toBe(each.shut);
    expect(await statusWith(each.beside)).toBe(each.shut);
  });
});
