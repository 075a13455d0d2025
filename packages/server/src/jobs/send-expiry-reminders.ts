import type { Trx } from '#server/database/database.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import { dayOf, endOfDay } from '#server/features/licenses/calendar.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { days } from '#server/platform/clock.ts';
import { claimReminder, findEnding, findEndingIds } from './expiry-reminders.repository.ts';
import type { Window } from './expiry-reminders.repository.ts';
import type { JobNeeds } from './job-needs.ts';

/** How many calendar days of UTC before its last one somebody is told that a licence ends; the nearest first. */
const steps = [1, 7, 14, 30] as const;

/**
 * Tells of the licences that end, each once at each step. After a time without the portal only the nearest step is told: those before it
 * are over. Any number of processes may do it at once: who writes the reminder's row sends it.
 */
export async function remindOfEnds(needs: JobNeeds): Promise<void> {
  const now = needs.clock();
  let after = now;
  for (const step of steps) {
    const until = endOfDay(now + days(step));
    // In turn: the machine is there for the requests.
    // oxlint-disable-next-line no-await-in-loop
    await remindWithin(needs, { step, after, until }, now);
    after = until;
  }
}

async function remindWithin(needs: JobNeeds, window: Window, now: number): Promise<void> {
  const { database } = needs;
  const due = await findEndingIds(database.kysely, window);
  for (const { id } of due)
    // In turn, and a transaction each, so that nobody waits for all of them.
    // oxlint-disable-next-line no-await-in-loop
    await database.transact((trx) => remind(trx, needs, { id, step: window.step, now }));
}

async function remind(trx: Trx, { queueLetter }: JobNeeds, told: { id: number; step: number; now: number }) {
  const { id, step, now } = told;
  const isFirst = await claimReminder(trx, { licenseId: id, step, at: now });
  const licence = await findEnding(trx, id);
  if (!isFirst || !licence) return;
  const facts = {
    tool: licence.tool,
    machineName: licence.machine,
    expiryDate: dayOf(licence.expires_at),
    daysLeft: Math.round((endOfDay(licence.expires_at) - endOfDay(now)) / days(1)),
  };
  const isTold = licence.can_receive_mail === 1;
  if (isTold) {
    const { login: to, user_id: userId, brand_id: brandId, first_name: firstName } = licence;
    await queueLetter(trx, { kind: 'licenseEnds', to, userId, brandId, firstName, ...facts });
  } else await tellCaretakers(trx, queueLetter, { licence, facts });
  await recordAudit(trx, {
    at: now,
    actorId: null,
    requestId: null,
    action: 'license.remind',
    subject: { kind: 'license', id },
    after: { days: step, to: isTold ? 'owner' : 'caretakers' },
  });
}

type Ending = NonNullable<Awaited<ReturnType<typeof findEnding>>>;
type Facts = { tool: string; machineName: string; expiryDate: string; daysLeft: number };

async function tellCaretakers(
  trx: Trx,
  queueLetter: JobNeeds['queueLetter'],
  { licence, facts }: { licence: Ending; facts: Facts },
): Promise<void> {
  const customer = {
    name: `${licence.first_name} ${licence.last_name}`,
    login: licence.login,
    company: licence.company,
  };
  const { people } = await findCaretakers(trx, licence);
  for (const person of people.filter(({ id }) => id !== licence.user_id))
    await queueLetter(trx, {
      kind: 'customerLicenseEnds',
      to: person.login,
      userId: person.id,
      brandId: person.brand_id,
      firstName: person.first_name,
      customer,
      ...facts,
    });
}
