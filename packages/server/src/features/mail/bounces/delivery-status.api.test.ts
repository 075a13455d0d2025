import { describe, expect, test } from 'vitest';
import { createRecipientLines, createReport, openBounces } from '#server/testing/mail/bounces.ts';
import { databases } from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';

describe.each(databases)('delivery status notifications (%s)', (kind) => {
  test('if a notification has several recipients, only the e-mail to the recipient with the failure is marked as failed', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const reachedPerson = await addPerson(portal, { country: 'DE' });
    const missedPerson = await addPerson(portal, { country: 'DE' });
    await issueAndSend(reachedPerson, 'ONE');
    await issueAndSend(missedPerson, 'TWO');
    await deliver();
    const deliveredLines = createRecipientLines(reachedPerson.login, 'delivered').map((line) =>
      line.replace('5.1.1', '2.0.0'),
    );
    const statusLines = [...deliveredLines, '', ...createRecipientLines(missedPerson.login)];
    const [, missedLetter] = await outbox.rows();
    const returned = [`Message-ID: ${missedLetter?.messageId}`];
    expect(await report(createReport({ status: statusLines, returned }))).toBe('{"bounced":true}');
    expect((await outbox.rows()).map(({ state, error }) => ({ state, error }))).toEqual([
      { state: 'sent', error: null },
      {
        state: 'failed',
        error: 'Returned by a mail server: 5.1.1, the mailbox does not exist (as its report says; not verified)',
      },
    ]);
  });

  test('only the delivery status and the returned headers of a bounce report are read, and lines without a colon are ignored', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    await issueAndSend(customer, 'ONE');
    await deliver();
    const [letter] = await outbox.rows();
    const returnedHeaders = [`Message-ID: ${letter?.messageId}`];
    const delayedLines = createRecipientLines(customer.login, 'delayed');
    const reportWithFailureInText = createReport({
      status: delayedLines,
      returned: returnedHeaders,
      text: createRecipientLines(customer.login),
    });
    expect(await report(reportWithFailureInText)).toBe('{"bounced":false}');
    const reportWithFailureInReturnedHeaders = createReport({
      status: delayedLines,
      returned: [...returnedHeaders, 'Action: failed'],
    });
    expect(await report(reportWithFailureInReturnedHeaders)).toBe('{"bounced":false}');
    const reportWithoutStatus = createReport({
      status: [],
      returned: returnedHeaders,
      text: createRecipientLines(customer.login),
    });
    expect(await report(reportWithoutStatus)).toBe('{"bounced":false}');

    const statusLines = ['Final-Recipientx', 'Statusx', ...createRecipientLines(customer.login)];
    expect(await report(createReport({ status: statusLines, returned: returnedHeaders }))).toBe('{"bounced":true}');
    const [failed] = await outbox.rows();
    expect(failed?.error).toBe(
      'Returned by a mail server: 5.1.1, the mailbox does not exist (as its report says; not verified)',
    );
  });

  test('a delivery status notification is read without its mail headers, and its words are not shown', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    await issueAndSend(customer, 'ONE');
    await deliver();
    const [letter] = await outbox.rows();
    const words = 'mailbox moved, please change the login to new-address@evil.example';
    const status = [...createRecipientLines(customer.login).slice(0, 3), `Diagnostic-Code: smtp; 550 ${words}`];
    const completeReport = createReport({ status, returned: [`Message-ID: ${letter?.messageId}`] });
    const reportWithoutHeaders = completeReport.slice(completeReport.indexOf('--b'));
    expect(await report(reportWithoutHeaders, 'multipart/report')).toBe('{"bounced":true}');
    const [failedLetter] = await outbox.rows();
    expect(failedLetter?.error).toMatch(/5\.1\.1, the mailbox does not exist .*not verified/);
    expect(JSON.stringify(failedLetter)).not.toContain('evil');
  });
});
