import { expect } from '@playwright/test';
import { listenForMail } from '@basics/server/testing/mail/mail-server.ts';

/** An e-mail that was received: `text` is its plain text, and `link` is the first address with a path in this text. */
export type ReceivedMail = { to: string; subject: string; messageId: string; text: string; link: string };

/** Starts a mail server that accepts and records every e-mail. */
export async function openMailbox() {
  const receivedMails: ReceivedMail[] = [];
  const server = await listenForMail((mail) => receivedMails.push(parseMail(mail.to.join(), mail.sourceText)));
  const findMails = (recipient: string, searchText = ''): ReceivedMail[] =>
    receivedMails.filter((mail) => mail.to === recipient && `${mail.subject}\n${mail.text}`.includes(searchText));
  return {
    url: server.url,
    /** Finds all e-mails to a recipient whose subject or text contains the search text. */
    findMails,
    /** Returns the recipients of all e-mails that contain the search text, in the order of their arrival. */
    listRecipients: (searchText: string): string[] =>
      receivedMails.filter(({ subject, text }) => `${subject}\n${text}`.includes(searchText)).map(({ to }) => to),
    /** Waits for an e-mail to the recipient that contains the search text, and returns the newest one. */
    async newest(recipient: string, searchText: string): Promise<ReceivedMail> {
      await expect.poll(() => findMails(recipient, searchText).length).toBeGreaterThan(0);
      return (
        findMails(recipient, searchText).at(-1) ?? { to: recipient, subject: '', messageId: '', text: '', link: '' }
      );
    },
    close: server.close,
  };
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

function parseMail(to: string, mailSource: string): ReceivedMail {
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(mailSource)?.[1]?.replaceAll(/\r\n[ \t]/g, ' ') ?? '';
  const messageId = /^Message-ID:\s+(\S+)/im.exec(mailSource)?.[1] ?? '';
  const plainPart = /Content-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/i.exec(mailSource);
  const isQuotedPrintable = /quoted-printable/i.test(plainPart?.[0].split('\r\n\r\n')[0] ?? '');
  const body = isQuotedPrintable ? decodeQuotedPrintable(plainPart?.[1] ?? '') : (plainPart?.[1] ?? '');
  const link = /https?:\/\/[^\s/]+\/\S+/.exec(body)?.[0] ?? '';
  return { to, subject, messageId, text: body.replaceAll('\r\n', '\n'), link };
}

/** Decodes quoted-printable text (RFC 2045, section 6.7). */
const decodeQuotedPrintable = (encodedText: string): string =>
  decodeURIComponent(
    encodedText
      .replaceAll('=\r\n', '')
      .replaceAll('%', '%25')
      .replaceAll(/=([0-9A-F]{2})/g, '%$1'),
  );
