import { seconds } from '#server/platform/clock/clock.ts';
import { toAsciiAddress, type Mailbox } from '#server/platform/email-addresses.ts';

/** An e-mail that is ready to send: one sender, one recipient, text and HTML. The HTML shows the picture by its content id (RFC 2392). */
export type OutgoingMail = {
  messageId: string;
  from: Mailbox;
  replyTo: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
  picture: { id: string; png: Buffer };
  files: readonly { name: string; content: string }[];
};

/**
 * The result of sending an e-mail. `refused` means that the server refused the e-mail permanently. `later` means that
 * the e-mail must be sent again later; if `reachedServer` is false, an attempt to send other e-mails now would fail
 * too. If `isServerBusy` is true, the server limits this sender, so that more attempts would make it worse.
 */
export type DeliveryOutcome =
  | { is: 'sent' }
  | { is: 'refused'; error: string }
  | { is: 'later'; error: string; reachedServer: boolean; isServerBusy: boolean };

export type Smtp = { send(mail: OutgoingMail): Promise<DeliveryOutcome>; close(): void };

export type SmtpTimings = { answerMs: number; mailMs: number };
const defaultTimings: SmtpTimings = { answerMs: seconds(20), mailMs: seconds(90) };

/** The highest number of e-mails that one process sends at the same time. */
export const maxConnections = 4;

/**
 * Opens a pool of connections to a mail server (RFC 5321). The pool sends an e-mail only once; the outbox sends it
 * again after a failure. A password is sent only over TLS, unless the server is on this machine. File names and URLs in
 * an e-mail are never opened.
 */
export function openSmtp(url: string, timings: SmtpTimings = defaultTimings): Smtp {
  let pool: ReturnType<typeof createPool> | undefined;
  return {
    async send(mail) {
      try {
        pool ??= createPool(url, timings);
        const transport = await pool;
        await transport.sendMail({
          ...createEnvelope(mail),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          date: mail.date,
          headers: { 'Auto-Submitted': 'auto-generated' },
          attachments: [
            ...mail.files.map(({ name, content }) => ({ filename: name, content })),
            { cid: mail.picture.id, content: mail.picture.png, contentType: 'image/png', contentDisposition: 'inline' },
          ],
          signal: AbortSignal.timeout(timings.mailMs),
        });
        return { is: 'sent' };
      } catch (error) {
        return toOutcome(error);
      }
    },
    close: () => void pool?.then((transport) => transport.close({ force: true })),
  };
}

/**
 * Signs in at a mail server and sends nothing. Rejects with the reason if the server refuses the sign-in or does not
 * respond.
 */
export async function checkSmtp(url: string, timings: SmtpTimings): Promise<void> {
  const transport = await createPool(url, timings);
  try {
    await transport.verify();
  } finally {
    transport.close({ force: true });
  }
}

/**
 * Creates the pool of connections to the mail server. The SMTP library is loaded when the first e-mail is sent, because
 * many portals have no mail server.
 */
async function createPool(url: string, { answerMs }: SmtpTimings) {
  const { createTransport } = await import('nodemailer');
  const serverUrl = new URL(url);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(serverUrl.hostname);
  return createTransport({
    url,
    pool: true,
    maxConnections,
    maxRequeues: 0,
    idleTimeout: seconds(30),
    connectionTimeout: answerMs,
    greetingTimeout: answerMs,
    socketTimeout: answerMs,
    dnsTimeout: answerMs,
    requireTLS: serverUrl.protocol === 'smtp:' && serverUrl.username !== '' && !isLocal,
    // A mail server on this machine, such as Postfix of Debian, has a certificate that it made itself. `SMTP_URL` can still ask for a check.
    ...(isLocal && { tls: { rejectUnauthorized: false } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Creates the envelope of an e-mail, with all domains in ASCII. Its addresses are objects, which are not parsed, so that a comma in an address
 * cannot add a second address.
 */
const createEnvelope = (mail: OutgoingMail) => ({
  messageId: mail.messageId,
  from: { ...mail.from, address: toAsciiAddress(mail.from.address) },
  replyTo: { name: '', address: toAsciiAddress(mail.replyTo) },
  to: { name: '', address: toAsciiAddress(mail.to) },
  envelope: { from: toAsciiAddress(mail.from.address), to: [toAsciiAddress(mail.to)] },
});

type SmtpError = Error & { code?: unknown; command?: unknown; permanent?: unknown; responseCode?: unknown };
const isSmtpError = (error: unknown): error is SmtpError => error instanceof Error;

/**
 * Converts an error to an outcome. Only a reply of the server about this e-mail refuses it permanently. A refused
 * connection or a wrong password does not.
 */
function toOutcome(error: unknown): DeliveryOutcome {
  if (!isSmtpError(error)) throw error;
  const isAboutMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  const message = error.message.replaceAll(/\s+/g, ' ').slice(0, 300);
  if (isAboutMail && error.permanent === true) return { is: 'refused', error: message };
  return {
    is: 'later',
    error: message,
    reachedServer: isAboutMail || error.command === 'DATA' || error.code === 'EABORT',
    isServerBusy: error.responseCode === 421 || (busyCode.test(message) && !greylisting.test(message)),
  };
}

/**
 * The codes of a server that is busy or limits its sender (RFC 3463: X.3 is the system, X.4 the network, X.7 a policy). 421 ends the
 * connection for the same reasons (RFC 5321, 3.8). Greylisting delays one recipient only.
 */
const busyCode = /\b4\.[347]\.\d{1,3}\b/;
const greylisting = /gr[ae]y-?list/i;
