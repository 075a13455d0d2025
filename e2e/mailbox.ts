import { expect } from '@playwright/test';
import { listenForMail } from '@basics/server/testing/mail-server.ts';

/** An e-mail that was received: `text` is its plain part, `link` the first address with a path in it. */
export type ReceivedMail = { to: string; subject: string; text: string; link: string };

/** A mail server that accepts and records every e-mail. */
export async function openMailbox() {
  const receivedMails: ReceivedMail[] = [];
  const server = await listenForMail((mail) => receivedMails.push(parseMail(mail.to.join(), mail.source)));
  const findMails = (address: string, about = ''): ReceivedMail[] =>
    receivedMails.filter((mail) => mail.to === address && `${mail.subject}\n${mail.text}`.includes(about));
  return {
    url: server.url,
    /** All e-mails to an address with `about` in their subject or text. */
    findMails,
    /** Waits until there is such an e-mail, and returns the newest. */
    async newest(address: string, about: string): Promise<ReceivedMail> {
      await expect.poll(() => findMails(address, about).length, { timeout: 30_000 }).toBeGreaterThan(0);
      return findMails(address, about).at(-1) ?? { to: address, subject: '', text: '', link: '' };
    },
    close: server.close,
  };
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

function parseMail(to: string, source: string): ReceivedMail {
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(source)?.[1]?.replaceAll(/\r\n[ \t]/g, ' ') ?? '';
  const plainPart = /Content-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/i.exec(source);
  const isQuoted = /quoted-printable/i.test(plainPart?.[0].split('\r\n\r\n')[0] ?? '');
  const body = isQuoted ? decodeQuotedPrintable(plainPart?.[1] ?? '') : (plainPart?.[1] ?? '');
  return { to, subject, text: body.replaceAll('\r\n', '\n'), link: /https?:\/\/[^\s/]+\/\S+/.exec(body)?.[0] ?? '' };
}

/** Decodes quoted-printable text (RFC 2045, section 6.7). */
const decodeQuotedPrintable = (quoted: string): string =>
  decodeURIComponent(
    quoted
      .replaceAll('=\r\n', '')
      .replaceAll('%', '%25')
      .replaceAll(/=([0-9A-F]{2})/g, '%$1'),
  );
