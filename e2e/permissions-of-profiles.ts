/**
 * The menus and permissions of each profile, copied by hand from sections 2 and 6 of the specification, with the screens added by
 * docs/decisions/0034. Nothing here is derived from the code under test. The results of every page and call for each profile are
 * tested by packages/portal/src/app/specified-routes.test.tsx and packages/server/src/access.api.test.ts.
 */
export type Kind = 'administrator' | 'salesman' | 'others';

/** The demo accounts, one for each profile; a profile ID that is not one of the nine means a viewer. */
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

/** The menu entries in their order. `Licences`, `Help Requests` and the group Administration are additions to the specification. */
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
    administration: ['Licence policies', 'Tools', 'Brands', 'CRM accounts', 'Import', 'Outbox', 'Audit log'],
  },
  salesman: {
    entries: ['My Account', 'My Users', 'Licences', 'Pending Requests', 'Help Requests', 'Country/Salesman'],
    administration: [],
  },
  others: { entries: ['Get a licence', 'My Account'], administration: [] },
};

/** A page that the profile may not open, and the call behind it; none for administrators, who may open every page. */
export const forbidden: Record<Kind, { path: string; endpoint: string } | null> = {
  administrator: null,
  salesman: { path: '/admin/audit', endpoint: 'POST /audit/search' },
  others: { path: '/users', endpoint: 'POST /user/search' },
};
