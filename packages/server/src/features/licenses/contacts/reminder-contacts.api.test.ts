import { createHash } from 'node:crypto';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import { mail } from '@basics/contract/mail/mail.ts';
import { reminderContacts } from '@basics/contract/licenses/reminder-contacts.ts';
import { describe, expect, test } from 'vitest';
import { sendExpiryReminders } from '#server/jobs/letters/send-expiry-reminders.ts';
import type { Letter } from '#server/mail/letter.ts';
import { days, hours } from '#server/platform/clock/clock.ts';
import { defaultDatabases } from '#server/testing/database/databases.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { readNewestMail } from '#server/testing/records/mail.ts';
import { createLetter, openOutbox } from '#server/testing/mail/outbox.ts';
import { noon } from '#server/testing/portal.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import { openMailServer } from '#server/testing/mail/smtp.ts';
import { listLetters, openStaffedPortal } from '#server/testing/records/staff.ts';

describe.each(defaultDatabases)('the second contact for reminders (%s)', (kind) => {
  test('the owner, and staff with the owner in scope, can set the second contact, which gets the scheduled reminders until it is removed', async () => {
    const { portal, asAda } = await openStaffedPortal(kind);
    const owner = await addPerson(portal, { country: 'DE', login: 'owner@acme.example' });
    const frenchCustomer = await addPerson(portal, { country: 'FR' });
    const setContact = async (token: string, id: number, emailAddress: string | null) =>
      (
        await portal.call(reminderContacts.setReminderContact, {
          token,
          params: { id },
          body: { address: emailAddress },
        })
      ).status;
    const readContact = (token: string, id: number) =>
      portal.call(reminderContacts.reminderContact, { token, params: { id } });
    expect(await setContact(asAda, frenchCustomer.id, 'office@acme.example')).toBe(404);
    expect((await readContact(asAda, frenchCustomer.id)).status).toBe(404);
    expect(await setContact(frenchCustomer.token, owner.id, 'office@acme.example')).toBe(404);
    expect(await setContact(asAda, owner.id, 'no address')).toBe(422);
    expect(await setContact(asAda, owner.id, 'first@acme.example')).toBe(200);
    expect(await setContact(owner.token, owner.id, 'office@acme.example')).toBe(200);
    expect((await readContact(asAda, owner.id)).body).toEqual({ address: 'office@acme.example' });

    const body = { verificationCode: createCode(createMachine('CAD-07')) };
    const issueResponse = await portal.call(licenses.issue, { token: owner.token, params: { id: owner.id }, body });
    const lastDay = Date.parse(licenseShape.parse(issueResponse.body).expiryDate);
    const { database } = portal;
    const remind = async (daysBefore: number) => {
      const lettersBefore = (await listLetters(portal)).length;
      const clock = () => lastDay - days(daysBefore) + hours(6);
      await sendExpiryReminders({ database, clock, queueLetter: openOutbox(database).queueLetter });
      return (await listLetters(portal)).slice(lettersBefore);
    };
    expect(await remind(30)).toEqual([
      `licenseEnds to ${owner.login}`,
      'secondContactLicenseEnds to office@acme.example',
    ]);
    // The second contact gets the reminders even if the owner receives no mail.
    await database.kysely.updateTable('users').set({ canReceiveMail: 0 }).where('id', '=', owner.id).execute();
    expect(await remind(14)).toEqual([
      'customerLicenseEnds to ada@portal.example',
      'secondContactLicenseEnds to office@acme.example',
    ]);
    const countLettersToContact = async () =>
      (await listLetters(portal)).filter((letter) => letter.startsWith('secondContactLicenseEnds')).length;
    expect(await countLettersToContact()).toBe(2);
    const stopReminders = async (token: string) =>
      (await portal.call(reminderContacts.stopReminders, { body: { token } })).status;
    const { token: oldToken } = await readNewestMail(portal, 'secondContactLicenseEnds');
    expect(await setContact(owner.token, owner.id, null)).toBe(200);
    expect(await countLettersToContact()).toBe(0);
    expect(await stopReminders(oldToken)).toBe(422);
    expect(await remind(7)).toEqual(['customerLicenseEnds to ada@portal.example']);
    await setContact(owner.token, owner.id, 'last@acme.example');
    expect(await remind(1)).toContain('secondContactLicenseEnds to last@acme.example');
    const { token: stopToken } = await readNewestMail(portal, 'secondContactLicenseEnds');
    expect(await stopReminders(stopToken)).toBe(204);
    expect((await readContact(owner.token, owner.id)).body).toEqual({ address: null });
    expect(await countLettersToContact()).toBe(0);
    expect(await stopReminders(stopToken)).toBe(422);
    // The address whose owner ended the reminders is refused, even if staff enter it. The address of another owner is accepted.
    expect(await setContact(owner.token, owner.id, 'Last@ACME.example')).toBe(422);
    expect(await setContact(asAda, owner.id, 'last@acme.example')).toBe(422);
    expect(await setContact(owner.token, owner.id, 'b@acme.example')).toBe(200);
    expect(await setContact(owner.token, owner.id, 'c@acme.example')).toBe(429);
    portal.pass(days(365));
    expect(await setContact(await createSession(portal, owner), owner.id, 'last@acme.example')).toBe(200);
  });

  test('an address that was refused while the clock of the server was far ahead can be set again', async () => {
    const { portal } = await openStaffedPortal(kind);
    const owner = await addPerson(portal, { country: 'DE', login: 'owner@acme.example' });
    const setContact = async (emailAddress: string) =>
      (
        await portal.call(reminderContacts.setReminderContact, {
          token: owner.token,
          params: { id: owner.id },
          body: { address: emailAddress },
        })
      ).status;
    const addressHash = createHash('sha256').update('office@acme.example').digest('hex');
    const stoppedContact = { userId: owner.id, addressHash, refusedUntil: portal.now() + days(365) };
    const { kysely } = portal.database;
    await kysely.insertInto('stoppedContacts').values(stoppedContact).execute();
    expect(await setContact('office@acme.example')).toBe(422);
    await kysely
      .updateTable('stoppedContacts')
      .set({ refusedUntil: portal.now() + days(366) })
      .execute();
    expect(await setContact('office@acme.example')).toBe(200);
  });

  test('e-mails that wait for a second contact are not sent after the contact was replaced or has ended the reminders', async () => {
    const { portal, asRoot } = await openStaffedPortal(kind);
    const owner = await addPerson(portal, { country: 'DE', login: 'owner@acme.example' });
    const outbox = openOutbox(portal.database);
    const server = await openMailServer();
    const setContact = (emailAddress: string) =>
      portal.call(reminderContacts.setReminderContact, {
        token: owner.token,
        params: { id: owner.id },
        body: { address: emailAddress },
      });
    const createReminder = (to: string, token: string): Letter => ({
      ...createLetter({ to, userId: owner.id }),
      kind: 'secondContactRenewalsDue',
      customer: { userId: owner.id, name: 'Ada', login: owner.login, company: 'Acme' },
      licenses: [],
      endsWithGrant: false,
      token,
      validUntil: noon,
    });
    const token = 'b'.repeat(43);
    const hash = createHash('sha256').update(token).digest('hex');
    await setContact('first@acme.example');
    await outbox.queue(createReminder('first@acme.example', token));
    await outbox.deliver(server.url);
    expect(server.receivedMails.map(({ to }) => to)).toEqual([['first@acme.example']]);
    const sendAgain = async () => {
      const [row] = await outbox.rows();
      const response = await portal.call(mail.sendAgain, { token: asRoot, params: { id: row?.id ?? 0 } });
      await outbox.deliver(server.url);
      return response.status;
    };
    expect(await sendAgain()).toBe(200);
    expect(server.receivedMails).toHaveLength(2);
    await setContact('second@acme.example');
    expect(await sendAgain()).toBe(200);
    expect(await outbox.rows()).toEqual([]);

    await outbox.queue(createReminder('second@acme.example', token));
    await outbox.deliver(server.url);
    const reminderStop = { hash, userId: owner.id, expiresAt: portal.now() + days(1) };
    await portal.database.kysely.insertInto('reminderStops').values(reminderStop).execute();
    expect((await portal.call(reminderContacts.stopReminders, { body: { token } })).status).toBe(204);
    expect(await sendAgain()).toBe(200);
    expect(await outbox.rows()).toEqual([]);
    expect(server.receivedMails).toHaveLength(3);
  });

  test('a user of any profile can set only an address of the domain of a company, and staff any address for a customer in scope, who gets an e-mail', async () => {
    const { portal, asAda, asRoot } = await openStaffedPortal(kind);
    const owner = await addPerson(portal, { country: 'DE', login: 'owner@Acme.example' });
    const reader = await addPerson(portal, { country: 'DE', login: 'reader@gmail.com' });
    const setContact = async (token: string, id: number, emailAddress: string | null) => {
      const response = await portal.call(reminderContacts.setReminderContact, {
        token,
        params: { id },
        body: { address: emailAddress },
      });
      return [response.status, response.body];
    };
    const message = 'Enter an address with the domain of your company, or ask your contact to enter this one.';
    const refusedAnswer = [422, expect.objectContaining({ code: 'INVALID', fields: { address: message } })];
    expect(await setContact(owner.token, owner.id, 'office@other.example')).toEqual(refusedAnswer);
    expect(await setContact(owner.token, owner.id, 'office@sub.acme.example')).toEqual(refusedAnswer);
    expect(await setContact(reader.token, reader.id, 'stranger@gmail.com')).toEqual(refusedAnswer);
    expect(await setContact(owner.token, owner.id, 'Office@ACME.example')).toEqual([
      200,
      { address: 'Office@ACME.example' },
    ]);
    expect(await setContact(asAda, reader.id, 'office@other.example')).toEqual([
      200,
      { address: 'office@other.example' },
    ]);
    const { text, to } = await readNewestMail(portal, 'secondContactSet');
    expect([to, text.includes('office@other.example')]).toEqual([reader.login, true]);
    expect(await setContact(reader.token, reader.id, null)).toEqual([200, { address: null }]);
    expect(await setContact(asAda, owner.id, null)).toEqual([200, { address: null }]);
    expect((await listLetters(portal)).filter((letter) => letter.startsWith('secondContactSet'))).toHaveLength(2);
    for (const profileId of [1, 2, 6, 10]) {
      const colleague = await addPerson(portal, { profileId, login: `staff${profileId}@portal.example` });
      expect(await setContact(colleague.token, colleague.id, 'stranger@other.example')).toEqual(refusedAnswer);
    }
    expect(await setContact(asRoot, reader.id, 'office@other.example')).toMatchObject([200, {}]);
  });
});
