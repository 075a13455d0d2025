import { permissions } from '@basics/contract/permissions.ts';
import type { Permission } from '@basics/contract/permissions.ts';
import { users } from '@basics/contract/users.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Locator } from 'vitest/browser';
import { answerAssignments, createAssignment } from '#portal/testing/assignments.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerFigures } from '#portal/testing/figures.ts';
import { answerLicenses } from '#portal/testing/licenses.ts';
import { setup, createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { answerNotes, createNote } from '#portal/testing/release-notes.ts';
import {
  answerRequests,
  answerUsers,
  createApplicant,
  createUserOptions,
  createUserRecord,
} from '#portal/testing/users.ts';

/** `shownElement` is shown only with the permission, `alwaysShownElement` also without it. `screenPermissions` are needed to open the screen. */
type Case = { at: string; screenPermissions: Permission[]; shownElement: Locator; alwaysShownElement: Locator };

const railTool = { configTools: ['configRail'] };
const plainTool = { configTools: [] };
const createTools = (userId: number) => [
  { tool: 'basics', brand: 'blue', validFrom: null, validTo: null, ...(userId === 102 ? railTool : plainTool) },
];
const profile = page.getByRole('combobox', { name: 'Profile' });
const configRail = page.getByRole('checkbox', { name: 'Config Rail', disabled: false });
const menu = page.getByRole('navigation', { name: 'Menu' });
const button = (name: RegExp) => page.getByRole('main').getByRole('button', { name }).first();
const link = (name: string) => page.getByRole('main').getByRole('link', { name });
const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const cell = (name: RegExp) => page.getByRole('cell', { name }).first();
const dialog = page.getByRole('dialog', { name: 'Grace Hopper' });
const entry = (name: string | RegExp) => menu.getByRole('link', { name });

/** The element that each permission adds to a screen. */
const cases: Record<Permission, Case> = {
  'users.view': onAccount('My Users'),
  'users.create': onUsers(link('Create user')),
  'users.create-product': {
    at: '/users/create',
    screenPermissions: permissions.filter((each) => each !== 'users.create-product'),
    shownElement: profile.getByRole('option', { name: 'Administrator' }),
    alwaysShownElement: profile.getByRole('option', { name: 'OEM' }),
  },
  'users.create-customer': {
    at: '/users/create',
    screenPermissions: ['users.create', 'license.generate', 'account.view'],
    shownElement: profile.getByRole('option', { name: 'OEM' }),
    alwaysShownElement: page.getByRole('textbox', { name: 'First name' }),
  },
  'users.tools-configRail': onUser(101, configRail),
  'users.tools-config-rail-delete': onUser(102, configRail),
  'users.edit': {
    at: '/users/101',
    screenPermissions: ['users.view'],
    shownElement: link('Edit'),
    alwaysShownElement: title('Grace Hopper'),
  },
  'users.delete': onUser(101, button(/^Delete user/)),
  'users.change-profile': onUser(101, profile),
  'requests.view': onAccount('Pending Requests'),
  'requests.edit': onRequest(dialog.getByRole('button', { name: 'Reject' })),
  'requests.delete': onRequest(dialog.getByRole('button', { name: 'Delete request' })),
  'countrySalesman.create': onAssignments(button(/^Add assignment/)),
  'countrySalesman.view': onAccount('Country/Salesman'),
  'countrySalesman.edit': onAssignments(button(/^Edit Italy/)),
  'countrySalesman.delete': onAssignments(page.getByRole('checkbox', { name: /^Select Italy/ })),
  'releaseNotes.create': onNotes(link('Add release note')),
  'releaseNotes.view': onAccount('Release Notes'),
  'releaseNotes.edit': onNotes(link('Edit Basics 1.3: price lists')),
  'releaseNotes.delete': onNotes(button(/^Delete Basics 1.3/)),
  'releaseNotes.viewSingle': {
    at: '/admin/release-notes/1',
    screenPermissions: [],
    shownElement: title('Basics 1.3: price lists'),
    alwaysShownElement: title('Page not found'),
  },
  'POC.view': onAccount(/^Proof of concept/),
  'license.menu': onAccount('Get a licence'),
  'license.generate': {
    at: '/',
    screenPermissions: [],
    shownElement: page.getByLabelText('Verification code'),
    alwaysShownElement: title(/^Welcome/),
  },
  'account.view': {
    at: '/',
    screenPermissions: [],
    shownElement: entry('My Account'),
    alwaysShownElement: title(/^Welcome/),
  },
};

function onAccount(name: string | RegExp): Case {
  return {
    at: '/account',
    screenPermissions: ['account.view'],
    shownElement: entry(name),
    alwaysShownElement: title('My Account'),
  };
}
function onUsers(shownElement: Locator): Case {
  return { at: '/users', screenPermissions: ['users.view'], shownElement, alwaysShownElement: cell(/Harbour Design/) };
}
function onUser(id: number, shownElement: Locator): Case {
  return {
    at: `/users/${id}/edit`,
    screenPermissions: ['users.edit'],
    shownElement,
    alwaysShownElement: page.getByRole('textbox', { name: 'First name' }),
  };
}
function onRequest(shownElement: Locator): Case {
  return {
    at: '/requests?request=201',
    screenPermissions: ['requests.view'],
    shownElement,
    alwaysShownElement: dialog.getByText('We draw harbour cranes.'),
  };
}
function onAssignments(shownElement: Locator): Case {
  return {
    at: '/country-salesman',
    screenPermissions: ['countrySalesman.view'],
    shownElement,
    alwaysShownElement: cell(/Anna Rossi/),
  };
}
function onNotes(shownElement: Locator): Case {
  return {
    at: '/admin/release-notes',
    screenPermissions: ['releaseNotes.view'],
    shownElement,
    alwaysShownElement: link('Basics 1.3: price lists'),
  };
}

async function open(at: string, heldPermissions: readonly Permission[]) {
  const prepareServer = (server: FakeServer): void => {
    answerLicenses(server);
    answerUsers(server, heldPermissions, [createUserRecord()]);
    answerAssignments(server, createAssignment());
    answerRequests(server, [createApplicant()]);
    answerNotes(server, createNote());
    server.answer(users.get, ({ params }) => createUserRecord({ userId: params.id, tools: createTools(params.id) }));
    server.answer(users.options, () => createUserOptions(heldPermissions));
    answerFigures(server);
  };
  const user = createUser('Administrator', { permissions: [...heldPermissions] });
  await openPortal({ at, user, setup: { ...setup, pocUrl: 'https://poc.example/' }, prepareServer });
}

const namedCases = permissions.map((permission) => [permission, cases[permission]] as const);

test.each(namedCases)(
  'a user with the permission %s sees the element that it adds to the screen',
  async (permission, { at, screenPermissions, shownElement }) => {
    await open(at, [permission, ...screenPermissions]);
    await expect.element(shownElement).toBeInTheDocument();
  },
);

test.each(namedCases)(
  'a user without the permission %s does not see the element that it adds to the screen',
  async (permission, { at, shownElement, alwaysShownElement }) => {
    // `users.create-product` includes `users.create-customer`.
    const excludedPermission = permission === 'users.create-customer' ? 'users.create-product' : permission;
    await open(
      at,
      permissions.filter((each) => each !== permission && each !== excludedPermission),
    );
    await expect.element(alwaysShownElement).toBeInTheDocument();
    expect(shownElement.elements()).toEqual([]);
  },
);
