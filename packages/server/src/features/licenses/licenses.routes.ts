import { bulkLicenses } from '@basics/contract/calls/bulk.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import { changeLicenses } from './renew/change-licenses.ts';
import { findEntitlements } from './entitlements.ts';
import { issueLicense } from './issue/issue-license.ts';
import type { LicenseKeys } from './license-key.ts';
import { previewLicense } from './issue/preview-license.ts';
import { downloadLicense, listLicenses, readLicense, setInstalled } from './read-license.ts';
import { changeReminderContact, readReminderContact, stopReminders } from './contacts/second-contact.ts';
import { renewAndSend, renewLicenses } from './renew/renew-license.ts';
import { findRenewalWeeks } from './renew/find-renewal-weeks.ts';
import { remindOwners } from './renew/remind-owners.ts';
import { sendRenewalPack } from './renew/send-renewal-pack.ts';
import { sendLicense } from './contacts/send-license.ts';

/** `wake` starts sending the e-mails that are due. */
export function licensesRoutes(router: Router, { keys, wake }: { keys: LicenseKeys | null; wake: () => void }): void {
  mount(router, licenses.issue, (call) =>
    (call.body.preview === true ? previewLicense : issueLicense)({ ...call, keys }, call.params.id, call.body),
  );
  mount(router, licenses.list, (call) => listLicenses(call, call.params.id, call.query));
  mount(router, licenses.entitlements, (call) => findEntitlements(call, call.params.id));
  mount(router, licenses.get, (call) => readLicense(call, call.params.id, call.params.licenseId));
  mount(router, licenses.renew, (call) => renewAndSend({ ...call, keys, wake }, call.params.id, call.params.licenseId));
  mount(router, licenses.renewMany, (call) => renewLicenses({ ...call, keys }, call.body));
  mount(router, bulkLicenses.changeMany, (call) => changeLicenses({ ...call, keys, wake }, call.body));
  mount(router, renewals.renewalWeeks, (call) => findRenewalWeeks(call, call.query));
  mount(router, renewals.remindOwners, (call) => remindOwners(call, call.body));
  mount(router, renewals.sendPack, (call) => sendRenewalPack({ ...call, keys }, call.params.id, call.body.preview));
  mount(router, reminderContacts.reminderContact, (call) => readReminderContact(call, call.params.id));
  mount(router, reminderContacts.setReminderContact, (call) =>
    changeReminderContact(call, call.params.id, call.body.address),
  );
  mount(router, reminderContacts.stopReminders, (call) => stopReminders(call, call.body.token));
  mount(router, licenses.send, async (call) => {
    await sendLicense({ ...call, wake }, call.params.id, call.params.licenseId);
    return readLicense(call, call.params.id, call.params.licenseId);
  });
  mount(router, licenses.setInstalled, (call) => setInstalled(call, { ...call.params, ...call.body }));
  mount(router, licenses.download, (call) => downloadLicense(call, call.params.id, call.params.licenseId));
}
