import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { describe, expect, test } from 'vitest';
import { days, hours } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase, type DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { openPortal } from '#server/testing/portal.ts';
import { createHelpRequestRow } from '#server/testing/database/rows.ts';
import { slowDownDatabase } from '#server/testing/database/slow-database.ts';
import { openMailServer } from '#server/testing/mail/smtp.ts';
import { assignSalesman, listLetters } from '#server/testing/records/staff.ts';
import { sendDigests } from './send-digests.ts';

const monday = Date.parse('2026-03-16T06:00:00Z');

/** Opens a portal with a salesman for Basics Blue in Germany. */
async function openWithSalesman(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind));
  const outbox = openOutbox(portal.database);
  const simon = await addPerson(portal, { profileId: 2, login: 'simon@portal.example' });
  await assignSalesman(portal.database, simon.id, 'DE', 'blue');
  const runJob = (at: number, database = portal.database) =>
    sendDigests({ database, clock: () => at, queueLetter: outbox.queueLetter });
  const addRequest = (login: string, daysAgo: number, country = 'DE') =>
    portal.addUser({ login, status: 'pending', country }).then((id) =>
      portal.database.kysely
        .updateTable('users')
        .set({ requestDate: monday - days(daysAgo) })
        .where('id', '=', id)
        .execute(),
    );
  return { portal, outbox, simon, run: runJob, request: addRequest };
}

async function addLicence(
  portal: Awaited<ReturnType<typeof openPortal>>,
  name: string,
  country: string,
  daysLeft: number,
) {
  const customer = await addPerson(portal, { login: `${name}@customer.example`, country });
  const body = { verificationCode: createCode(createMachine(`PC-${name}`)) };
  const response = await portal.call(licenses.issue, { token: customer.token, params: { id: customer.id }, body });
  const { licenseId } = licenseShape.parse(response.body);
  const expiresAt = monday + days(daysLeft);
  await portal.database.kysely.updateTable('licenses').set({ expiresAt }).where('id', '=', licenseId).execute();
  return customer;
}

describe.each(databases)('the weekly digest of a salesman (%s)', (kind) => {
  test('the Monday digest lists help requests, requests, expiring licences and unused invitations of a salesman, as text and as HTML', async () => {
    const { portal, outbox, simon, run: runJob, request: addRequest } = await openWithSalesman(kind);
    await addRequest('late@customer.example', 12);
    await addRequest('young@customer.example', 1);
    await addRequest('foreign@customer.example', 3, 'NO');
    const customerWithQuestion = await addLicence(portal, 'ending', 'DE', 20);
    await addLicence(portal, 'lasting', 'DE', 40);
    await addLicence(portal, 'foreign-ending', 'NO', 20);
    const invited = await addPerson(portal, { login: 'invited@customer.example' });
    const { kysely } = portal.database;
    await kysely.updateTable('users').set({ status: 'approved' }).where('id', '=', invited.id).execute();
    await kysely
      .insertInto('helpRequests')
      .values(
        createHelpRequestRow({ userId: customerWithQuestion.id, askedAt: monday - days(2), machineName: 'CAD-09' }),
      )
      .execute();
    await runJob(monday);
    const server = await openMailServer();
    outbox.pass(days(7));
    await outbox.deliver(server.url);
    const [mail] = server.receivedMails;
    expect(mail?.to).toEqual([simon.login]);
    expect(mail?.headers.get('from')).toContain('Basics Blue');
    const [row] = await outbox.rows();
    expect(row?.subject).toBe(
      'This week: 1 help request, 2 requests to decide, 1 licence that expires soon, 1 unused invitation',
    );
    expect(row?.text).toContain('Test late: for 12 days\nTest young: for 1 day\n');
    expect(row?.text).toContain('Test ending, CAD-09: for 2 days\n');
    expect(row?.text).toContain('Test ending, PC-ending: 5 April 2026\n');
    expect(row?.text).toContain('Test invited: for 5 days\n');
    for (const hiddenName of ['foreign', 'lasting']) expect(row?.text).not.toContain(hiddenName);
    for (const path of ['/help-requests', '/requests', '/licenses/renewals', '/users?status=approved'])
      expect(row?.html).toContain(`href="https://portal.example${path}"`);
    const auditEntry = kysely.selectFrom('audit').selectAll().where('action', '=', 'user.digest');
    expect(await auditEntry.execute()).toMatchObject([{ actorId: null, subjectId: String(simon.id) }]);
  });

  test('a salesman gets one digest a week, even if several processes run the job at the same time', async () => {
    const { portal, run: runJob, request: addRequest } = await openWithSalesman(kind);
    await addRequest('late@customer.example', 12);
    const slowDatabase = slowDownDatabase(portal.database, 10);
    await Promise.all([runJob(monday, slowDatabase), runJob(monday, slowDatabase), runJob(monday, slowDatabase)]);
    await runJob(monday + hours(3));
    expect(await listLetters(portal)).toEqual(['salesmanDigest to simon@portal.example']);
    await runJob(monday + days(7));
    expect(await listLetters(portal)).toHaveLength(2);
  });

  test('the deputy of an absent salesman gets the digest, which names the salesman', async () => {
    const { portal, outbox, simon, run: runJob, request: addRequest } = await openWithSalesman(kind);
    const deputy = await addPerson(portal, { profileId: 2, login: 'deputy@portal.example' });
    const absenceDays = { firstDay: '2026-03-16', lastDay: '2026-03-17' };
    await portal.database.kysely
      .insertInto('absences')
      .values({ salesmanId: simon.id, deputyId: deputy.id, ...absenceDays, namedBy: simon.id, namedAt: 0 })
      .execute();
    await addRequest('late@customer.example', 12);
    await runJob(monday);
    await runJob(monday + hours(1));
    expect(await listLetters(portal)).toEqual(['salesmanDigest to deputy@portal.example']);
    expect((await outbox.rows())[0]?.text).toContain('as the deputy of Test simon');
  });

  test('the digest is not sent on Mondays before six in the morning (UTC), and not on other days', async () => {
    const { portal, run: runJob, request: addRequest } = await openWithSalesman(kind);
    await addRequest('late@customer.example', 12);
    await runJob(monday - 1);
    for (const daysLater of [1, 2, 3, 4, 5, 6]) await runJob(monday + days(daysLater));
    expect(await listLetters(portal)).toEqual([]);
  });

  test('a salesman without open work gets no digest, even if a request arrives later that day', async () => {
    const { portal, run: runJob, request: addRequest } = await openWithSalesman(kind);
    await addRequest('foreign@customer.example', 3, 'NO');
    await runJob(monday);
    await addRequest('late@customer.example', 0);
    await runJob(monday + hours(5));
    expect(await listLetters(portal)).toEqual([]);
  });

  test('a user who cannot receive mail or is not active gets no digest', async () => {
    const { portal, simon, run: runJob, request: addRequest } = await openWithSalesman(kind);
    await addRequest('late@customer.example', 12);
    const updateSalesman = (columns: { canReceiveMail?: 0 | 1; status?: 'active' | 'suspended' }) =>
      portal.database.kysely.updateTable('users').set(columns).where('id', '=', simon.id).execute();
    await updateSalesman({ canReceiveMail: 0 });
    await runJob(monday);
    await updateSalesman({ canReceiveMail: 1, status: 'suspended' });
    await runJob(monday);
    expect(await listLetters(portal)).toEqual([]);
    await updateSalesman({ status: 'active' });
    await runJob(monday);
    expect(await listLetters(portal)).toHaveLength(1);
  });
});
