import { bulkLicenses } from '@basics/contract/bulk.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { reminderContacts } from '@basics/contract/reminder-contacts.ts';
import { renewals } from '@basics/contract/renewals.ts';
import { mount } from '#server/platform/http/mount.ts';
import type { Router } from '#server/platform/http/mount.ts';
import type { LicensesService } from './licenses.service.ts';

export function licensesRoutes(router: Router, service: LicensesService): void {
  mount(router, licenses.issue, ({ actor, params, body, origin }) =>
    body.preview === true
      ? service.preview(actor, params.id, body, origin)
      : service.issue(actor, params.id, { body, origin }),
  );
  mount(router, licenses.list, ({ actor, params, query }) => service.list(actor, params.id, query));
  mount(router, licenses.entitlements, ({ actor, params }) => service.entitlements(actor, params.id));
  mount(router, licenses.get, ({ actor, params }) => service.get(actor, params.id, params.licenseId));
  mount(router, licenses.renew, ({ actor, params, origin }) =>
    service.renew(actor, params.id, params.licenseId, origin),
  );
  mount(router, licenses.renewMany, ({ actor, body, origin }) => service.renewMany(actor, body, origin));
  mount(router, bulkLicenses.changeMany, ({ actor, body, origin }) => service.changeMany(actor, body, origin));
  mount(router, renewals.renewalWeeks, ({ actor, query }) => service.renewalWeeks(actor, query));
  mount(router, renewals.remindOwners, ({ actor, body, origin }) => service.remindOwners(actor, body, origin));
  mount(router, renewals.sendPack, ({ actor, params, body, origin }) =>
    service.sendPack(actor, params.id, body.preview ?? false, origin),
  );
  mount(router, reminderContacts.reminderContact, ({ actor, params }) => service.reminderContact(actor, params.id));
  mount(router, reminderContacts.setReminderContact, ({ actor, params, body, origin }) =>
    service.setReminderContact(actor, params.id, body.address, origin),
  );
  mount(router, reminderContacts.stopReminders, ({ body, origin }) => service.stopReminders(body.token, origin));
  mount(router, licenses.send, ({ actor, params, origin }) => service.send(actor, params.id, params.licenseId, origin));
  mount(router, licenses.setInstalled, ({ actor, params, body, origin }) =>
    service.setInstalled(actor, { ...params, ...body }, origin),
  );
  mount(router, licenses.download, ({ actor, params, origin }) =>
    service.download(actor, params.id, params.licenseId, origin),
  );
}
