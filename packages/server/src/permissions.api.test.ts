import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { permissions, type Permission } from '@basics/contract/calls/permissions.ts';
import * as permissionRules from '@basics/contract/calls/permissions.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { defaultDatabases } from './testing/database/databases.ts';
import { createCode, createMachine } from './testing/records/machine.ts';
import { addPerson } from './testing/records/people.ts';
import type { CallResponse, Portal } from './testing/portal.ts';
import { createUserBody, assignSalesman } from './testing/records/staff.ts';
import { suitePortal } from './testing/processes/suite-portal.ts';

/** The permissions that the caller has, whatever the profile. With this variable, each permission is tested alone. */
let heldPermissions: readonly Permission[] = [];

beforeAll(() => {
  const listPermissionsSpy = vi.spyOn(permissionRules, 'listPermissions').mockImplementation(() => heldPermissions);
  return () => listPermissionsSpy.mockRestore();
});

type PermissionCase = {
  /** The other permissions that the call also needs. */
  extraPermissions: Permission[];
  /** Other permissions that also allow the call. The test removes them from the caller. */
  alternatives: Permission[];
  /** The HTTP status of the response to a caller without the permission. */
  refusalStatus: number;
  call: (portal: Portal, token: string) => Promise<CallResponse>;
};

const customerPermissions = ['license.generate', 'account.view'] as const;
const salesmanPermissions: Permission[] = permissions.filter((permission) =>
  /^(?:requests|countrySalesman)\.|^users\.(?:view|edit|create|create-customer)$/.test(permission),
);
const railGrant = { tool: 'basics', brand: 'blue', configTools: ['configRail'], validFrom: null, validTo: null };
const noteBody = { title: 'New', description: 'Faster.', version: '1.4', releaseDate: '2026-03-10', status: 'draft' };

let newRecordCount = 0;
const createCustomerBody = (overrides: Record<string, unknown> = {}) => {
  newRecordCount += 1;
  const login = `made-${newRecordCount}@customer.example`;
  return createUserBody({ login, email: login, ...overrides });
};
const definePermissionCase = (
  call: PermissionCase['call'],
  overrides: Partial<PermissionCase> = {},
): PermissionCase => ({
  extraPermissions: [],
  alternatives: [],
  refusalStatus: 403,
  call,
  ...overrides,
});

const findNewestId = async (portal: Portal, table: 'countryBrandSalesmen' | 'releaseNotes') =>
  (await portal.database.kysely.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;

async function addAssignment(portal: Portal) {
  const { id: salesmanId } = await addPerson(portal, { profileId: 2 });
  await assignSalesman(portal.database, salesmanId, 'SE', 'red');
  return { id: await findNewestId(portal, 'countryBrandSalesmen'), salesmanId };
}

async function addDraft({ database, now }: Portal) {
  const noteFields = { title: 'A note', description: 'New.', version: '1.0', releaseDate: '2026-03-01' };
  const row = { ...noteFields, status: 'draft' as const, createdAt: now(), updatedAt: now() };
  const { id } = await database.kysely.insertInto('releaseNotes').values(row).returning('id').executeTakeFirstOrThrow();
  return { id };
}

const addApplicant = (portal: Portal) => addPerson(portal, { status: 'pending', profileId: null, grants: [] });

/**
 * For each permission, a call that needs it. `POC.view` and `license.menu` are left out, because they only show menu
 * entries.
 */
const casesByPermission: Record<Exclude<Permission, 'POC.view' | 'license.menu'>, PermissionCase> = {
  'users.view': definePermissionCase(({ call }, token) => call(users.search, { token, body: {} })),
  'users.create': definePermissionCase(({ call }, token) => call(users.create, { token, body: createCustomerBody() }), {
    extraPermissions: ['users.create-customer', ...customerPermissions],
  }),
  'users.create-product': definePermissionCase(
    ({ call }, token) => call(users.create, { token, body: createCustomerBody({ profileID: 2 }) }),
    {
      extraPermissions: [...salesmanPermissions, ...customerPermissions],
      refusalStatus: 422,
    },
  ),
  'users.create-customer': definePermissionCase(
    ({ call }, token) => call(users.create, { token, body: createCustomerBody() }),
    {
      extraPermissions: ['users.create', ...customerPermissions],
      alternatives: ['users.create-product'],
      refusalStatus: 422,
    },
  ),
  'users.tools-configRail': definePermissionCase(
    ({ call }, token) => call(users.create, { token, body: createCustomerBody({ tools: [railGrant] }) }),
    {
      extraPermissions: ['users.create', 'users.create-customer', ...customerPermissions],
      refusalStatus: 422,
    },
  ),
  'users.tools-config-rail-delete': definePermissionCase(
    async (portal, token) => {
      const { id } = await addPerson(portal, { grants: [{ brand: 'blue', configTools: ['configRail'] }] });
      const body = { version: 1, tools: [{ ...railGrant, configTools: [] }] };
      return portal.call(users.update, { token, params: { id }, body });
    },
    { extraPermissions: ['users.edit'], refusalStatus: 422 },
  ),
  'users.edit': definePermissionCase(async (portal, token) => {
    const { id } = await addPerson(portal);
    return portal.call(users.update, { token, params: { id }, body: { version: 1, company: 'Neu GmbH' } });
  }),
  'users.delete': definePermissionCase(async (portal, token) => {
    const { id } = await addPerson(portal);
    return portal.call(users.remove, { token, params: { id } });
  }),
  'users.change-profile': definePermissionCase(
    async (portal, token) => {
      const { id } = await addPerson(portal);
      return portal.call(users.update, { token, params: { id }, body: { version: 1, profileID: 3 } });
    },
    { extraPermissions: ['users.edit', 'users.create-customer', ...customerPermissions], refusalStatus: 422 },
  ),
  'requests.view': definePermissionCase(({ call }, token) => call(requests.search, { token, body: {} })),
  'requests.edit': definePermissionCase(async (portal, token) => {
    const { id } = await addApplicant(portal);
    return portal.call(requests.reject, { token, params: { id }, body: { id, reason: 'No such company.' } });
  }),
  'requests.delete': definePermissionCase(
    async (portal, token) => {
      const { id } = await addApplicant(portal);
      return portal.call(users.removeMany, { token, body: [id] });
    },
    { alternatives: ['users.delete'] },
  ),
  'countrySalesman.create': definePermissionCase(async (portal, token) => {
    const { id: salesmanId } = await addPerson(portal, { profileId: 2 });
    return portal.call(countrySalesmen.create, { token, body: { country: 'NO', brand: 'blue', salesmanId } });
  }),
  'countrySalesman.view': definePermissionCase(({ call }, token) => call(countrySalesmen.search, { token, body: {} })),
  'countrySalesman.edit': definePermissionCase(async (portal, token) => {
    const { id, salesmanId } = await addAssignment(portal);
    const body = { country: 'FI', brand: 'red', salesmanId };
    return portal.call(countrySalesmen.update, { token, params: { id }, body });
  }),
  'countrySalesman.delete': definePermissionCase(async (portal, token) => {
    const { id } = await addAssignment(portal);
    return portal.call(countrySalesmen.remove, { token, params: { id } });
  }),
  'releaseNotes.create': definePermissionCase(({ call }, token) =>
    call(releaseNotes.create, { token, body: noteBody }),
  ),
  'releaseNotes.view': definePermissionCase(({ call }, token) => call(releaseNotes.search, { token, body: {} })),
  'releaseNotes.edit': definePermissionCase(async (portal, token) =>
    portal.call(releaseNotes.update, { token, params: await addDraft(portal), body: noteBody }),
  ),
  'releaseNotes.delete': definePermissionCase(async (portal, token) =>
    portal.call(releaseNotes.remove, { token, params: await addDraft(portal) }),
  ),
  'releaseNotes.viewSingle': definePermissionCase(
    async (portal, token) => portal.call(releaseNotes.get, { token, params: await addDraft(portal) }),
    { alternatives: ['releaseNotes.view'], refusalStatus: 404 },
  ),
  'license.generate': definePermissionCase(async (portal, token) => {
    const { id } = await addPerson(portal);
    const verificationCode = createCode(createMachine(`PC ${id}`));
    return portal.call(licenses.issue, { token, params: { id }, body: { verificationCode } });
  }),
  'account.view': definePermissionCase(({ call }, token) => call(users.preferences, { token })),
};

test('for every permission, there is a call that needs it, except for the permissions that only show menu entries', () => {
  const knownPermissions = new Set([...Object.keys(casesByPermission), 'POC.view', 'license.menu']);
  expect(permissions.filter((permission) => !knownPermissions.has(permission))).toEqual([]);
});

describe.each(defaultDatabases)('permissions (%s)', (kind) => {
  const portal = suitePortal(kind);
  let token = '';

  // The caller has the profile of an administrator, who sees all users, so that only the permission decides.
  beforeAll(async () => {
    token = (await addPerson(portal(), { profileId: 1 })).token;
  });

  test.each(Object.entries(casesByPermission))(
    'the call of the permission %s is allowed with this permission, and refused without it (T479)',
    async (permission, permissionCase) => {
      const fetchStatusWith = async (permissionNames: readonly string[]) => {
        heldPermissions = permissions.filter((held) => permissionNames.includes(held));
        return (await permissionCase.call(portal(), token)).status;
      };
      const otherPermissions = permissions.filter(
        (otherPermission) => otherPermission !== permission && !permissionCase.alternatives.includes(otherPermission),
      );
      expect([200, 204]).toContain(await fetchStatusWith([permission, ...permissionCase.extraPermissions]));
      expect(await fetchStatusWith(otherPermissions)).toBe(permissionCase.refusalStatus);
      expect(await fetchStatusWith(permissionCase.extraPermissions)).toBe(permissionCase.refusalStatus);
    },
  );
});
