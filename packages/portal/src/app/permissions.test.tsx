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

/** `seen` is what a permission shows at an address, `also` is what the screen shows without it, `needed` are the permissions that the screen itself needs. */
type Case = { at: string; needed: Permission[]; seen: Locator; also: Locator };

const { rail, plain } = { rail: { configTools: ['configRail'] }, plain: { configTools: [] } };
const createTools = (userId: number) => [
  { tool: 'basics', brand: 'blue', validFrom: null, validTo: null, ...(userId === 102 ? rail : plain) },
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

/** For each permission, what it adds to a screen. */
const cases: Record<Permission, Case> = {
  'users.view': onAccount('My Users'),
  'users.create': onUsers(link('Create user')),
  'users.create-product': {
    at: '/users/create',
    needed: permissions.filter((each) => each !== 'users.create-product'),
    seen: profile.getByRole('option', { name: 'Administrator' }),
    also: profile.getByRole('option', { name: 'OEM' }),
  },
  'users.create-customer': {
    at: '/users/create',
    needed: ['users.create', 'license.generate', 'account.view'],
    seen: profile.getByRole('option', { name: 'OEM' }),
    also: page.getByRole('textbox', { name: 'First name' }),
  },
  'users.tools-configRail': onUser(101, configRail),
  'users.tools-config-rail-delete': onUser(102, configRail),
  'users.edit': { at: '/users/101', needed: ['users.view'], seen: link('Edit'), also: title('Grace Hopper') },
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
    needed: [],
    seen: title('Basics 1.3: price lists'),
    also: title('Page not found'),
  },
  'POC.view': onAccount(/^Proof of concept/),
  'license.menu': onAccount('Get a licence'),
  'license.generate': { at: '/', needed: [], seen: page.getByLabelText('Verification code'), also: title(/^Welcome/) },
  'account.view': { at: '/', needed: [], seen: entry('My Account'), also: title(/^Welcome/) },
};

function onAccount(name: string | RegExp): Case {
  return { at: '/account', needed: ['account.view'], seen: entry(name), also: title('My Account') };
}
function onUsers(seen: Locator): Case {
  return { at: '/users', needed: ['users.view'], seen, also: cell(/Harbour Design/) };
}
function onUser(id: number, seen: Locator): Case {
  return {
    at: `/users/${id}/edit`,
    needed: ['users.edit'],
    seen,
    also: page.getByRole('textbox', { name: 'First name' }),
  };
}
function onRequest(seen: Locator): Case {
  return {
    at: '/requests?request=201',
    needed: ['requests.view'],
    seen,
    also: dialog.getByText('We draw harbour cranes.'),
  };
}
function onAssignments(seen: Locator): Case {
  return { at: '/country-salesman', needed: ['countrySalesman.view'], seen, also: cell(/Anna Rossi/) };
}
function onNotes(seen: Locator): Case {
  return { at: '/admin/release-notes', needed: ['releaseNotes.view'], seen, also: link('Basics 1.3: price lists') };
}

async function open(at: string, held: readonly Permission[]) {
  const answers = (server: FakeServer): void => {
    answerLicenses(server);
    answerUsers(server, held, [createUserRecord()]);
    answerAssignments(server, createAssignment());
    answerRequests(server, [createApplicant()]);
    answerNotes(server, createNote());
    server.answer(users.get, ({ params }) => createUserRecord({ userId: params.id, tools: createTools(params.id) }));
    server.answer(users.options, () => createUserOptions(held));
    answerFigures(server);
  };
  const user = createUser('Administrator', { permissions: [...held] });
  await openPortal({ at, user, setup: { ...setup, pocUrl: 'https://poc.example/' }, answers });
}

const named = permissions.map((permission) => [permission, cases[permission]] as const);

test.each(named)('a user with %s sees what it adds to the screen', async (permission, { at, needed, seen }) => {
  await open(at, [permission, ...needed]);
  await expect.element(seen).toBeInTheDocument();
});

test.each(named)(
  'a user without %s does not see what it adds to the screen',
  async (permission, { at, seen, also }) => {
    // `users.create-product` includes `users.create-customer`.
    const wider = permission === 'users.create-customer' ? 'users.create-product' : permission;
    await open(
      at,
      permissions.filter((each) => each !== permission && each !== wider),
    );
    await expect.element(also).toBeInTheDocument();
    expect(seen.elements()).toEqual([]);
  },
);
