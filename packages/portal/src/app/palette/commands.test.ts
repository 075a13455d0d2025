import { profiles, type Role } from '@basics/contract/calls/permissions.ts';
import { expect, test } from 'vitest';
import { palette } from '#portal/texts/palette.ts';
import { absence } from '#portal/texts/absence.ts';
import { account } from '#portal/texts/account.ts';
import { calendar } from '#portal/texts/calendar.ts';
import { changeLogin } from '#portal/texts/change-login.ts';
import { countrySalesmen } from '#portal/texts/country-salesmen.ts';
import { fleet } from '#portal/texts/fleet.ts';
import { header } from '#portal/texts/header.ts';
import { licenses } from '#portal/texts/licenses.ts';
import { ownSessions } from '#portal/texts/own-sessions.ts';
import { personalData } from '#portal/texts/personal-data.ts';
import { reminderContact } from '#portal/texts/reminder-contact.ts';
import { secondFactor } from '#portal/texts/second-factor.ts';
import { users } from '#portal/texts/users.ts';
import { watchList } from '#portal/texts/watch-list.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { administrationRows } from '../routes/administration-rows.ts';
import { routeTable } from '../routes/route-table.tsx';
import { findCommands, listCommands } from './commands.ts';
import { findShortcut } from './shortcut-keys.ts';

const everyone: Role[] = [...Object.values(profiles), 'viewer'];
const staff: Role[] = ['Administrator', 'Salesman'];
const administrator: Role[] = ['Administrator'];

/** Each page and action: its path or label, the profiles that may use it, its title, and other texts that people type to find it. */
const findable: [key: string, roles: Role[], title: string, ...others: [string, string, ...string[]]][] = [
  ['/', everyone, 'Home', 'start', 'dashboard'],
  ['/pcs', everyone, 'PCs', 'my pcs', 'computers', 'give back'],
  ['/pcs/licences', everyone, 'My licences', 'download licence', 'renew my licence'],
  ['/license/verify', everyone, 'Get a licence', 'new licence', 'verification code', 'get a license'],
  ['/license/scan', everyone, 'Scan a code', 'camera', 'qr'],
  ['/license/many', everyone, 'Get licences for several PCs', 'batch', 'bulk'],
  ['/activate', everyone, 'Activate a PC', 'device code', 'online'],
  ['/account', everyone, 'My Account', 'profile', 'settings'],
  ['/account/security', everyone, 'Security', 'protect', 'passkeys'],
  ['/users', staff, 'My Users', 'customers', 'join accounts', 'suspend'],
  ['/users/create', staff, 'Create user', 'new customer', 'invite'],
  ['/companies', staff, 'Companies', 'firms', 'organisations'],
  ['/company', everyone, 'Company', 'my company', 'colleagues'],
  ['/licenses', staff, 'Licences', 'licenses', 'revoke', 'expired'],
  ['/licenses/renewals', staff, 'Renewals', 'remind', 'expire'],
  ['/licenses/versions', staff, 'Versions in use', 'version', 'fleet', 'outdated'],
  ['/requests', staff, 'Pending Requests', 'approve', 'reject'],
  ['/help-requests', staff, 'Help Requests', 'questions', 'support'],
  ['/country-salesman', staff, 'Country/Salesman', 'territory', 'assignments'],
  ['/admin/release-notes', administrator, 'Release Notes', 'drafts', 'changelog'],
  ['/admin/release-notes/create', administrator, 'Add release note', 'write', 'publish'],
  ['/settings', administrator, 'Settings', 'administration', 'options'],
  ['/admin/policies', administrator, 'Licence policies', 'seats', 'trial'],
  ['/admin/tools', administrator, 'Tools', 'products', 'add-ons'],
  ['/admin/brands', administrator, 'Brands', 'logo', 'theme'],
  ['/admin/brands/create', administrator, 'Add brand', 'new brand', 'create brand'],
  ['/admin/crm', administrator, 'CRM accounts', 'customer numbers', 'erp'],
  ['/admin/import', administrator, 'Import', 'csv', 'excel'],
  ['/admin/mail', administrator, 'E-mails', 'outbox', 'failed mail'],
  ['/admin/integrations', administrator, 'Integrations', 'api keys', 'service accounts'],
  ['/admin/audit', administrator, 'Audit log', 'history', 'changes'],
  ['/status', administrator, 'Status', 'health', 'database'],
  ['/release-notes', everyone, 'Release notes', 'news', 'what new'],
  ['/licence-checker', everyone, 'Check a licence', 'genuine', 'verify'],
  ['/legal-notice', everyone, 'Legal Notice', 'imprint', 'contact'],
  ['/terms', everyone, 'Terms of service', 'conditions', 'contract'],
  ['/legal-disclaimer', everyone, 'Legal Disclaimer', 'liability', 'privacy'],
  ['/register', everyone, 'Create Account', 'registration', 'sign up'],
  ['action Add assignment', staff, 'Add assignment', 'assign a country', 'new territory'],
  ['action Coverage', staff, 'Coverage', 'gaps', 'countries without salesman'],
  ['action Hand over a territory', administrator, 'Hand over', 'transfer territory', 'leaving salesman'],
  ['action Lost PCs', staff, 'Lost PCs', 'stolen', 'watch list'],
  ['action Send release notes…', staff, 'Send release notes', 'newsletter', 'tell owners'],
  ['action Deleted users', staff, 'Deleted users', 'restore', 'recycle bin'],
  ['action Absence', ['Salesman'], 'Absence', 'holiday', 'deputy'],
  ['action Your tools', everyone, 'Your tools', 'my tools', 'rights'],
  ['action Calendar', everyone, 'Calendar', 'ical', 'outlook'],
  ['action Second contact for reminders', everyone, 'Second contact for reminders', 'colleague', 'reminder e-mail'],
  ['action User preferences', everyone, 'User preferences', 'units', 'price list'],
  ['action Download my data', everyone, 'Download my data', 'gdpr', 'privacy'],
  ['action Change login', everyone, 'Change login', 'new e-mail address', 'email'],
  ['action Change password', everyone, 'Change password', 'new password', 'security'],
  ['action Two-step sign-in', everyone, 'Two-step sign-in', '2fa', 'recovery codes'],
  ['action Where you are signed in', everyone, 'Where you are signed in', 'sessions', 'devices'],
  ['action Appearance: system', everyone, 'Appearance: system', 'system theme', 'system mode'],
  ['action Appearance: light', everyone, 'Appearance: light', 'light theme', 'light mode'],
  ['action Appearance: dark', everyone, 'Appearance: dark', 'dark theme', 'dark mode'],
  ['action Logout', everyone, 'Logout', 'log out', 'sign out'],
];

/** Returns the ids of the commands that a text finds for a role. */
const findIds = (role: Role, text: string): string[] =>
  findCommands(listCommands(createUser(role), '/not-found'), text).map(({ id }) => id);

test.each(findable)('%s is found by each of its texts by the profiles %j, and by no other', (key, roles, ...texts) => {
  for (const text of texts)
    expect([text, everyone.filter((role) => findIds(role, text).includes(key))]).toEqual([
      text,
      everyone.filter((role) => roles.includes(role)),
    ]);
});

/** The pages of the table above, and the administration lists that a new feature adds, whose words stand in the catalogue. */
const knownKeys = findable.map(([key]) => key);
const addedKeys = administrationRows.map(({ path }): string => path).filter((path) => !knownKeys.includes(path));

test('the palette has no other pages and actions, and lists each route that needs neither a record nor a link from an e-mail', () => {
  const listedKeys = new Set(everyone.flatMap((role) => listCommands(createUser(role), '/').map(({ id }) => id)));
  const addedPages = addedKeys.filter((path) => !path.includes('$'));
  expect([...listedKeys].toSorted()).toEqual([...knownKeys, ...addedPages].toSorted());
  const linkedPaths = [
    '/activation',
    '/auth/temp',
    '/company/join',
    '/login/confirm',
    '/not-found',
    '/password/forgot',
    '/password/reset',
    '/register/confirm',
    '/reminders/stop',
    '/sign-in',
  ];
  const otherPaths = routeTable.map(({ path }): string => path).filter((path) => !listedKeys.has(path));
  expect(otherPaths.filter((path) => !path.includes('$')).toSorted()).toEqual(linkedPaths);
});

test('the palette calls buttons and cards as their pages do', () => {
  const { actions } = palette;
  expect([
    [actions.handOver.label, actions.lostPcs.label, actions.sendNotes.label, actions.deletedUsers.label],
    [actions.personalData.label, actions.changeLogin.label, actions.absence.label],
    [actions.entitlements.label, actions.calendar.label, actions.reminderContact.label],
    [actions.preferences.label, actions.twoStep.label, actions.sessions.label, actions.signOut.label],
  ]).toEqual([
    [countrySalesmen.handOver.open, watchList.open, fleet.note.open, users.deletedUsers],
    [personalData.own, changeLogin.open, absence.title],
    [licenses.entitlements.title, calendar.title, reminderContact.title],
    [account.preferences.title, secondFactor.twoStep.title, ownSessions.title, header.signOut],
  ]);
});

test('each page and action has at least two words besides its title', () => {
  const words = [...Object.values(palette.pages), ...Object.values(palette.actions)].map(({ also }) => also);
  expect(words.filter((also) => also.split(' ').length < 2)).toEqual([]);
});

test.each([
  ['Administrator', 'version', ['/licenses/versions', '/status', '/release-notes']],
  ['Salesman', 'lost', ['action Lost PCs']],
  ['Salesman', 'new licence', ['/license/verify']],
  ['OEM', 'account', ['/account', '/register']],
  ['Salesman', 'create', ['/users/create', '/register']],
] as const)('%s who types %j finds pages before actions, and titles before other words', (role, text, ids) => {
  expect(findIds(role, text)).toEqual(ids);
});

test('without a text, the palette lists the pages of the menu and the actions', () => {
  expect(findIds('OEM', '').filter((id) => id.startsWith('/'))).toEqual([
    '/',
    '/pcs',
    '/account',
    '/license/verify',
    '/license/scan',
    '/license/many',
    '/activate',
    '/licence-checker',
  ]);
});

test('a user who must set up two-step sign-in finds only My Account and what everybody may see', () => {
  const commands = listCommands(createUser('Administrator', { mustAct: 'secondFactor' }), '/account');
  const publicPaths = [
    '/release-notes',
    '/licence-checker',
    '/legal-notice',
    '/terms',
    '/legal-disclaimer',
    '/register',
  ];
  expect(commands.map(({ id }) => id).filter((id) => !publicPaths.includes(id))).toEqual([
    '/account',
    'action Appearance: system',
    'action Appearance: light',
    'action Appearance: dark',
    'action Logout',
  ]);
});

const noModifiers = { ctrlKey: false, metaKey: false, altKey: false };
const readingContext = { inTextField: false, singleKeysOn: true };

test.each([
  [{ key: 'k', ctrlKey: true }, 'palette'],
  [{ key: 'K', metaKey: true }, 'palette'],
  [{ key: '/' }, 'search'],
  [{ key: '?' }, 'help'],
  [{ key: 'j' }, 'next'],
  [{ key: 'k' }, 'previous'],
  [{ key: 'e' }, 'edit'],
  [{ key: 'l' }, 'newLicence'],
  [{ key: 'g' }, 'go'],
  [{ key: 'q' }, null],
  [{ key: 'k', ctrlKey: true, altKey: true }, null],
  [{ key: '/', ctrlKey: true }, null],
  [{ key: '?', altKey: true }, null],
])('the key press %j starts the shortcut %s', (keyPress, expectedAction) => {
  expect(findShortcut({ ...noModifiers, ...keyPress }, readingContext)).toBe(expectedAction);
});

test('each page of the menu has a letter of its own', () => {
  const letters = routeTable.flatMap(({ menu }) => menu?.letter ?? []);
  expect(letters).toEqual([...new Set(letters)]);
});

test('in a text field only Ctrl+K is a shortcut', () => {
  const typingContext = { inTextField: true, singleKeysOn: true };
  expect(findShortcut({ ...noModifiers, key: '/' }, typingContext)).toBe(null);
  expect(findShortcut({ ...noModifiers, key: '?' }, typingContext)).toBe(null);
  expect(findShortcut({ ...noModifiers, key: 'j' }, typingContext)).toBe(null);
  expect(findShortcut({ ...noModifiers, key: 'k', ctrlKey: true }, typingContext)).toBe('palette');
});

test('shortcuts of a single key can be switched off', () => {
  const singleKeysOffContext = { inTextField: false, singleKeysOn: false };
  expect(findShortcut({ ...noModifiers, key: '/' }, singleKeysOffContext)).toBe(null);
  expect(findShortcut({ ...noModifiers, key: 'k', ctrlKey: true }, singleKeysOffContext)).toBe('palette');
});
