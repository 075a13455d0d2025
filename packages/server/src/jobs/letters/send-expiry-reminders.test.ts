import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { describe, expect, test } from 'vitest';
import { formatDay } from '#server/platform/texts/formats.ts';
import { days, hours } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import {
  databases,
  createTestDatabase,
  type DatabaseKind,
  defaultDatabases,
} from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { openPortal, type NewUser } from '#server/testing/portal.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';
import { openMailServer } from '#server/testing/mail/smtp.ts';
import { assignSalesman, listLetters } from '#server/testing/records/staff.ts';
import { sendExpiryReminders } from './send-expiry-reminders.ts';

/**
 * Opens a portal with a customer in Germany who has a licence for the PC CAD-07. `runReminderJob` runs the job at 6:00 UTC,
 * `daysBefore` days before the last day of the licence.
 */
async function openWithLicence(kind: DatabaseKind, owner: Partial<NewUser> = {}) {
  const portal = await openPortal(await createTestDatabase(kind));
  const outbox = openOutbox(portal.database);
  const ada = await addPerson(portal, owner);
  const callInput = { token: ada.token, params: { id: ada.id } };
  const body = { verificationCode: createCode(createMachine('CAD-07')) };
  const { licenseId, expiryDate } = licenseShape.parse(
    (await portal.call(licenses.issue, { ...callInput, body })).body,
  );
  const lastDay = Date.parse(expiryDate);
  const runReminderJob = (daysBefore: number, database = portal.database) =>
    sendExpiryReminders({
      database,
      clock: () => lastDay - days(daysBefore) + hours(6),
      queueLetter: outbox.queueLetter,
    });
  const readSubjects = async () => (await outbox.rows()).map(({ subject }) => subject);
  const subject = `Your licence for Basics on CAD-07 expires on ${formatDay(lastDay)}`;
  return { portal, outbox, ada, licenseId, runReminderJob, readSubjects, subject };
}

const listDaysBefore = (from: number, to: number): number[] =>
  Array.from({ length: from - to + 1 }, (_, at) => from - at);

describe.each(databases)('expiry reminders (%s)', (kind) => {
  test('each reminder (30, 14, 7 and 1 days before a licence expires) is sent once, however often the job runs', async () => {
    const { outbox, ada, runReminderJob, readSubjects, subject, portal, licenseId } = await openWithLicence(kind);
    const sentSubjects: string[] = [];
    for (const day of listDaysBefore(40, -3)) {
      await runReminderJob(day);
      await runReminderJob(day);
      const newSubjects = (await readSubjects()).slice(sentSubjects.length);
      sentSubjects.push(...newSubjects.map((newSubject) => `${day}: ${newSubject}`));
    }
    expect(sentSubjects).toEqual([
      `30: ${subject}`,
      `14: ${subject}`,
      `7: ${subject}`,
      '1: Your licence for Basics on CAD-07 expires tomorrow',
    ]);
    const reminderEntries = selectAuditEntries(portal.database.kysely)
      .selectAll()
      .where('action', '=', 'license.remind');
    expect(await reminderEntries.orderBy('id').execute()).toMatchObject(
      [30, 14, 7, 1].map((daysBefore) => ({
        actorId: null,
        subjectId: String(licenseId),
        after: JSON.stringify({ days: daysBefore, to: 'owner' }),
      })),
    );
    expect((await outbox.rows())[0]?.text).toContain(`https://portal.example/license/${licenseId}?renew=yes`);
    const server = await openMailServer();
    outbox.pass(days(400));
    await outbox.deliver(server.url);
    expect(server.receivedMails.map(({ to }) => to)).toEqual([[ada.login], [ada.login], [ada.login], [ada.login]]);
    expect(server.receivedMails[0]?.sourceText).toContain('CAD-07');
  });

  test('if several reminders of a licence were due while the portal was down, only the last one is sent', async () => {
    const { runReminderJob, readSubjects, subject } = await openWithLicence(kind);
    await runReminderJob(31);
    await runReminderJob(5);
    await runReminderJob(4);
    expect(await readSubjects()).toEqual([subject]);
    await runReminderJob(0);
    expect(await readSubjects()).toEqual([subject, 'Your licence for Basics on CAD-07 expires today']);
  });

  test('a reminder is sent once if three processes run the job at the same time', async () => {
    const { portal, runReminderJob, readSubjects, subject } = await openWithLicence(kind);
    const slowDatabase = slowDownDatabase(portal.database, 10);
    await Promise.all([
      runReminderJob(30, slowDatabase),
      runReminderJob(30, slowDatabase),
      runReminderJob(30, slowDatabase),
    ]);
    expect(await readSubjects()).toEqual([subject]);
  });

  test.each([
    ['was revoked', { revokedAt: 1 }],
    ['was replaced by a newer one', { replacedAt: 1 }],
  ])('no reminder is sent for a licence that %s', async (_, columns) => {
    const { portal, runReminderJob, readSubjects } = await openWithLicence(kind);
    await portal.database.kysely.updateTable('licenses').set(columns).execute();
    await runReminderJob(7);
    expect(await readSubjects()).toEqual([]);
  });

  test('no reminder is sent for a licence of a removed PC, or to a suspended user', async () => {
    const { portal, ada, runReminderJob, readSubjects } = await openWithLicence(kind);
    await portal.database.kysely.updateTable('machines').set({ releasedAt: 1 }).execute();
    await runReminderJob(7);
    await portal.database.kysely.updateTable('machines').set({ releasedAt: null }).execute();
    await portal.database.kysely.updateTable('users').set({ status: 'suspended' }).where('id', '=', ada.id).execute();
    await runReminderJob(7);
    expect(await readSubjects()).toEqual([]);
    await portal.database.kysely.updateTable('users').set({ status: 'active' }).where('id', '=', ada.id).execute();
    await runReminderJob(7);
    expect(await readSubjects()).toHaveLength(1);
  });

  test('the reminders of a licence with a short term begin in the second half of the term', async () => {
    const { runReminderJob, readSubjects, subject } = await openWithLicence(kind, { profileId: null });
    for (const day of listDaysBefore(30, 0)) await runReminderJob(day);
    expect(await readSubjects()).toEqual([subject, subject, 'Your licence for Basics on CAD-07 expires tomorrow']);
  });

  test("a reminder has no renewal link if the licence is a bridge licence or expires together with the user's tool", async () => {
    const licenceUntilToolEnds = await openWithLicence(kind, { grants: [{ brand: 'blue', validTo: '2026-12-31' }] });
    await licenceUntilToolEnds.runReminderJob(1);
    expect((await licenceUntilToolEnds.outbox.rows())[0]?.text).toContain('Ask for more time');
    const { portal, outbox, runReminderJob, licenseId } = await openWithLicence(kind);
    await portal.database.kysely.updateTable('licenses').set({ isBridge: 1 }).where('id', '=', licenseId).execute();
    await runReminderJob(1);
    expect((await outbox.rows())[0]?.text).toContain('/license/verify');
    expect(
      [...(await outbox.rows()), ...(await licenceUntilToolEnds.outbox.rows())].map(({ text }) => text).join(),
    ).not.toContain('renew=');
  });
});

describe.each(defaultDatabases)('expiry reminders for an owner who cannot receive mail (%s)', (kind) => {
  async function openWithOwnerWithoutMail() {
    const portalWithLicence = await openWithLicence(kind);
    const { portal, ada } = portalWithLicence;
    await portal.database.kysely.updateTable('users').set({ canReceiveMail: 0 }).where('id', '=', ada.id).execute();
    const root = await addPerson(portal, { profileId: 1, login: 'root@portal.example' });
    const salesman = async (name: string, country: string, brand: string) => {
      const { id } = await addPerson(portal, { profileId: 2, login: `${name}@portal.example` });
      await assignSalesman(portal.database, id, country, brand);
      return id;
    };
    return { ...portalWithLicence, root, salesman };
  }

  test('if a customer cannot receive mail, only the salesmen of this customer get the reminder, which names the customer', async () => {
    const { outbox, ada, salesman, runReminderJob, portal } = await openWithOwnerWithoutMail();
    await salesman('near', 'DE', 'blue');
    await salesman('beside', 'DE', 'blue');
    await salesman('otherbrand', 'DE', 'red');
    await salesman('far', 'NO', 'blue');
    await runReminderJob(14);
    await runReminderJob(13);
    expect(await listLetters(portal)).toEqual([
      'customerLicenseEnds to beside@portal.example',
      'customerLicenseEnds to near@portal.example',
    ]);
    expect((await outbox.rows())[0]?.text).toContain(`E-mail: ${ada.login}`);
  });

  test('if a customer who cannot receive mail has no salesman, the administrators get the reminder', async () => {
    const { salesman, runReminderJob, portal } = await openWithOwnerWithoutMail();
    await salesman('otherbrand', 'DE', 'red');
    await runReminderJob(1);
    expect(await listLetters(portal)).toEqual(['customerLicenseEnds to root@portal.example']);
  });

  test('if neither the customer nor the salesman can receive mail, nobody gets the reminder', async () => {
    const { salesman, runReminderJob, portal } = await openWithOwnerWithoutMail();
    const id = await salesman('near', 'DE', 'blue');
    await portal.database.kysely.updateTable('users').set({ canReceiveMail: 0 }).where('id', '=', id).execute();
    await runReminderJob(1);
    expect(await listLetters(portal)).toEqual([]);
  });
});
