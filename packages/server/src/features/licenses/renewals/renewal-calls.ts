import type { Body, Query } from '@basics/contract/endpoint.ts';
import type { renewals } from '@basics/contract/renewals.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { changeReminderContact, readReminderContact } from '../reminder-contacts.ts';
import { stopReminders } from '../second-contact.ts';
import type { RenewContext } from '../renew-license.ts';
import { findRenewalWeeks } from './find-renewal-weeks.ts';
import { remindOwners } from './remind-owners.ts';
import { sendRenewalPack } from './send-renewal-pack.ts';

type Dependencies = Omit<RenewContext, 'actor' | 'origin' | 'now'>;

/** Returns the calls of the page for renewals, and the calls about the second contact for reminders. */
export const createRenewalCalls = (dependencies: Dependencies, clock: Clock) => ({
  renewalWeeks: (actor: Actor, query: Query<typeof renewals.renewalWeeks>) =>
    findRenewalWeeks(dependencies.database.kysely, actor, { from: query.from, after: query.after, now: clock() }),

  remindOwners: (actor: Actor, body: Body<typeof renewals.remindOwners>, origin: Origin) =>
    remindOwners({ ...dependencies, actor, origin, at: clock() }, body),

  reminderContact: (actor: Actor, userId: number) => readReminderContact(dependencies.database.kysely, actor, userId),

  setReminderContact: (actor: Actor, userId: number, emailAddress: string | null, origin: Origin) =>
    changeReminderContact({ database: dependencies.database, actor, origin, at: clock() }, userId, emailAddress),

  stopReminders: (token: string, origin: Origin) =>
    stopReminders({ database: dependencies.database, origin, at: clock() }, token),

  sendPack: (actor: Actor, userId: number, preview: boolean, origin: Origin) =>
    sendRenewalPack({ ...dependencies, actor, origin, now: clock() }, userId, preview),
});
