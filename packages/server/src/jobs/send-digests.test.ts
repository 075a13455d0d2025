import { license as licenseShape, licenses } from '@basics/contract/licenses.ts';
import { describe, expect, test } from 'vitest';
import { days, hours } from '#server/platform/clock.ts';
import { databases, createTestDatabase } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { createCode, machine } from '#server/testing/machine.ts';
import { openOutbox } from '#server/testing/outbox.ts';
import { addPerson } from '#server/testing/people.ts';
import { openPortal } from '#server/testing/portal.ts';
import { createHelpRequestRow } from '#server/testing/rows.ts';
import { slowDown } from '#server/testing/slow-database.ts';
import { openMailServer } from '#server/testing/smtp.ts';
import { assign, listLetters } from '#server/testing/staff.ts';
import { sendDigests } from './send-digests.ts';

const monday = Date.parse('2026-03-16T06:00:00Z');

/** A portal with a salesman of Germany for Basics Blue; `run` runs the job at a time. */
async function openStaffed(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind));
  const outbox = openOutbox(portal.database);
  const simon = await addPerson(portal, { profileId: 2, login: 'simon@portal.example' });
  await assign(portal.database, simon.id, 'DE', 'blue');
  const run = (at: number, database = portal.database) =>
    sendDigests({ database, clock: () => at, queueLetter: outbox.queueLetter });
  const request = (login: string, daysAgo: number, country = 'DE') =>
    portal.addUser({ login, status: 'pending', country }).then((id) =>
      portal.database.kysely
        .updateTable('users')
        .set({ requestDate: monday - days(daysAgo) })
        .where('id', '=', id)
        .execute(),
    );
  return { portal, outbox, simon, run, request };
}

async function addLicence(portal: Awaited<ReturnType<typeof openPortal>>, name: string, country: string, left: number) {
  const who = await addPerson(portal, { login: `${name}@customer.example`, country });
  const body = { verificationCode: createCode(machine(`PC-${name}`)) };
  const answer = await portal.ask(licenses.issue, { token: who.token, params: { id: who.id }, body });
  const { licenseId } = licenseShape.parse(answer.body);
  const expiresAt = monday + days(left);
  await portal.database.kysely.updateTable('licenses').set({ expiresAt }).where('id', '=', licenseId).execute();
  return who;
}

describe.each(databases)('the digest of a salesman on %s', (kind) => {
  test('the digest lists on Mondays the open matters of a salesman, in their brand, as text and as HTML', async () => {
    const { portal, outbox, simon, run, request } = await openStaffed(kind);
    await request('late@customer.example', 12);
    await request('young@customer.example', 1);
    await request('foreign@customer.example', 3, 'NO');
    const asking = await addLicence(portal, 'ending', 'DE', 20);
    await addLicence(portal, 'lasting', 'DE', 40);
    await addLicence(portal, 'foreign-ending', 'NO', 20);
    const invited = await addPerson(portal, { login: 'invited@customer.example' });
    const { kysely } = portal.database;
    await kysely.updateTable('users').set({ status: 'approved' }).where('id', '=', invited.id).execute();
    await kysely
      .insertInto('helpRequests')
      .values(createHelpRequestRow({ userId: asking.id, askedAt: monday - days(2), machineName: 'CAD-09' }))
      .execute();
    await run(monday);
    const server = await openMailServer();
    outbox.pass(days(7));
    await outbox.deliver(server.url);
    const [mail] = server.arrived;
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
    for (const other of ['foreign', 'lasting']) expect(row?.text).not.toContain(other);
    expect(row?.html).toContain('href="https://portal.example/help-requests"');
    const trace = kysely.selectFrom('audit').selectAll().where('action', '=', 'user.digest');
    expect(await trace.execute()).toMatchObject([{ actorId: null, subjectId: String(simon.id) }]);
  });

  test('the digest is sent once a week, also by processes that look at the same moment', async () => {
    const { portal, run, request } = await openStaffed(kind);
    await request('late@customer.example', 12);
    const slow = slowDown(portal.database, 10);
    await Promise.all([run(monday, slow), run(monday, slow), run(monday, slow)]);
    await run(monday + hours(3));
    expect(await listLetters(portal)).toEqual(['salesmanDigest to simon@portal.example']);
    await run(monday + days(7));
    expect(await listLetters(portal)).toHaveLength(2);
  });

  test('the digest is not sent before six in the morning, nor on another day', async () => {
    const { portal, run, request } = await openStaffed(kind);
    await request('late@customer.example', 12);
    await run(monday - 1);
    for (const later of [1, 2, 3, 4, 5, 6]) await run(monday + days(later));
    expect(await listLetters(portal)).toEqual([]);
  });

  test('a salesman without open matters gets no digest, even if one arrives later that day', async () => {
    const { portal, run, request } = await openStaffed(kind);
    await request('foreign@customer.example', 3, 'NO');
    await run(monday);
    await request('late@customer.example', 0);
    await run(monday + hours(5));
    expect(await listLetters(portal)).toEqual([]);
  });

  test('a user who cannot receive mail or is not active gets no digest', async () => {
    const { portal, simon, run, request } = await openStaffed(kind);
    await request('late@customer.example', 12);
    const set = (columns: { canReceiveMail?: 0 | 1; status?: 'active' | 'suspended' }) =>
      portal.database.kysely.updateTable('users').set(columns).where('id', '=', simon.id).execute();
    await set({ canReceiveMail: 0 });
    await run(monday);
    await set({ canReceiveMail: 1, status: 'suspended' });
    await run(monday);
    expect(await listLetters(portal)).toEqual([]);
    await set({ status: 'active' });
    await run(monday);
    expect(await listLetters(portal)).toHaveLength(1);
  });
});
