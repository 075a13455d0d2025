import { licenses } from '@basics/contract/licenses/licenses.ts';
import { describe, expect, test } from 'vitest';
import type { Letter } from '#server/mail/letter.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import { createReport, openBounces } from '#server/testing/mail/bounces.ts';
import { databases } from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';
import type { Person } from '#server/testing/records/people.ts';

describe.each(databases)('licences in bounced e-mails (%s)', (kind) => {
  test('a bounce of an old e-mail does not change the e-mail state of a licence that a newer e-mail contains', async () => {
    const { portal, outbox, issueAndSend, deliver, report, readLicense } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    const licenseId = await issueAndSend(customer, 'ONE');
    const sendAgain = async () => {
      portal.pass(minutes(10));
      outbox.pass(minutes(10));
      await portal.call(licenses.send, { token: customer.token, params: { id: customer.id, licenseId } });
    };
    const reportBounce = async (index: number) =>
      report(createReport({ returned: [`Message-ID: ${(await outbox.rows())[index]?.messageId}`] }));
    await deliver();
    await sendAgain();
    expect(await reportBounce(0)).toBe('{"bounced":true}');
    expect(await readLicense(licenseId)).toMatchObject({ mail: 'queued' });
    await deliver();
    await sendAgain();
    await deliver();
    expect(await reportBounce(1)).toBe('{"bounced":true}');
    expect(await readLicense(licenseId)).toMatchObject({ mail: 'sent' });
    expect(await reportBounce(2)).toBe('{"bounced":true}');
    expect(await readLicense(licenseId)).toMatchObject({ mail: 'failed' });
    expect((await outbox.rows()).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
  });

  test('a bounce of an old e-mail with several files changes only the licences that no newer e-mail contains', async () => {
    const { portal, outbox, issueAndSend, deliver, report, readLicense } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    const licenseIds = [await issueAndSend(customer, 'ONE'), await issueAndSend(customer, 'TWO')];
    const reportBounce = async (index: number) =>
      report(createReport({ returned: [`Message-ID: ${(await outbox.rows())[index]?.messageId}`] }));
    const readMailStates = async () => {
      const mailStates = [];
      for (const id of licenseIds) mailStates.push((await readLicense(id)).mail);
      return mailStates;
    };
    await deliver();
    outbox.pass(minutes(10));
    await outbox.queue(createRenewalPack(customer, licenseIds));
    await deliver();
    expect(await reportBounce(1)).toBe('{"bounced":true}');
    expect(await readMailStates()).toEqual(['sent', 'sent']);
    outbox.pass(minutes(10));
    await outbox.queue(createRenewalPack(customer, licenseIds.slice(0, 1)));
    await deliver();
    expect(await reportBounce(2)).toBe('{"bounced":true}');
    expect(await readMailStates()).toEqual(['sent', 'failed']);
  });
});

const createRenewalPack = ({ id, login }: Person, licenseIds: readonly number[]): Letter => ({
  kind: 'renewalPack',
  to: login,
  userId: id,
  brandId: 'blue',
  firstName: 'Ada',
  company: '',
  licenses: licenseIds.map((licenseId) => ({
    licenseId,
    tool: 'Basics',
    machineName: `PC ${licenseId}`,
    expiryDate: '2027-03-10',
    code: 'CODE',
    file: { name: `${licenseId}.lic`, content: 'CODE' },
    owner: { userId: id, name: 'Ada' },
  })),
});
