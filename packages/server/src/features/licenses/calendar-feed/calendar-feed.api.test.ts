import { licenses } from '@basics/contract/licenses/licenses.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { hours } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase, type DatabaseKind } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { openPortal, password } from '#server/testing/portal.ts';

/**
 * Opens a portal with a customer who has a licence for DESK and a grant with a last day, and another customer with a licence for FOREIGN.
 */
async function openCalendars(kind: DatabaseKind) {
  const portal = await openPortal(await createTestDatabase(kind));
  const root = await addPerson(portal, { profileId: 1 });
  const ada = await addPerson(portal, { grants: [{ brand: 'blue' }, { brand: 'red', validTo: '2026-06-30' }] });
  const otherCustomer = await addPerson(portal);
  for (const [person, pc] of [
    [ada, 'DESK'],
    [otherCustomer, 'FOREIGN'],
  ] as const)
    await portal.call(licenses.issue, {
      token: person.token,
      params: { id: person.id },
      body: { verificationCode: createCode(createMachine(pc)) },
    });
  const createFeed = async (): Promise<string> =>
    licenses.createCalendar.reply.parse((await portal.call(licenses.createCalendar, { token: ada.token })).body).path;
  const fetchFeed = (path: string, headers: Record<string, string> = {}) => portal.http.inject({ url: path, headers });
  const findCalendar = async () => (await portal.call(licenses.calendar, { token: ada.token })).body;
  return { portal, root, ada, create: createFeed, read: fetchFeed, find: findCalendar };
}

describe.each(databases)('the calendar of a user (%s)', (kind) => {
  test('the calendar contains the last days of licences and tools, and no personal data except the names of PCs', async () => {
    const { portal, ada, create, read, find } = await openCalendars(kind);
    expect(await find()).toEqual({ createdAt: null });
    const feedPath = await create();
    expect(await find()).toEqual({ createdAt: '2026-03-10T12:00:00.000Z' });
    const { statusCode, headers, body } = await read(feedPath);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(body.match(/^(DTSTART|SUMMARY).*/gm)?.map((line) => line.trim())).toEqual([
      'DTSTART;VALUE=DATE:20270310',
      'SUMMARY:Basics on DESK: the licence expires',
      'DTSTART;VALUE=DATE:20260630',
      'SUMMARY:Basics for Basics Red ends',
    ]);
    for (const hiddenText of ['FOREIGN', ada.login, 'BV-', 'BL-']) expect(body).not.toContain(hiddenText);
    expect((await read(feedPath, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    const storedFeeds = await portal.database.kysely.selectFrom('calendarFeeds').selectAll().execute();
    expect(JSON.stringify(storedFeeds)).not.toContain(feedPath.slice(10, 53));
  });

  test('a new address of a calendar replaces the old address, and the user can delete the calendar', async () => {
    const { portal, ada, create, read, find } = await openCalendars(kind);
    const firstPath = await create();
    const secondPath = await create();
    expect([(await read(firstPath)).statusCode, (await read(secondPath)).statusCode]).toEqual([404, 200]);
    await portal.call(licenses.endCalendar, { token: ada.token });
    expect([(await read(secondPath)).statusCode, await find()]).toEqual([404, { createdAt: null }]);
  });

  test('a new password ends the address of the calendar, and the user gets an e-mail about a new address', async () => {
    const { portal, ada, create, read } = await openCalendars(kind);
    const feedPath = await create();
    expect((await readNewestMail(portal, 'calendarCreated')).text).toContain('set a new password');
    const newPassword = 'Another-Lantern-28';
    const body = { currentPassword: password, password: newPassword, confirmPassword: newPassword };
    const { status } = await portal.call(session.changePassword, { token: ada.token, body });
    expect(status).toBeLessThan(300);
    expect((await read(feedPath)).statusCode).toBe(404);
  });

  test('a suspended user has no calendar, and reading a calendar too often is refused', async () => {
    const { portal, root, ada, create, read } = await openCalendars(kind);
    const feedPath = await create();
    for (let index = 0; index < 60; index += 1) await read(feedPath);
    expect((await read(feedPath)).statusCode).toBe(429);
    portal.pass(hours(2));
    expect((await read(feedPath)).statusCode).toBe(200);
    const { body } = await portal.call(users.get, { token: root.token, params: { id: ada.id } });
    const { version } = users.get.reply.parse(body);
    await portal.call(users.suspend, { token: root.token, params: { id: ada.id }, body: { version, reason: 'tried' } });
    expect((await read(feedPath)).statusCode).toBe(404);
    const unknownPath = `/calendar/${'x'.repeat(43)}.ics`;
    const statusCodes = [];
    for (let index = 0; index < 25; index += 1) statusCodes.push((await read(unknownPath)).statusCode);
    expect([statusCodes[0], statusCodes.at(-1)]).toEqual([404, 429]);
    expect((await read('/calendar/secret.ics')).statusCode).toBe(404);
  });
});
