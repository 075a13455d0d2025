import { permissions, type Permission } from '@basics/contract/calls/permissions.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { answerAssignments, createAssignment } from '#portal/testing/records/assignments.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerFigures } from '#portal/testing/records/figures.ts';
import { answerLicenses } from '#portal/testing/records/licenses.ts';
import { setup, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerNotes, createNote } from '#portal/testing/records/release-notes.ts';
import {
  answerRequests,
  answerUsers,
  createApplicant,
  createUserOptions,
  createUserRecord,
} from '#portal/testing/records/users.ts';

/** `shownElement` is shown only with the permission, `alwaysShownElement` also without it. `screenPermissions` are needed to open the screen. */
type PermissionCase = {
  at: string;
  screenPermissions: Permission[];
  shownElement: Locator;
  alwaysShownElement: Locator;
};

const railTool = { configTools: ['configRail'] };
const plainTool = { configTools: [] };
const createTools = (userId: number) => [
  { tool: 'basics', brand: 'blue', validFrom: null, validTo: null, ...(userId === 102 ? railTool : plainTool) },
];
const profileSelect = page.getByRole('combobox', { name: 'Profile' });
const configRail = page.getByRole('checkbox', { name: 'Config Rail', disabled: false });
const menu = page.getByRole('navigation', { name: 'Menu' });
const locateButton = (name: RegExp) => page.getByRole('main').getByRole('button', { name }).first();
const locateLink = (name: string) => page.getByRole('main').getByRole('link', { name });
const locateTitle = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const locateCell = (name: RegExp) => page.getByRole('cell', { name }).first();
const dialog = page.getByRole('dialog', { name: 'Request from Grace Hopper' });
const locateEntry = (name: string | RegExp) => menu.getByRole('link', { name });

/** The element that each permission adds to a screen. */
const casesByPermission: Record<Permission, PermissionCase> = {
  'users.view': createMenuCase('My Users'),
  'users.create': createUsersCase(locateLink('Create user')),
  'users.create-product': {
    at: '/users/create',
    screenPermissions: permissions.filter((otherPermission) => otherPermission !== 'users.create-product'),
    shownElement: profileSelect.getByRole('option', { name: 'Administrator' }),
    alwaysShownElement: profileSelect.getByRole('option', { name: 'OEM' }),
  },
  'users.create-customer': {
    at: '/users/create',
    screenPermissions: ['users.create', 'license.generate', 'account.view'],
    shownElement: profileSelect.getByRole('option', { name: 'OEM' }),
    alwaysShownElement: page.getByRole('textbox', { name: 'First name' }),
  },
  'users.tools-configRail': createEditUserCase(101, configRail),
  'users.tools-config-rail-delete': createEditUserCase(102, configRail),
  'users.edit': {
    at: '/users/101',
    screenPermissions: ['users.view'],
    shownElement: locateLink('Edit'),
    alwaysShownElement: locateTitle('Grace Hopper'),
  },
  'users.delete': createEditUserCase(101, page.getByRole('button', { name: /^Delete user/, includeHidden: true })),
  'users.change-profile': createEditUserCase(101, profileSelect),
  'requests.view': createMenuCase('Pending Requests'),
  'requests.edit': createRequestCase(dialog.getByRole('button', { name: 'Reject' })),
  'requests.delete': createRequestCase(dialog.getByRole('button', { name: 'Delete request', includeHidden: true })),
  'countrySalesman.create': createAssignmentsCase(locateButton(/^Add assignment/)),
  'countrySalesman.view': createMenuCase('Country/Salesman'),
  'countrySalesman.edit': createAssignmentsCase(locateButton(/^Edit Italy/)),
  'countrySalesman.delete': createAssignmentsCase(page.getByRole('checkbox', { name: /^Select Italy/ })),
  'releaseNotes.create': createNotesCase(locateLink('Add release note')),
  'releaseNotes.view': createMenuCase('Release Notes'),
  'releaseNotes.edit': createNotesCase(locateLink('Edit Basics 1.3: price lists')),
  'releaseNotes.delete': createNotesCase(locateButton(/^Delete Basics 1.3/)),
  'releaseNotes.viewSingle': {
    at: '/admin/release-notes/1',
    screenPermissions: [],
    shownElement: locateTitle('Basics 1.3: price lists'),
    alwaysShownElement: locateTitle('Page not found'),
  },
  'POC.view': createMenuCase(/^Proof of concept/),
  // All profiles with this permission may issue licences, and only they can open the page of the entry.
  'license.menu': { ...createMenuCase('PCs'), screenPermissions: ['account.view', 'license.generate'] },
  'license.generate': {
    at: '/',
    screenPermissions: [],
    shownElement: page.getByLabelText('Verification code'),
    // With all other permissions, the home page is that of staff.
    alwaysShownElement: locateTitle(/^(Welcome|All done)/),
  },
  'account.view': {
    at: '/',
    screenPermissions: [],
    shownElement: locateEntry('My Account'),
    alwaysShownElement: menu,
  },
};

function createMenuCase(name: string | RegExp): PermissionCase {
  return {
    at: '/account',
    screenPermissions: ['account.view'],
    shownElement: locateEntry(name),
    alwaysShownElement: locateEntry('My Account'),
  };
}
function createUsersCase(shownElement: Locator): PermissionCase {
  return {
    at: '/users',
    screenPermissions: ['users.view'],
    shownElement,
    alwaysShownElement: locateCell(/Harbour Design/),
  };
}
function createEditUserCase(id: number, shownElement: Locator): PermissionCase {
  return {
    at: `/users/${id}/edit`,
    screenPermissions: ['users.edit'],
    shownElement,
    alwaysShownElement: page.getByRole('textbox', { name: 'First name' }),
  };
}
function createRequestCase(shownElement: Locator): PermissionCase {
  return {
    at: '/requests?request=201',
    screenPermissions: ['requests.view'],
    shownElement,
    alwaysShownElement: dialog.getByText('We draw harbour cranes.'),
  };
}
function createAssignmentsCase(shownElement: Locator): PermissionCase {
  return {
    at: '/country-salesman',
    screenPermissions: ['countrySalesman.view'],
    shownElement,
    alwaysShownElement: locateCell(/Anna Rossi/),
  };
}
function createNotesCase(shownElement: Locator): PermissionCase {
  return {
    at: '/admin/release-notes',
    screenPermissions: ['releaseNotes.view'],
    shownElement,
    alwaysShownElement: locateLink('Basics 1.3: price lists'),
  };
}

async function openPage(at: string, heldPermissions: readonly Permission[]) {
  const prepareServer = (server: FakeServer): void => {
    answerLicenses(server);
    answerFigures(server);
    answerUsers(server, heldPermissions, [createUserRecord()]);
    answerAssignments(server, createAssignment());
    answerRequests(server, [createApplicant()]);
    answerNotes(server, createNote());
    server.answer(users.get, ({ params }) => createUserRecord({ userId: params.id, tools: createTools(params.id) }));
    server.answer(users.options, () => createUserOptions(heldPermissions));
  };
  const user = createUser('Administrator', { permissions: [...heldPermissions] });
  await openPortal({ at, user, setup: { ...setup, pocUrl: 'https://poc.example/' }, prepareServer });
}

const namedCases = permissions.map((permission) => [permission, casesByPermission[permission]] as const);

test.each(namedCases)(
  'a user with the permission %s sees the element that it adds to the screen (T067)',
  async (permission, { at, screenPermissions, shownElement }) => {
    await openPage(at, [permission, ...screenPermissions]);
    await expect.element(shownElement).toBeInTheDocument();
  },
);

test.each(namedCases)(
  'a user without the permission %s does not see the element that it adds to the screen (T068)',
  async (permission, { at, shownElement, alwaysShownElement }) => {
    // `users.create-product` includes `users.create-customer`.
    const excludedPermission = permission === 'users.create-customer' ? 'users.create-product' : permission;
    await openPage(
      at,
      permissions.filter((otherPermission) => otherPermission !== permission && otherPermission !== excludedPermission),
    );
    await expect.element(alwaysShownElement).toBeInTheDocument();
    expect(shownElement.elements()).toEqual([]);
  },
);
