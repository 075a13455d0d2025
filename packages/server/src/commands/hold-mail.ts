import { holdMail, releaseMail } from '#server/mail/outbox.repository.ts';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import type { Call, Outcome } from './command.ts';
import { runOnDatabase } from './on-database.ts';

/** Stops all e-mails of this database and of its copies until `resumeMail`. */
export const pauseMail = (call: Call): Promise<Outcome> => changeMail(call, 'hold');

/** Ends the pause of all e-mails of this database. */
export const resumeMail = (call: Call): Promise<Outcome> => changeMail(call, 'release');

const resultsByChange = {
  hold: 'E-mail is paused. E-mails wait in the outbox.',
  release: 'E-mail is resumed. E-mails in the outbox are being sent.',
};

const changeMail = (call: Call, change: keyof typeof resultsByChange): Promise<Outcome> =>
  runOnDatabase(call, async (database) => {
    const at = call.shell.clock();
    await database.transact(async (trx) => {
      await (change === 'release' ? releaseMail(trx) : holdMail(trx, at));
      const subject = { kind: 'mail', id: null } as const;
      await recordAudit(trx, { at, ...bySystem, action: `mail.${change}`, subject });
    });
    return { ok: true, lines: [resultsByChange[change]], facts: { isHeld: change === 'hold' } };
  });
