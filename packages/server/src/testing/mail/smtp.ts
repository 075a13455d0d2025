import { onTestFinished } from 'vitest';
import { listenForMail, type Mail, type MailServerBehaviour } from './mail-server.ts';

/** A received mail and its headers; the keys of the headers are their names in lower case. */
export type ReceivedMail = Mail & { headers: ReadonlyMap<string, string> };

/**
 * Starts a mail server that stores the mails that it receives, on the given port or on a free port. The mail server stops at the end of the
 * test.
 */
export async function openMailServer(behaviour: MailServerBehaviour = {}, port = 0) {
  const receivedMails: ReceivedMail[] = [];
  const server = await listenForMail(
    (mail) => receivedMails.push({ ...mail, headers: readHeaders(mail.sourceText) }),
    behaviour,
    port,
  );
  onTestFinished(server.close);
  return { receivedMails, ...server };
}

/** The behaviour of a server that refuses every mailbox, temporarily (451) or permanently (550). */
export const createRefusingBehaviour = (responseCode: number, text = 'No such mailbox here'): MailServerBehaviour => ({
  onRcptTo: (_address, _session, done) => done(Object.assign(new Error(text), { responseCode })),
});

/**
 * Reads the headers of a mail. Headers of several lines are unfolded (RFC 5322, 2.2.3). The values of a repeated header are joined with
 * ` | `, so that a test notices the repetition.
 */
function readHeaders(source: string): Map<string, string> {
  const headerLines = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const headers = new Map<string, string>();
  for (const line of headerLines.split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    headers.set(key, headers.has(key) ? `${headers.get(key)} | ${value}` : value);
  }
  return headers;
}
