import { absenceCalls } from '@basics/contract/absences.ts';
import { audit } from '@basics/contract/audit.ts';
import { brands } from '@basics/contract/brands.ts';
import { bulkLicenses, bulkRequests, bulkUsers } from '@basics/contract/bulk.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import { crm } from '@basics/contract/crm.ts';
import { deletedUsers } from '@basics/contract/deleted-users.ts';
import type { Endpoint } from '@basics/contract/endpoint.ts';
import { fleet } from '@basics/contract/fleet.ts';
import { handOver } from '@basics/contract/hand-over.ts';
import { helpRequests } from '@basics/contract/help-requests.ts';
import { imports } from '@basics/contract/imports.ts';
import { staffInbox } from '@basics/contract/inbox.ts';
import { joinAccountsCalls } from '@basics/contract/join-accounts.ts';
import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { mail } from '@basics/contract/mail.ts';
import { permissionOverrideCalls } from '@basics/contract/permission-overrides.ts';
import { findRole } from '@basics/contract/permissions.ts';
import type { Role } from '@basics/contract/permissions.ts';
import { policies } from '@basics/contract/policies.ts';
import { releaseNotes } from '@basics/contract/release-notes.ts';
import { reminderContacts } from '@basics/contract/reminder-contacts.ts';
import { renewals } from '@basics/contract/renewals.ts';
import { requests } from '@basics/contract/requests.ts';
import { status } from '@basics/contract/status.ts';
import { timeline } from '@basics/contract/timeline.ts';
import { tools } from '@basics/contract/tools.ts';
import { users } from '@basics/contract/users.ts';
import { viewAs } from '@basics/contract/view-as.ts';
import { viewers } from '@basics/contract/viewers.ts';
import { watchList } from '@basics/contract/watch-list.ts';
import { accounts } from '@basics/server/demo/accounts.ts';
import type { Relation } from '@basics/server/testing/access/access-row.ts';
import { accessTable, findOutcome } from '@basics/server/testing/access/access-table.ts';
import type { Page } from '@playwright/test';
import { createCaller, newToken } from './portal-api.ts';
import { expect, openSignedIn, test } from './test.ts';

// The time limit is long, because several browsers share a busy machine.
test.describe.configure({ timeout: 600_000 });

/** A call, and the owner of the record that the call is about. The access table says which profiles may make it. */
type Need = { call: Endpoint; about: Relation };

const aboutOwn = (call: Endpoint): Need => ({ call, about: 'own' });
const aboutCustomer = (call: Endpoint): Need => ({ call, about: 'inScope' });

/** A part of a page that makes a call. Exactly the users who may make the call see this part. */
type PagePart = { role: 'button' | 'link' | 'region'; name: string | RegExp; need: Need };

const button = (name: string | RegExp, need: Need): PagePart => ({ role: 'button', name, need });
const link = (name: string | RegExp, need: Need): PagePart => ({ role: 'link', name, need });
const region = (name: string | RegExp, need: Need): PagePart => ({ role: 'region', name, need });

/** `selectsRow`: the parts appear when a row of the list is selected. */
type JobPage = { path: string; need: Need; parts: readonly PagePart[]; selectsRow?: true };

/** The pages of the daily jobs with their buttons. `CUSTOMER` is the id of a customer of the demo's salesman. */
const jobPages: readonly JobPage[] = [
  {
    path: '/',
    need: aboutOwn(users.current),
    parts: [
      region('Get a licence', aboutOwn(licenses.issue)),
      region(/^Customers who wait for help/, aboutCustomer(staffInbox.inbox)),
      region(/^Licences that end within 30 days/, aboutCustomer(staffInbox.inbox)),
    ],
  },
  {
    path: '/account',
    need: aboutOwn(users.current),
    parts: [
      button('Create address', aboutOwn(licenses.createCalendar)),
      button('Save contact', aboutOwn(reminderContacts.setReminderContact)),
      region('Absence', aboutOwn(absenceCalls.setAbsence)),
    ],
  },
  { path: '/license/verify', need: aboutOwn(licenses.issue), parts: [button('Check code', aboutOwn(licenses.issue))] },
  { path: '/license/many', need: aboutOwn(licenses.issue), parts: [] },
  {
    path: '/users',
    need: aboutCustomer(users.search),
    selectsRow: true,
    parts: [
      link('Create user', aboutCustomer(users.create)),
      button('Deleted users', aboutCustomer(deletedUsers.listDeleted)),
      button('Change…', aboutCustomer(bulkUsers.changeMany)),
      button('Delete 1 user', aboutCustomer(users.remove)),
    ],
  },
  {
    path: '/users/CUSTOMER',
    need: aboutCustomer(timeline.timeline),
    parts: [
      link('Edit', aboutCustomer(users.update)),
      link('Issue a licence', aboutCustomer(licenses.issue)),
      button('Suspend user', aboutCustomer(users.suspend)),
      button('Delete user', aboutCustomer(users.remove)),
      button('Who sees this user?', aboutCustomer(viewers.viewers)),
      button('Permissions', aboutCustomer(permissionOverrideCalls.grantOverride)),
      button('View as this user', aboutCustomer(viewAs.viewAs)),
      button('Join accounts…', aboutCustomer(joinAccountsCalls.join)),
      button('Save contact', aboutCustomer(reminderContacts.setReminderContact)),
      button(/^Revoke /, aboutCustomer(licenseAdmin.revoke)),
    ],
  },
  {
    path: '/licenses',
    need: aboutCustomer(licenseAdmin.search),
    selectsRow: true,
    parts: [
      link('Renewals by week', aboutCustomer(renewals.renewalWeeks)),
      link('Versions in use', aboutCustomer(fleet.versions)),
      button('Lost PCs', aboutCustomer(watchList.lostMachines)),
      button('Renew or send…', aboutCustomer(bulkLicenses.changeMany)),
    ],
  },
  { path: '/licenses/renewals', need: aboutCustomer(renewals.renewalWeeks), parts: [] },
  {
    path: '/licenses/versions',
    need: aboutCustomer(fleet.versions),
    parts: [button('Send release notes…', aboutCustomer(fleet.sendNote))],
  },
  {
    path: '/requests',
    need: aboutCustomer(requests.search),
    selectsRow: true,
    parts: [button('Decide…', aboutCustomer(bulkRequests.decideMany))],
  },
  { path: '/help-requests', need: aboutCustomer(helpRequests.search), parts: [] },
  {
    path: '/country-salesman',
    need: aboutCustomer(countrySalesmen.search),
    parts: [
      button('Add assignment', aboutCustomer(countrySalesmen.create)),
      button(/^Hand over/, aboutCustomer(handOver.handOver)),
    ],
  },
  {
    path: '/admin/release-notes',
    need: aboutCustomer(releaseNotes.search),
    parts: [
      link('Add release note', aboutCustomer(releaseNotes.create)),
      button('Deleted notes', aboutCustomer(releaseNotes.bin)),
    ],
  },
  { path: '/admin/policies', need: aboutCustomer(policies.list), parts: [] },
  { path: '/admin/tools', need: aboutCustomer(tools.list), parts: [] },
  { path: '/admin/brands', need: aboutCustomer(brands.list), parts: [] },
  { path: '/admin/crm', need: aboutCustomer(crm.search), parts: [] },
  { path: '/admin/import', need: aboutCustomer(imports.users), parts: [] },
  { path: '/admin/mail', need: aboutCustomer(mail.search), parts: [] },
  { path: '/admin/audit', need: aboutCustomer(audit.search), parts: [] },
  { path: '/status', need: aboutCustomer(status.get), parts: [] },
];

/**
 * Returns whether the access table allows the call for a profile. The call answers USER_NOT_FOUND for users out of scope; all other users
 * are out of scope for a customer.
 */
function isAllowed(role: Role, { call: endpoint, about }: Need): boolean {
  const row = accessTable.find((candidate) => candidate.endpoint === endpoint);
  if (!row) throw new Error(`The access table has no row for ${endpoint.name}.`);
  const outcome = findOutcome(row, role, about);
  return outcome !== 'NOT_PERMITTED' && (outcome !== 'USER_NOT_FOUND' || row.recordKind === 'nothing');
}

/** Navigates as a link does, without loading the page again. */
async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => window.history.pushState(null, '', to), path);
}

async function expectParts(page: Page, role: Role, { parts, selectsRow }: JobPage): Promise<void> {
  if (selectsRow) await page.getByRole('row').getByRole('checkbox', { disabled: false }).nth(1).click();
  const locate = ({ role: elementRole, name }: PagePart) =>
    page.getByRole('main').getByRole(elementRole, { name, exact: true });
  for (const part of parts.filter(({ need }) => isAllowed(role, need)))
    await expect(locate(part).first(), String(part.name)).toBeVisible();
  for (const part of parts.filter(({ need }) => !isAllowed(role, need)))
    await expect(locate(part), String(part.name)).toHaveCount(0);
}

/** The demo account of each profile. */
const oneAccountPerProfile = accounts.filter(({ login }) => login !== 'salesman2@demo.example');

for (const { login, profileId } of oneAccountPerProfile) {
  const role = findRole(profileId);
  test(`${login.split('@', 1)[0]} has exactly the pages and buttons for daily jobs whose API calls the account may make`, async ({
    page,
    demo,
  }) => {
    const call = createCaller(demo);
    const token = await newToken(call, 'smallcustomer@demo.example');
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
