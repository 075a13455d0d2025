import { companyPeople } from '@basics/contract/companies/company-people.ts';
import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { bulkUsers } from '@basics/contract/calls/bulk.ts';
import { absenceCalls } from '@basics/contract/users/absences.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { listAssignableProfiles, findRole, type Permission } from '@basics/contract/calls/permissions.ts';
import { evidence, type RequestEvidence } from '@basics/contract/requests/request-evidence.ts';
import { requests, type Request } from '@basics/contract/requests/requests.ts';
import { requestStatuses } from '@basics/contract/requests/request-lists.ts';
import { notes, type Note } from '@basics/contract/users/notes.ts';
import { timeline } from '@basics/contract/users/timeline.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { permissionOverrideCalls } from '@basics/contract/users/permission-overrides.ts';
import { users, type User } from '@basics/contract/users/users.ts';
import type { FakeServer } from '../fake-server.ts';
import { answerOrders } from './integrations.ts';
import { createEntitlements } from './licenses.ts';

/** Creates a user, by default an active customer. */
export const createUserRecord = (change: Partial<User> = {}): User => ({
  userId: 101,
  login: 'grace.hopper@harbour.example',
  firstName: 'Grace',
  lastName: 'Hopper',
  phone: '+49 30 5550',
  company: 'Harbour Design',
  profileID: 8,
  brand: 'blue',
  tools: [{ tool: 'basics', brand: 'blue', configTools: [], validFrom: null, validTo: null }],
  country: 'DE',
  continent: 'Europe',
  language: 'en',
  canReceiveMail: true,
  crmAccount: null,
  userDomain: 'harbour.example',
  status: 'active',
  version: 3,
  createdAt: '2026-03-02T10:00:00.000Z',
  ...change,
});

/** Creates a request, by default one that waits for a decision. */
export const createApplicant = (change: Partial<Request> = {}): Request => ({
  ...createUserRecord({ userId: 201, status: 'pending', profileID: null, version: 1 }),
  requestDate: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  reason: 'We draw harbour cranes.',
  comment: 'For two PCs.',
  salesman: { userId: 7, firstName: 'Simon', lastName: 'Aasen' },
  decided: null,
  ...change,
});

export const createUserPage = <Item>(...items: Item[]) => ({ items, total: items.length, pageNumber: 1, pageSize: 20 });

/** Creates the options of the user forms for a user with the given permissions. */
export const createUserOptions = (permissions: readonly Permission[]) => ({
  profiles: listAssignableProfiles(permissions).map((id) => ({ id, name: findRole(id) })),
  brands: [
    { id: 'blue', name: 'Basics Blue' },
    { id: 'red', name: 'Basics Red' },
  ],
  tools: [{ id: 'basics', name: 'Basics' }],
  configTools: [{ id: 'configRail', name: 'Config Rail', tool: 'basics' }],
  retired: {
    tools: [{ id: 'old', name: 'Old Basics' }],
    configTools: [{ id: 'oldRail', name: 'Old Rail', tool: 'basics' }],
  },
  countries: [
    { code: 'DE', name: 'Germany', continent: 'Europe' },
    { code: 'JP', name: 'Japan', continent: 'Asia' },
  ],
  continents: [
    { id: 'Asia', name: 'Asia' },
    { id: 'Europe', name: 'Europe' },
  ],
  languages: [{ id: 'en', name: 'English' }],
});

/** Answers the calls about users for a signed-in user with the given permissions: the server has these users. */
export function answerUsers(server: FakeServer, permissions: readonly Permission[], userList: readonly User[]): void {
  const findUser = (id: number): User =>
    userList.find(({ userId }) => userId === id) ?? createUserRecord({ userId: id });
  server.answer(users.options, () => createUserOptions(permissions));
  server.answer(users.search, () => createUserPage(...userList));
  server.answer(bulkUsers.previewDeletion, ({ body }) => ({
    results: body.map((id) => ({ id, outcome: 'done' as const, effect: 'deleted' as const })),
  }));
  server.answer(users.get, ({ params }) => findUser(params.id));
  server.answer(notes.searchFollowUps, () => createUserPage());
  server.answer(companyPeople.suggestions, () => ({ items: [] }));
  server.answer(permissionOverrideCalls.listOverrides, () => ({ items: [], grantable: [] }));
  answerOrders(server);
  server.answer(users.history, () => ({ items: [] }));
  server.answer(timeline.timeline, () => ({ items: [], hasMore: false, onTop: [] }));
  server.answer(countrySalesmen.search, () => ({ items: [], total: 2, pageNumber: 1, pageSize: 1 }));
  server.answer(licenses.list, () => createUserPage());
  server.answer(licenseAdmin.machines, () => ({ items: [] }));
  server.answer(tools.licensable, () => ({ items: [] }));
  server.answer(reminderContacts.reminderContact, () => ({ address: null }));
  server.answer(absenceCalls.readAbsence, () => ({ absence: null, deputies: [] }));
  server.answer(licenses.entitlements, () => createEntitlements());
}

/** Creates a note of staff. */
export const createStaffNote = (change: Partial<Note>): Note => ({
  noteId: 1,
  text: 'Prefers **calls**.',
  isPinned: false,
  createdAt: '2026-03-10T12:00:00.000Z',
  by: 'Simon Aasen',
  editedAt: null,
  day: null,
  assignee: null,
  doneAt: null,
  doneBy: null,
  canEdit: true,
  version: 1,
  ...change,
});

/** Creates the evidence about a request, by default three earlier decisions in the same country. */
export const createEvidence = (change: Partial<RequestEvidence> = {}): RequestEvidence => ({
  sameDomain: { total: 0, items: [] },
  sameCompany: { total: 0, items: [] },
  sameName: { total: 0, items: [] },
  rejections: [],
  crm: [],
  decisions: [],
  profiles: [3, 5, 7, 8, 13],
  proposal: { profileID: 7, why: 'country', of: 3, from: 3, crmAccount: null },
  ...change,
});

/** Answers the calls about requests: the server has these requests. */
export function answerRequests(server: FakeServer, requestList: readonly Request[]): void {
  server.answer(requests.options, () => ({
    countries: [
      { code: 'DE', name: 'Germany', continent: 'Europe' },
      { code: 'JP', name: 'Japan', continent: 'Asia' },
    ],
    brands: [{ id: 'blue', name: 'Basics Blue' }],
    tools: [{ id: 'basics', name: 'Basics' }],
    statuses: [...requestStatuses],
    recentReasons: ['No contract with this company.', 'Please ask with your company address.'],
  }));
  server.answer(evidence.evidence, () => createEvidence());
  server.answer(requests.search, () => createUserPage(...requestList));
  server.answer(
    requests.get,
    ({ params }) => requestList.find(({ userId }) => userId === params.id) ?? createApplicant(),
  );
}

/** Answers that a user with this login was deleted and can be restored. */
export const answerDeletedUser = (server: FakeServer, login: string): void =>
  server.answer(deletedUsers.listDeleted, () => ({
    items: [
      {
        userId: 99,
        name: 'Grace Hopper',
        login,
        company: 'Harbour',
        deletedAt: '2026-11-20T10:00:00.000Z',
        deletedBy: 'Simon Aasen',
        keptUntil: '2026-12-20',
      },
    ],
    hasMore: false,
  }));
