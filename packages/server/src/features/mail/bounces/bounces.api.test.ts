import { staffInbox } from '@basics/contract/home/inbox.ts';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/platform/clock/clock.ts';
import { createRecipientLines, createReport, openBounces } from '#server/testing/mail/bounces.ts';
import { databases, defaultDatabases } from '#server/testing/database/databases.ts';
import { addPerson, createSession, type Person } from '#server/testing/records/people.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import type { Letter } from '#server/mail/letter.ts';

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

describe.each(defaultDatabases)('repeated bounces (%s)', (kind) => {
  test('a repeated bounce, or a bounce without a known Message-ID, marks no e-mail to the same address as failed', async () => {
    const { portal, outbox, issueAndSend, deliver, report } = await openBounces(kind);
    const customer = await addPerson(portal, { country: 'DE' });
    await issueAndSend(customer, 'ONE');
    await issueAndSend(customer, 'TWO');
    await deliver();
    const [first] = await outbox.rows();
    const statusLines = createRecipientLines(customer.login);
    const reportWithId = createReport({ status: statusLines, returned: [`Message-ID: ${first?.messageId}`] });
    const bounceJson = JSON.stringify({ messageId: first?.messageId, recipient: customer.login, reason: '5.1.1' });
    const readMailStates = async () => (await outbox.rows()).map(({ state }) => state);
    expect(await report(reportWithId)).toBe('{"bounced":true}');
    expect(await report(reportWithId)).toBe('{"bounced":false}');
    expect(await report(bounceJson, 'application/json')).toBe('{"bounced":false}');
    const unknownReport = createReport({ status: statusLines, returned: ['Message-ID: <unknown@mail.example>'] });
    expect(await report(unknownReport)).toBe('{"bounced":false}');
    expect(await readMailStates()).toEqual(['failed', 'sent']);

    // Everybody can write a report about an address. The Message-ID of the report itself is not used.
    expect(await report(createReport({ status: statusLines }))).toBe('{"bounced":false}');
    expect(await report(JSON.stringify({ recipient: customer.login }), 'application/json')).toBe('{"bounced":false}');
    expect(await readMailStates()).toEqual(['failed', 'sent']);
  });
});

describe.each(defaultDatabases)('bounced e-mails to the second contact (%s)', (kind) => {
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

describe.each(defaultDatabases)('delivery status notifications (%s)', (kind) => {
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
