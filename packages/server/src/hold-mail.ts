import { runCommand } from './command.ts';
import { recordAudit } from './platform/audit.ts';
import { systemClock } from './platform/clock.ts';
import { holdMail, releaseMail } from './mail/outbox.repository.ts';

// `npm run mail:hold`: sends nothing from this database, or from a copy of it, until `npm run mail:release`.
const [verb, ...args] = process.argv.slice(2);
await runCommand(args, async (database) => {
  const isRelease = verb === 'release';
  const at = systemClock();
  await database.transact(async (trx) => {
    await (isRelease ? releaseMail(trx) : holdMail(trx, at));
    const action = isRelease ? 'mail.release' : 'mail.hold';
    await recordAudit(trx, { at, actorId: null, requestId: null, action, subject: { kind: 'mail', id: null } });
  });
  const said = isRelease
    ? 'E-mail is resumed. E-mails in the outbox are being sent.'
    : 'E-mail is paused. E-mails wait in the outbox.';
  return { ok: true, lines: [said] };
});
