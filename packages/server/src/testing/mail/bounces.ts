import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { license as licenseShape, licenses } from '@basics/contract/licenses/licenses.ts';
import type { DatabaseKind } from '../database/databases.ts';
import { createCode, createMachine } from '../records/machine.ts';
import { openOutbox } from './outbox.ts';
import { createSession, type Person } from '../records/people.ts';
import { openMailServer } from './smtp.ts';
import { openStaffedPortal } from '../records/staff.ts';

const bounceToken = '0123456789abcdef0123456789';

/** Opens a portal with staff that accepts reports of bounced e-mails, and returns functions for tests about such reports. */
export async function openBounces(kind: DatabaseKind) {
  const publicUrl = 'https://portal.example';
  const config = { crmUrl: null, demo: false, pocUrl: null, publicUrl, trustedProxies: [], bounceToken };
  const { portal, ada } = await openStaffedPortal(kind, { config });
  const mailServer = await openMailServer();
  const outbox = openOutbox(portal.database);
  const asSalesman = () => createSession(portal, { id: ada, login: 'ada@portal.example', profileID: 2 });
  return {
    portal,
    outbox,
    asSalesman,
    deliver: () => outbox.deliver(mailServer.url),
    /** Issues a licence for a PC, and adds the e-mail with the licence to the outbox. */
    issueAndSend: async ({ id, token }: Person, pc: string): Promise<number> => {
      const body = { verificationCode: createCode(createMachine(pc)) };
      const issuedLicense = licenseShape.parse(
        (await portal.call(licenses.issue, { token, params: { id }, body })).body,
      );
      await portal.call(licenses.send, { token, params: { id, licenseId: issuedLicense.licenseId } });
      return issuedLicense.licenseId;
    },
    readLicense: async (licenseId: number) => {
      const response = await portal.call(licenseAdmin.get, { token: await asSalesman(), params: { licenseId } });
      return licenseAdmin.get.reply.parse(response.body);
    },
    /** Sends the report of a bounced e-mail to the portal. Returns the body of the answer, or the status if the report is refused. */
    report: async (payload: string, type = 'message/rfc822', bearer = bounceToken) => {
      const headers = { 'content-type': type, authorization: `Bearer ${bearer}` };
      const url = '/hooks/bounces';
      const { statusCode, body } = await portal.http.inject({ method: 'POST', url, headers, payload });
      return statusCode === 200 ? body : statusCode;
    },
  };
}

/** Creates the lines about one recipient of a delivery status notification. */
export const createRecipientLines = (recipient = 'somebody@customer.example', action = 'failed') => [
  `Final-Recipient: rfc822; ${recipient}`,
  `Action: ${action}`,
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1',
  ' No such mailbox',
];

type Report = { status?: readonly string[]; returned?: readonly string[]; text?: readonly string[] };

/**
 * Creates a mail with a delivery status notification (RFC 3464), which has three parts: the text for people, the lines about recipients,
 * and the returned headers.
 */
export const createReport = ({ status = createRecipientLines(), returned = [], text = [] }: Report) =>
  [
    'Message-ID: <report@mail.example>',
    'Content-Type: multipart/report; report-type=delivery-status;',
    ' boundary="b"',
    '',
    'A mail in several parts.',
    '--b',
    'Content-Type: text/plain',
    '',
    ...text,
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    '',
    ...status,
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    ...returned,
    '--b--',
  ].join('\r\n');
