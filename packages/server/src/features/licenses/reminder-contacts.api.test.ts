import { license as licenseShape, licenses } from '@basics/contract/licenses.ts';
import { reminderContacts } from '@basics/contract/reminder-contacts.ts';
import { describe, expect, test } from 'vitest';
import { sendExpiryReminders } from '#server/jobs/send-expiry-reminders.ts';
import { days, hours } from '#server/platform/clock.ts';
import { databases } from '#server/testing/databases.ts';
import { createCode, machine } from '#server/testing/machine.ts';
import { openOutbox } from '#server/testing/outbox.ts';
import { addPerson } from '#server/testing/people.ts';
import { listLetters, openStaffed } from '#server/testing/staff.ts';

describe.each(databases)('the second contact for reminders on %s', (kind) => {
  test('the owner and staff in scope set it, and it gets the reminders of the schedule until it is removed', async () => {
    const { portal, asAda } = await openStaffed(kind);
    const owner = await addPerson(portal, { country: 'DE', login: 'owner@acme.example' });
    const foreign = await addPerson(portal, { country: 'FR' });
    const set = async (token: string, id: number, address: string | null) =>
      (await portal.call(reminderContacts.setReminderContact, { token, params: { id }, body: { address } })).status;
    const read = (token: string, id: number) =>
      portal.call(reminderContacts.reminderContact, { token, params: { id } });
    expect(await set(asAda, foreign.id, 'office@acme.example')).toBe(404);
    expect((await read(asAda, foreign.id)).status).toBe(404);
    expect(await set(foreign.token, owner.id, 'office@acme.example')).toBe(404);
    expect(await set(asAda, owner.id, 'no address')).toBe(422);
    expect(await set(asAda, owner.id, 'first@acme.example')).toBe(200);
    expect(await set(owner.token, owner.id, 'office@acme.example')).toBe(200);
    expect((await read(asAda, owner.id)).body).toEqual({ address: 'office@acme.example' });

    const body = { verificationCode: createCode(machine('CAD-07')) };
    const issued = await portal.call(licenses.issue, { token: owner.token, params: { id: owner.id }, body });
    const lastDay = Date.parse(licenseShape.parse(issued.body).expiryDate);
    const { database } = portal;
    const remind = async (daysBefore: number) => {
      const before = (await listLetters(portal)).length;
      const clock = () => lastDay - days(daysBefore) + hours(6);
      await sendExpiryReminders({ database, clock, queueLetter: openOutbox(database).queueLetter });
      return (await listLetters(portal)).slice(before);
    };
    expect(await remind(30)).toEqual([
      `licenseEnds to ${owner.login}`,
      'secondContactLicenseEnds to office@acme.example',
    ]);
    // The second contact does not depend on whether the owner receives mail.
    await database.kysely.updateTable('users').set({ canReceiveMail: 0 }).where('id', '=', owner.id).execute();
    expect(await remind(14)).toEqual([
      'customerLicenseEnds to ada@portal.example',
      'secondContactLicenseEnds to office@acme.example',
    ]);
    const countWaiting = async () =>
      (await listLetters(portal)).filter((letter) => letter.startsWith('secondContactLicenseEnds')).length;
    expect(await countWaiting()).toBe(2);
    expect(await set(owner.token, owner.id, null)).toBe(200);
    expect(await countWaiting()).toBe(0);
    expect(await remind(7)).toEqual(['customerLicenseEnds to ada@portal.example']);
    expect(await set(owner.token, owner.id, 'a@acme.example')).toBe(200);
    expect(await set(owner.token, owner.id, 'b@acme.example')).toBe(200);
    expect(await set(owner.token, owner.id, 'c@acme.example')).toBe(429);
  });

  test('a customer names only addresses of the domain of a company, and staff in scope name any', async () => {
    const { portal, asAda } = await openStaffed(kind);
    const owner = await addPerson(portal, { country: 'DE', login: 'owner@Acme.example' });
    const reader = await addPerson(portal, { country: 'DE', login: 'reader@gmail.com' });
    const set = async (token: string, id: number, address: string | null) => {
      const answer = await portal.call(reminderContacts.setReminderContact, {
        token,
        params: { id },
        body: { address },
      });
      return [answer.status, answer.body];
    };
    const message = 'Enter an address with the domain of your company, or ask your salesman to enter this one.';
    const refused = [422, expect.objectContaining({ code: 'INVALID', fields: { address: message } })];
    expect(await set(owner.token, owner.id, 'office@other.example')).toEqual(refused);
    expect(await set(owner.token, owner.id, 'office@sub.acme.example')).toEqual(refused);
    expect(await set(reader.token, reader.id, 'stranger@gmail.com')).toEqual(refused);
    expect(await set(owner.token, owner.id, 'Office@ACME.example')).toEqual([200, { address: 'Office@ACME.example' }]);
    expect(await set(asAda, reader.id, 'office@other.example')).toEqual([200, { address: 'office@other.example' }]);
    expect(await set(reader.token, reader.id, null)).toEqual([200, { address: null }]);
  });
});
