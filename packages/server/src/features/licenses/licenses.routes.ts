import { licenses } from '@basics/contract/licenses/licenses.ts';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { openToOrigin } from '#server/platform/http/methods-and-origins.ts';
import { mount, type Router } from '#server/platform/http/mount.ts';
import { renewAndSend, renewLicenses } from './renew/renew-license.ts';
import { findEntitlements, downloadLicense, listLicenses, readLicense, setInstalled } from './read-license.ts';
import { issueLicense } from './issue/issue-license.ts';
import type { LicenseKeys } from './license-key.ts';
import { previewLicense } from './issue/preview-license.ts';
import { changeReminderContact, readReminderContact, stopReminders } from './contacts/second-contact.ts';
import { findRenewalMonths, findRenewalStates, findRenewalWeeks, sendRenewalPack } from './renew/renewal-weeks.ts';
import { remindOwnerOfAll, remindOwners } from './contacts/remind-owners.ts';
import { sendLicense } from './contacts/send-license.ts';
import { activation } from '@basics/contract/licenses/activation.ts';
import {
  confirmActivation,
  denyActivation,
  readWaitingPc,
  pollActivation,
  startActivation,
} from './activate/activation.ts';
import { sampleLetters } from '#server/mail/sample-letters.ts';
import { startIfInBackground } from '#server/platform/mass-acts/start-act.ts';
import { allowUndo, undoMs } from '#server/platform/undo/undo.repository.ts';
import { noPagePolicy, sendWithRevalidation } from '#server/platform/http/response-headers.ts';
import { problem } from '#server/platform/problem.ts';
import { createFeed, endFeed, readCalendar, readFeed } from './calendar-feed/calendar-feed.ts';
import type { RevocationLists } from './revoke/revocation-lists.ts';

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
  mount(router, renewals.renewalWeeks, (call) => findRenewalWeeks(call, call.query));
  mount(router, renewals.renewalStates, findRenewalStates);
  mount(router, renewals.renewalMonths, findRenewalMonths);
  mount(router, renewals.remindOwners, async (call) => {
    const { ids, sample } = call.body;
    if (sample)
      return sampleLetters(call, { ids, sample }, (parts, id) =>
        remindOwnerOfAll({ ...call, ...parts }, id, call.body),
      );
    return (
      (await startIfInBackground(call, { kind: 'reminders', change: 'remind' }, call.body)) ??
      remindOwners(allowUndo(call, ids.length === 1 ? undoMs.one : undoMs.mass), call.body)
    );
  });
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

/** Licenses PCs with a network connection: the PC shows a code, a signed-in user confirms it, and the PC downloads the file (RFC 8628). */
export function activationRoutes(router: Router, { keys }: { keys: LicenseKeys | null }): void {
  mount(router, activation.requestActivation, (call) => startActivation(call, call.body.verificationCode));
  mount(router, activation.pollActivation, (call) => pollActivation(call, call.body.device_code));
  mount(router, activation.findActivation, (call) => readWaitingPc(call, call.body.userCode));
  mount(router, activation.confirmActivation, (call) => confirmActivation({ ...call, keys }, call.body));
  mount(router, activation.denyActivation, (call) => denyActivation(call, call.body.userCode));
}

export function calendarFeedRoutes(router: Router): void {
  mount(router, licenses.calendar, readFeed);
  mount(router, licenses.createCalendar, createFeed);
  mount(router, licenses.endCalendar, endFeed);
  // The feed is outside the API, because calendar programs read it without a session. A token of 32 bytes in base64url has 43 characters.
  router.http.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const token = /^([\w-]{43})\.ics$/.exec(request.params.file)?.[1];
    if (token === undefined) throw problem('RESULTS_NOT_FOUND');
    const { clock, ...parts } = router.parts;
    const text = await readCalendar(parts, { token, ipAddress: request.ip, at: clock() });
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-security-policy', noPagePolicy)
      .header('referrer-policy', 'no-referrer');
    return sendWithRevalidation(request, reply, text);
  });
}

/**
 * Serves the revocation lists at a well-known path (RFC 8615). The path is outside the API, because the lists are public and their format
 * never changes.
 */
export function revocationsRoutes({ http }: Router, { readList }: Pick<RevocationLists, 'readList'>): void {
  http.get<{ Params: { tool: string } }>('/.well-known/basics-revocations/:tool', async (request, reply) => {
    const { tool } = request.params;
    if (!/^\d{1,5}$/.test(tool)) throw problem('RESULTS_NOT_FOUND');
    const text = await readList(Number(tool));
    openToOrigin(reply, '*')
      .type('text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="Basics_revocations_${Number(tool)}.brl"`)
      .header('content-security-policy', noPagePolicy);
    return sendWithRevalidation(request, reply, text);
  });
}
