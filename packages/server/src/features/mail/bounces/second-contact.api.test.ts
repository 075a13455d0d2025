import { staffInbox } from '@basics/contract/home/inbox.ts';
import { describe, expect, test } from 'vitest';
import { openBounces } from '#server/testing/mail/bounces.ts';
import { databases } from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';

describe.each(databases)('bounced e-mails to the second contact (%s)', (kind) => {
  test('a bounced e-mail to the second contact of a customer is not listed in the inbox of staff as a failed e-mail to the customer', async () => {
    const { portal, outbox, issueAndSend, deliver, report, asSalesman } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    const { id: userId, login } = customer;
    await issueAndSend(customer, 'ONE');
    const contact = { userId, address: 'office@acme.example' };
    await portal.database.kysely.insertInto('reminderContacts').values(contact).execute();
    await outbox.queue({
      kind: 'secondContactLicenseEnds',
      to: contact.address,
      userId,
      brandId: 'blue',
      firstName: '',
      customer: { userId, name: 'Ada', login, company: 'Acme' },
      tool: 'Basics',
      machineName: 'ONE',
      expiryDate: '2026-04-09',
      daysLeft: 30,
      endsWithGrant: false,
      token: 'stop',
      validUntil: 0,
    });
    await deliver();
    const countFailedMails = async () => {
      const response = await portal.call(staffInbox.inbox, { token: await asSalesman() });
      return staffInbox.inbox.reply.parse(response.body).failedMails.total;
    };
    const [letterToCustomer, letterToContact] = await outbox.rows();
    const reportBounce = (messageId?: string | null) => report(JSON.stringify({ messageId }), 'application/json');
    expect(await reportBounce(letterToContact?.messageId)).toBe('{"bounced":true}');
    expect(await countFailedMails()).toBe(0);
    expect(await reportBounce(letterToCustomer?.messageId)).toBe('{"bounced":true}');
    expect(await countFailedMails()).toBe(1);
  });
});
