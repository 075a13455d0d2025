import { licenseAdmin } from '@basics/contract/license-admin.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses.ts';
import { staffInbox } from '@basics/contract/inbox.ts';
import { describe, expect, test } from 'vitest';
import { minutes } from '#server/platform/clock.ts';
import { databases } from '#server/testing/databases.ts';
import { createCode, machine } from '#server/testing/machine.ts';
import { openOutbox } from '#server/testing/outbox.ts';
import { addPerson, createSession } from '#server/testing/people.ts';
import { openMailServer } from '#server/testing/smtp.ts';
import { openStaffed } from '#server/testing/staff.ts';

const token = '0123456789abcdef0123456789';

const config = {
  crmUrl: null,
  demo: false,
  pocUrl: null,
  publicUrl: 'https://portal.example',
  trustedProxies: [],
  bounceToken: token,
};

/** A delivery status notification (RFC 3464) about a letter. */
const createReport = (messageId: string, action = 'failed') =>
  [
    'Message-ID: <report@mail.example>',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    '',
    'Final-Recipient: rfc822; somebody@customer.example',
    `Action: ${action}`,
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1',
    ' No such mailbox',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-Id: ${messageId}`,
    '--b--',
  ].join('\r\n');

describe.each(databases)('bounces on %s', (kind) => {
  test('a returned letter fails, at its licence and in the inbox of the salesman; nobody can report one without the token', async () => {
    const { portal, ada } = await openStaffed(kind, { config });
    const customer = await addPerson(portal, { country: 'DE' });
    const foreign = await addPerson(portal, { country: 'FR' });
    const issueAndSend = async ({ id, token: own }: typeof customer, pc: string) => {
      const body = { verificationCode: createCode(machine(pc)) };
      const issued = licenseShape.parse((await portal.ask(licenses.issue, { token: own, params: { id }, body })).body);
      await portal.ask(licenses.send, { token: own, params: { id, licenseId: issued.licenseId } });
      return issued.licenseId;
    };
    const licenseId = await issueAndSend(customer, 'ONE');
    await issueAndSend(foreign, 'FAR');
    await openOutbox(portal.database).deliver((await openMailServer()).url);
    const rows = await portal.database.kysely.selectFrom('outbox').select(['messageId', 'userId', 'state']).execute();
    expect(rows.map(({ state }) => state)).toEqual(['sent', 'sent']);
    const messageId = rows.find(({ userId }) => userId === customer.id)?.messageId ?? '';

    const report = async (payload: string, type = 'message/rfc822', bearer = token) => {
      const headers = { 'content-type': type, authorization: `Bearer ${bearer}` };
      const { statusCode, body } = await portal.http.inject({
        method: 'POST',
        url: '/hooks/bounces',
        headers,
        payload,
      });
      return statusCode === 200 ? body : statusCode;
    };
    expect(await report(createReport(messageId), 'message/rfc822', 'a wrong token')).toBe(404);
    expect(await report(createReport(messageId, 'delayed'))).toBe('{"bounced":false}');
    expect(await report('{"messageId":"<unknown@x.example>"}', 'application/json')).toBe('{"bounced":false}');
    expect(await report('{"reason":"nothing else"}', 'application/json')).toBe('{"bounced":false}');

    const asSalesman = () => createSession(portal, { id: ada, login: 'ada@portal.example', profileID: 2 });
    const readLicense = async () => {
      const answer = await portal.ask(licenseAdmin.get, { token: await asSalesman(), params: { licenseId } });
      return licenseAdmin.get.reply.parse(answer.body);
    };
    expect(await readLicense()).toMatchObject({ mail: 'sent', delivery: { error: null, openedSince: null } });
    expect(await report(createReport(messageId))).toBe('{"bounced":true}');
    expect(await report(createReport(messageId))).toBe('{"bounced":false}');
    expect(await readLicense()).toMatchObject({
      mail: 'failed',
      delivery: { error: 'Returned by the mail server: 5.1.1 550 5.1.1 No such mailbox' },
    });
    const recipient = JSON.stringify({ recipient: foreign.login, reason: 'full' });
    expect(await report(recipient, 'application/json')).toBe('{"bounced":true}');

    const readInbox = async () =>
      staffInbox.inbox.reply.parse((await portal.ask(staffInbox.inbox, { token: await asSalesman() })).body);
    expect((await readInbox()).failedMails).toMatchObject({
      total: 1,
      items: [{ userId: customer.id, openedSince: false }],
    });
    portal.pass(minutes(5));
    await createSession(portal, customer);
    expect((await readInbox()).failedMails).toMatchObject({ items: [{ openedSince: true }] });
    expect((await readLicense()).delivery?.openedSince).not.toBeNull();
  });
});
