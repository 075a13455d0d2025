/**
 * What the specification gives to whom, read from it by hand: sections 2 (routes, menu) and 6 (roles), with the screens that
 * docs/decisions/0034 adds. Nothing here comes from the code that is tried.
 */
export type Kind = 'administrator' | 'salesman' | 'others';

/** The accounts of the demo, one for each profile; an id that is none of the nine is a viewer. */
export const accounts = [
  { login: 'administrator@demo.example', kind: 'administrator', firstName: 'Astrid', lastName: 'Nyland', profileID: 1 },
  { login: 'salesman@demo.example', kind: 'salesman', firstName: 'Simon', lastName: 'Aasen', profileID: 2 },
  { login: 'agentdistributor@demo.example', kind: 'others', firstName: 'Anke', lastName: 'Dorn', profileID: 3 },
  { login: 'oem@demo.example', kind: 'others', firstName: 'Oskar', lastName: 'Malm', profileID: 5 },
  { login: 'adv@demo.example', kind: 'others', firstName: 'Ada', lastName: 'Verdi', profileID: 6 },
  { login: 'smallcustomer@demo.example', kind: 'others', firstName: 'Sofie', lastName: 'Collin', profileID: 7 },
  { login: 'designeroffice@demo.example', kind: 'others', firstName: 'Dina', lastName: 'Ohlsen', profileID: 8 },
  { login: 'applicationexpert@demo.example', kind: 'others', firstName: 'Edwin', lastName: 'Marsh', profileID: 10 },
  { login: 'urjauser@demo.example', kind: 'others', firstName: 'Urho', lastName: 'Jalava', profileID: 13 },
  { login: 'viewer@demo.example', kind: 'others', firstName: 'Vera', lastName: 'Winter', profileID: 0 },
] as const satisfies readonly { login: string; kind: Kind; firstName: string; lastName: string; profileID: number }[];

export type Account = (typeof accounts)[number];

const salesman = [
  'users.view',
  'users.edit',
  'users.create',
  'users.create-customer',
  'requests.view',
  'requests.edit',
  'requests.delete',
  'countrySalesman.view',
  'countrySalesman.edit',
  'countrySalesman.create',
  'countrySalesman.delete',
  'license.generate',
  'account.view',
];

export const permissions: Record<Kind, readonly string[]> = {
  administrator: [
    ...salesman,
    'users.create-product',
    'users.tools-config-rail-delete',
    'users.delete',
    'users.tools-configRail',
    'users.change-profile',
    'releaseNotes.create',
    'releaseNotes.view',
    'releaseNotes.edit',
    'releaseNotes.delete',
    'releaseNotes.viewSingle',
    'POC.view',
  ],
  salesman,
  others: ['license.menu', 'license.generate', 'account.view'],
};

/** The menu from the first entry to the last; `Licences`, `Help Requests` and what stands under Administration are additions. */
export const menus: Record<Kind, { entries: readonly string[]; administration: readonly string[] }> = {
  administrator: {
    entries: [
      'My Account',
      'My Users',
      'Licences',
      'Pending Requests',
      'Help Requests',
      'Country/Salesman',
      'Release Notes',
      'Proof of concept (opens in a new tab)',
    ],
    administration: ['Licence policies', 'Tools', 'Brands', 'CRM accounts', 'Import', 'Outbox', 'Audit'],
  },
  salesman: {
    entries: ['My Account', 'My Users', 'Licences', 'Pending Requests', 'Help Requests', 'Country/Salesman'],
    administration: [],
  },
  others: { entries: ['Get a licence', 'My Account'], administration: [] },
};

/** Who enters; for all others with a session it is no page, and without one it leads to sign in. */
type Private = { path: string; heading: string; opensFor: readonly Kind[] };

const everybody: readonly Kind[] = ['administrator', 'salesman', 'others'];
const staff: readonly Kind[] = ['administrator', 'salesman'];
const administrators: readonly Kind[] = ['administrator'];

/** `{name}` stands for what the records of the test are called. */
export const privateRoutes: readonly Private[] = [
  // The thirteen of the specification.
  { path: '/requests', heading: 'Pending Requests', opensFor: staff },
  { path: '/users', heading: 'My Users', opensFor: staff },
  { path: '/users/create', heading: 'Create user', opensFor: staff },
  { path: '/users/{request}/create', heading: 'Approve {requestName}', opensFor: staff },
  { path: '/users/{customer}/edit', heading: '{customerName}', opensFor: staff },
  { path: '/admin/release-notes', heading: 'Release Notes', opensFor: administrators },
  { path: '/admin/release-notes/{note}', heading: '{noteTitle}', opensFor: administrators },
  { path: '/admin/release-notes/{note}/edit', heading: 'Edit {noteTitle}', opensFor: administrators },
  { path: '/admin/release-notes/create', heading: 'Add release note', opensFor: administrators },
  { path: '/country-salesman', heading: 'Country/Salesman', opensFor: staff },
  { path: '/account', heading: 'My Account', opensFor: everybody },
  { path: '/license/verify', heading: 'Get a licence', opensFor: everybody },
  { path: '/', heading: 'Welcome, {firstName}', opensFor: everybody },
  // What the portal adds.
  { path: '/licenses', heading: 'Licences', opensFor: staff },
  { path: '/help-requests', heading: 'Help Requests', opensFor: staff },
  { path: '/license/many', heading: 'Licences for several PCs', opensFor: everybody },
  { path: '/admin/policies', heading: 'Licence policies', opensFor: administrators },
  { path: '/admin/tools', heading: 'Tools', opensFor: administrators },
  { path: '/admin/brands', heading: 'Brands', opensFor: administrators },
  { path: '/admin/brands/create', heading: 'Add a brand', opensFor: administrators },
  { path: '/admin/brands/red', heading: 'Basics Red', opensFor: administrators },
  { path: '/admin/brands/red/legal/terms', heading: 'Terms of service of Basics Red', opensFor: administrators },
  { path: '/admin/crm', heading: 'CRM accounts', opensFor: administrators },
  { path: '/admin/import', heading: 'Import', opensFor: administrators },
  { path: '/admin/mail', heading: 'Outbox', opensFor: administrators },
  { path: '/admin/audit', heading: 'Audit', opensFor: administrators },
];

/** For whoever is signed in as for whoever is not. */
export const publicRoutes = [
  { path: '/password/forgot', heading: 'Forgot your password?' },
  { path: '/password/reset', heading: 'This link no longer works' },
  { path: '/auth/temp', heading: 'Token not found' },
  { path: '/not-found', heading: 'Page not found' },
  { path: '/release-notes', heading: 'Release notes' },
  { path: '/release-notes/{note}', heading: '{noteTitle}' },
  { path: '/register', heading: 'Create Account' },
  { path: '/licence-checker', heading: 'Licence checker' },
  { path: '/legal-notice', heading: 'Legal Notice' },
  { path: '/terms', heading: 'Terms of service' },
  { path: '/legal-disclaimer', heading: 'Legal Disclaimer' },
] as const;
