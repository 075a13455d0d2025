import { absenceCalls } from '@basics/contract/users/absences.ts';
import { audit } from '@basics/contract/audit/audit.ts';
import { brands } from '@basics/contract/brands/brands.ts';
import { bulkLicenses, bulkRequests, bulkUsers } from '@basics/contract/calls/bulk.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { crm } from '@basics/contract/crm/crm.ts';
import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { fleet } from '@basics/contract/fleet/fleet.ts';
import { handOver } from '@basics/contract/country-salesmen/hand-over.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { imports } from '@basics/contract/imports/imports.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { joinAccountsCalls } from '@basics/contract/license-admin/join-accounts.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { serviceAccounts } from '@basics/contract/integrations/service-accounts.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { permissionOverrideCalls } from '@basics/contract/users/permission-overrides.ts';
import { findRole, type Role } from '@basics/contract/calls/permissions.ts';
import { policies } from '@basics/contract/policies/policies.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { status } from '@basics/contract/status/status.ts';
import { timeline } from '@basics/contract/users/timeline.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { users } from '@basics/contract/users/users.ts';
import { viewAs } from '@basics/contract/session/view-as.ts';
import { viewers } from '@basics/contract/users/viewers.ts';
import { watchList } from '@basics/contract/license-admin/watch-list.ts';
import { accounts } from '@basics/server/demo/people/accounts.ts';
import type { Relation } from '@basics/server/testing/access/access-row.ts';
import { accessTable, findOutcome } from '@basics/server/testing/access/access-table.ts';
import type { Page } from '@playwright/test';
import { createCaller, createToken } from './portal-api.ts';
import { expect, openSignedIn, test } from './test.ts';
import { followPath } from './quiet-page.ts';

// The time limit is long, because several browsers share a busy machine.
test.describe.configure({ timeout: 600_000 });

/**
 * A call, and the owner of the record that the call is about. The access table says which profiles may make the call.
 */
type RequiredCall = { call: Endpoint; about: Relation };

const callAboutOwnAccount = (call: Endpoint): RequiredCall => ({ call, about: 'own' });
const callAboutCustomer = (call: Endpoint): RequiredCall => ({ call, about: 'inScope' });

/**
 * A button, link or region of a page that makes a call. Exactly the users who may make the call see this part of the
 * page.
 */
type PagePart = {
  role: 'button' | 'link' | 'region';
  name: string | RegExp;
  need: RequiredCall;
  /** The menu that has the button. */
  menu?: string;
};

const createButton = (name: string | RegExp, need: RequiredCall): PagePart => ({ role: 'button', name, need });
const createLink = (name: string | RegExp, need: RequiredCall): PagePart => ({ role: 'link', name, need });
const createRegion = (name: string | RegExp, need: RequiredCall): PagePart => ({ role: 'region', name, need });

/** A page for daily work. With `selectsRow`, the parts of the page appear only after a row of the list is selected. */
type JobPage = { path: string; need: RequiredCall; parts: readonly PagePart[]; selectsRow?: true };

/**
 * The pages for daily work, with their buttons, links and regions. The test replaces `CUSTOMER` by the id of a customer
 * in the scope of the salesman of the demo.
 */
const jobPages: readonly JobPage[] = [
  {
    path: '/',
    need: callAboutOwnAccount(users.current),
    parts: [
      createRegion(/^Help requests/, callAboutCustomer(staffInbox.inbox)),
      createRegion(/^Renewals at risk/, callAboutCustomer(staffInbox.inbox)),
    ],
  },
  {
    path: '/account',
    need: callAboutOwnAccount(users.current),
    parts: [
      createButton('Create calendar link', callAboutOwnAccount(licenses.createCalendar)),
      createButton('Add contact', callAboutOwnAccount(reminderContacts.setReminderContact)),
      createRegion('Absence', callAboutOwnAccount(absenceCalls.setAbsence)),
    ],
  },
  {
    path: '/license/verify',
    need: callAboutOwnAccount(licenses.issue),
    parts: [createButton('Check code', callAboutOwnAccount(licenses.issue))],
  },
  { path: '/license/many', need: callAboutOwnAccount(licenses.issue), parts: [] },
  {
    path: '/users',
    need: callAboutCustomer(users.search),
    selectsRow: true,
    parts: [
      createLink('Create user', callAboutCustomer(users.create)),
      { ...createButton('Deleted users', callAboutCustomer(deletedUsers.listDeleted)), menu: 'More actions' },
      createButton('Change…', callAboutCustomer(bulkUsers.changeMany)),
      createButton('Delete 1 user', callAboutCustomer(users.remove)),
    ],
  },
  {
    path: '/users/CUSTOMER',
    need: callAboutCustomer(timeline.timeline),
    parts: [
      createLink('Edit', callAboutCustomer(users.update)),
      createLink('Issue a licence', callAboutCustomer(licenses.issue)),
      { ...createButton('Suspend user', callAboutCustomer(users.suspend)), menu: 'More actions' },
      { ...createButton('Delete user', callAboutCustomer(users.remove)), menu: 'More actions' },
      { ...createButton('Who sees this user?', callAboutCustomer(viewers.viewers)), menu: 'More actions' },
      {
        ...createButton('Permissions', callAboutCustomer(permissionOverrideCalls.grantOverride)),
        menu: 'More actions',
      },
      { ...createButton('View as this user', callAboutCustomer(viewAs.viewAs)), menu: 'More actions' },
      { ...createButton('Join accounts…', callAboutCustomer(joinAccountsCalls.join)), menu: 'More actions' },
      createButton('Add second contact for reminders', callAboutCustomer(reminderContacts.setReminderContact)),
      {
        ...createButton(/^Revoke /, callAboutCustomer(licenseAdmin.revoke)),
        menu: 'More for ',
      },
    ],
  },
  {
    path: '/licenses',
    need: callAboutCustomer(licenseAdmin.search),
    selectsRow: true,
    parts: [
      createButton('Lost PCs', callAboutCustomer(watchList.lostMachines)),
      createButton('Send or remind…', callAboutCustomer(bulkLicenses.changeMany)),
    ],
  },
  { path: '/licenses/renewals', need: callAboutCustomer(renewals.renewalWeeks), parts: [] },
  {
    path: '/licenses/versions',
    need: callAboutCustomer(fleet.versions),
    selectsRow: true,
    parts: [createButton('Send release notes…', callAboutCustomer(fleet.sendNote))],
  },
  {
    path: '/requests',
    need: callAboutCustomer(requests.search),
    selectsRow: true,
    parts: [createButton('Decide…', callAboutCustomer(bulkRequests.decideMany))],
  },
  { path: '/help-requests', need: callAboutCustomer(helpRequests.search), parts: [] },
  {
    path: '/country-salesman',
    need: callAboutCustomer(countrySalesmen.search),
    parts: [
      createButton('Add assignment', callAboutCustomer(countrySalesmen.create)),
      createButton(/^Hand over/, callAboutCustomer(handOver.handOver)),
    ],
  },
  {
    path: '/admin/release-notes',
    need: callAboutCustomer(releaseNotes.search),
    parts: [
      createLink('Add release note', callAboutCustomer(releaseNotes.create)),
      createButton('Deleted notes', callAboutCustomer(releaseNotes.bin)),
    ],
  },
  { path: '/admin/policies', need: callAboutCustomer(policies.list), parts: [] },
  { path: '/admin/tools', need: callAboutCustomer(tools.list), parts: [] },
  { path: '/admin/brands', need: callAboutCustomer(brands.list), parts: [] },
  { path: '/admin/crm', need: callAboutCustomer(crm.search), parts: [] },
  { path: '/admin/import', need: callAboutCustomer(imports.users), parts: [] },
  { path: '/admin/mail', need: callAboutCustomer(mail.search), parts: [] },
  { path: '/admin/integrations', need: callAboutCustomer(serviceAccounts.list), parts: [] },
  { path: '/admin/audit', need: callAboutCustomer(audit.search), parts: [] },
  { path: '/status', need: callAboutCustomer(status.get), parts: [] },
];

/**
 * Returns whether the access table allows the call for a profile. A call gets USER_NOT_FOUND for a user out of scope, and a customer has no
 * other user in scope.
 */
function isAllowed(role: Role, { call: endpoint, about }: RequiredCall): boolean {
  const row = accessTable.find((candidate) => candidate.endpoint === endpoint);
  if (!row) throw new Error(`The access table has no row for ${endpoint.name}.`);
  const outcome = findOutcome(row, role, about);
  return outcome !== 'NOT_PERMITTED' && (outcome !== 'USER_NOT_FOUND' || row.recordKind === 'nothing');
}

/** Navigates in the same way as a link, without loading the page again. */
async function navigate(page: Page, path: string): Promise<void> {
  await followPath(page, path);
}

async function expectParts(page: Page, role: Role, { parts, selectsRow }: JobPage): Promise<void> {
  if (selectsRow)
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/, disabled: false })
      .first()
      .click();
  const locate = ({ role: elementRole, name }: PagePart) =>
    page.getByRole('main').getByRole(elementRole, { name, exact: true });
  for (const part of parts.filter(({ need }) => isAllowed(role, need))) {
    if (part.menu !== undefined) await page.getByRole('button', { name: part.menu }).first().click();
    await expect(locate(part).first(), String(part.name)).toBeVisible();
    if (part.menu !== undefined) await page.keyboard.press('Escape');
  }
  // Also the menus that are closed have no button for a call that is not allowed.
  for (const part of parts.filter(({ need }) => !isAllowed(role, need)))
    await expect(
      page.getByRole('main').getByRole(part.role, { name: part.name, exact: true, includeHidden: true }),
      String(part.name),
    ).toHaveCount(0);
}

/** One demo account for each profile. */
const oneAccountPerProfile = accounts.filter(({ login }) => login !== 'salesman2@demo.example');

for (const { login, profileId } of oneAccountPerProfile) {
  const role = findRole(profileId);
  test(`${login.split('@', 1)[0]} has exactly the pages and buttons for daily jobs whose API calls the account may make`, async ({
    page,
    demo,
  }) => {
    const call = createCaller(demo);
    const token = await createToken(call, 'smallcustomer@demo.example');
    const customerId = String((await call('GET /user', { token }))['userId']);
    await openSignedIn(page, `${demo.address}/license/verify`, login);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const jobPage of jobPages) {
      const path = jobPage.path.replace('CUSTOMER', customerId);
      if (isAllowed(role, jobPage.need)) {
        // The page must be completely loaded before the test expects that some parts are absent.
        await page.goto(`${demo.address}${path}`, { waitUntil: 'networkidle' });
        await expect(page).toHaveURL(`${demo.address}${path}`);
        await expectParts(page, role, jobPage);
      } else {
        await navigate(page, path);
        await expect(page, path).toHaveURL(`${demo.address}/not-found`);
        await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      }
    }
  });
}
