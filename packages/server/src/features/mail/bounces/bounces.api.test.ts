import { staffInbox } from '@basics/contract/home/inbox.ts';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/platform/clock/clock.ts';
import { createRecipientLines, createReport, openBounces } from '#server/testing/mail/bounces.ts';
import { databases } from '#server/testing/database/databases.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';

describe.each(databases)('bounces (%s)', (kind) => {
  test('the licence and the inbox of the salesman show a bounced e-mail as failed; a bounce report with a wrong token is refused', async () => {
    const { portal, deliver, issueAndSend, readLicense, report, asSalesman } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    const frenchCustomer = await addPerson(portal, { country: 'FR' });
    const licenseId = await issueAndSend(customer, 'ONE');
    await issueAndSend(frenchCustomer, 'FAR');
    await deliver();
    const rows = await portal.database.kysely.selectFrom('outbox').select(['messageId', 'userId', 'state']).execute();
    expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent']);
    const messageId = rows.find(({ userId }) => userId === customer.id)?.messageId ?? '';

    const returnedHeaders = [`Message-Id: ${messageId}`];
    const failedReport = createReport({ returned: returnedHeaders });
    const delayedReport = createReport({
      returned: returnedHeaders,
      status: createRecipientLines(customer.login, 'delayed'),
    });
    expect(await report(failedReport, 'message/rfc822', 'a wrong token')).toBe(404);
    expect(await report(delayedReport)).toBe('{"bounced":false}');
    expect(await report('{"messageId":"<unknown@x.example>"}', 'application/json')).toBe('{"bounced":false}');
    expect(await report('{"reason":"nothing else"}', 'application/json')).toBe('{"bounced":false}');

    expect(await readLicense(licenseId)).toMatchObject({ mail: 'sent', delivery: { error: null, openedSince: null } });
    expect(await report(failedReport)).toBe('{"bounced":true}');
    expect(await report(failedReport)).toBe('{"bounced":false}');
    expect(await readLicense(licenseId)).toMatchObject({
      mail: 'failed',
      delivery: {
        error: 'Returned by a mail server: 5.1.1, the mailbox does not exist (as its report says; not verified)',
      },
    });
    const messageIdOfFrench = rows.find(({ userId }) => userId === frenchCustomer.id)?.messageId;
    const bounceJson = JSON.stringify({ messageId: messageIdOfFrench, reason: '452 4.2.2 full' });
    expect(await report(bounceJson, 'application/json')).toBe('{"bounced":true}');

    const readInbox = async () =>
      staffInbox.inbox.reply.parse((await portal.call(staffInbox.inbox, { token: await asSalesman() })).body);
    expect((await readInbox()).failedMails).toMatchObject({
      total: 1,
      items: [{ userId: customer.id, openedSince: false }],
    });
    portal.pass(minutes(5));
    await createSession(portal, customer);
    expect((await readInbox()).failedMails).toMatchObject({ items: [{ openedSince: true }] });
    expect((await readLicense(licenseId)).delivery?.openedSince).not.toBeNull();
  });
});
