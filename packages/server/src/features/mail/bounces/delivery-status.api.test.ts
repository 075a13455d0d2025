import { describe, expect, test } from 'vitest';
import { createRecipientLines, createReport, openBounces } from '#server/testing/bounces.ts';
import { databases } from '#server/testing/databases.ts';
import { addPerson } from '#server/testing/people.ts';

describe.each(databases)('delivery status notifications (%s)', (kind) => {
  test('if a notification has several recipients, only the e-mail to the recipient with the failure becomes failed', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const reachedPerson = await addPerson(portal, { country: 'DE' });
    const missedPerson = await addPerson(portal, { country: 'DE' });
    await issueAndSend(reachedPerson, 'ONE');
    await issueAndSend(missedPerson, 'TWO');
    await deliver();
    const deliveredLines = createRecipientLines(reachedPerson.login, 'delivered').map((line) =>
      line.replace('5.1.1', '2.0.0'),
    );
    const status = [...deliveredLines, '', ...createRecipientLines(missedPerson.login)];
    expect(await report(createReport({ status }))).toBe('{"bounced":true}');
    expect((await outbox.rows()).map(({ state, error }) => ({ state, error }))).toEqual([
      { state: 'sent', error: null },
      { state: 'failed', error: 'Returned by the mail server: 5.1.1 550 5.1.1 No such mailbox' },
    ]);
  });

  test('only the delivery status and the returned headers are read, and lines without a colon are ignored', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    await issueAndSend(customer, 'ONE');
    await deliver();
    const [letter] = await outbox.rows();
    const returnedHeaders = [`Message-ID: ${letter?.messageId}`];
    const delayedLines = createRecipientLines(customer.login, 'delayed');
    const reportAsText = createReport({
      status: delayedLines,
      returned: returnedHeaders,
      text: createRecipientLines(customer.login),
    });
    expect(await report(reportAsText)).toBe('{"bounced":false}');
    const reportInReturned = createReport({ status: delayedLines, returned: [...returnedHeaders, 'Action: failed'] });
    expect(await report(reportInReturned)).toBe('{"bounced":false}');
    const withoutStatus = createReport({
      status: [],
      returned: returnedHeaders,
      text: createRecipientLines(customer.login),
    });
    expect(await report(withoutStatus)).toBe('{"bounced":false}');

    const status = ['Final-Recipientx', 'Statusx', ...createRecipientLines(customer.login)];
    expect(await report(createReport({ status, returned: returnedHeaders }))).toBe('{"bounced":true}');
    const [failed] = await outbox.rows();
    expect(failed?.error).toBe('Returned by the mail server: 5.1.1 550 5.1.1 No such mailbox');
  });

  test('a delivery status is read without the headers of the e-mail, and when it is sent without other parts', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    await issueAndSend(customer, 'ONE');
    await issueAndSend(customer, 'TWO');
    await deliver();
    const status = createRecipientLines(customer.login);
    const statusText = ['Reporting-MTA: dns; mail.example', '', ...status].join('\r\n');
    expect(await report(statusText, 'message/delivery-status')).toBe('{"bounced":true}');
    const [first] = await outbox.rows();
    const completeReport = createReport({ status, returned: [`Message-ID: ${first?.messageId}`] });
    const reportParts = completeReport.slice(completeReport.indexOf('--b'));
    expect(await report(reportParts, 'multipart/report')).toBe('{"bounced":true}');
    expect((await outbox.rows()).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });
});
