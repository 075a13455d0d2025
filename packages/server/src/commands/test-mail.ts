import { brandMarkId, drawBrandMark } from '#server/mail/brand-mark.ts';
import { adviseOnMailError } from '#server/mail/delivery/mail-fault.ts';
import { openSmtp } from '#server/mail/delivery/smtp.ts';
import { findBrandsDefaultFirst } from '#server/mail/outbox.repository.ts';
import { createSender } from '#server/mail/render-letter.ts';
import { isAddress } from '#server/platform/email-addresses.ts';
import { StartFault } from '#server/platform/problem.ts';
import { refuse, UsageFault, type Call, type Outcome } from './command.ts';
import { runOnDatabase } from './on-database.ts';

/** Sends one e-mail to an address, past the outbox, and says what the mail server answers. */
export async function testMail(call: Call): Promise<Outcome> {
  const [to = ''] = call.args;
  if (!isAddress(to)) throw new UsageFault(`"${to}" is not an e-mail address.`);
  return runOnDatabase(call, async ({ kysely }, { smtpUrl, mailFrom }) => {
    if (smtpUrl === null) throw new StartFault('SMTP_URL is not set, so e-mails stay in the outbox.');
    const [brand] = await findBrandsDefaultFirst(kysely);
    if (!brand) throw new StartFault('The database has no brand. Start the portal once.');
    const from = mailFrom ? { name: mailFrom.name || brand.name, address: mailFrom.address } : createSender(brand);
    const smtp = openSmtp(smtpUrl);
    const text = 'The portal can send e-mails with its present configuration.';
    const outcome = await smtp.send({
      messageId: `<test-${call.shell.clock()}@${from.address.replace(/^.*@/, '')}>`,
      from,
      replyTo: brand.supportEmail,
      to,
      subject: `Test of ${brand.name}`,
      text,
      html: `<p>${text}</p>`,
      date: new Date(call.shell.clock()),
      picture: { id: brandMarkId, png: await drawBrandMark(brand.markSvg) },
      files: [],
    });
    smtp.close();
    if (outcome.is !== 'sent') return refuse(`Not sent: ${outcome.error}`, adviseOnMailError(outcome.error));
    return {
      ok: true,
      lines: [`The mail server took an e-mail from ${from.address} to ${to}. Look whether it arrives.`],
      facts: { from: from.address, to },
    };
  });
}
