import { describe, expect, test } from 'vitest';
import { createRecipientLines, createReport, openBounces } from '#server/testing/bounces.ts';
import { databases } from '#server/testing/databases.ts';
import { addPerson } from '#server/testing/people.ts';

describe.each(databases)('delivery status notifications on %s', (kind) => {
  test('of several recipients, the letter to the one whose block reports the failure becomes failed', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const reached = await addPerson(portal, { country: 'DE' });
    const missed = await addPerson(portal, { country: 'DE' });
    await issueAndSend(reached, 'ONE');
    await issueAndSend(missed, 'TWO');
    await deliver();
    const delivered = createRecipientLines(reached.login, 'delivered').map((line) => line.replace('5.1.1', '2.0.0'));
    const status = [...delivered, '', ...createRecipientLines(missed.login)];
    expect(await report(createReport({ status }))).toBe('{"bounced":true}');
    expect((await outbox.rows()).map(({ state, error }) => ({ state, error }))).toEqual([
      { state: 'sent', error: null },
      { state: 'failed', error: 'Returned by the mail server: 5.1.1 550 5.1.1 No such mailbox' },
    ]);
  });

  test('only the delivery status and the returned headers are read, and no line without a colon', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    await issueAndSend(customer, 'ONE');
    await deliver();
    const [letter] = await outbox.rows();
    const returned = [`Message-ID: ${letter?.messageId}`];
    const delayed = createRecipientLines(customer.login, 'delayed');
    const asText = createReport({ status: delayed, returned, text: createRecipientLines(customer.login) });
    expect(await report(asText)).toBe('{"bounced":false}');
    const asReturned = createReport({ status: delayed, returned: [...returned, 'Action: failed'] });
    expect(await report(asReturned)).toBe('{"bounced":false}');
    const withoutStatus = createReport({ status: [], returned, text: createRecipientLines(customer.login) });
    expect(await report(withoutStatus)).toBe('{"bounced":false}');

    const status = ['Final-Recipientx', 'Statusx', ...createRecipientLines(customer.login)];
    expect(await report(createReport({ status, returned }))).toBe('{"bounced":true}');
    const [failed] = await outbox.rows();
    expect(failed?.error).toBe('Returned by the mail server: 5.1.1 550 5.1.1 No such mailbox');
  });

  test('a delivery status without the parts of a mail is read, as the lines alone and as parts alone', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    await issueAndSend(customer, 'ONE');
    await issueAndSend(customer, 'TWO');
    await deliver();
    const status = createRecipientLines(customer.login);
    const lines = ['Reporting-MTA: dns; mail.example', '', ...status].join('\r\n');
    expect(await report(lines, 'message/delivery-status')).toBe('{"bounced":true}');
    const [first] = await outbox.rows();
    const whole = createReport({ status, returned: [`Message-ID: ${first?.messageId}`] });
    const parts = whole.slice(whole.indexOf('--b'));
    expect(await report(parts, 'multipart/report')).toBe('{"bounced":true}');
    expect((await outbox.rows()).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });
});
