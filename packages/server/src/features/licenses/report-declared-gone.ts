import type { Database } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { findCaretakersOfOwner, toLetterCustomer } from './caretaker-letters.ts';
import { gatherLicenseContext } from './license-context.ts';
import type { LicenseContextInput } from './license-context.ts';
import { planLicense } from './license.ts';
import { claimFirstOfDay } from './once-a-day.ts';

type GoneMachineRequest = { asked: LicenseContextInput; actorId: number; requestId: string };

/** Writes to the audit log that a PC that was declared gone requests a licence, and notifies staff: once a day for each PC. */
export async function reportDeclaredGone(
  database: Database,
  queueLetter: QueueLetter,
  { asked, actorId, requestId }: GoneMachineRequest,
): Promise<void> {
  const { owner, tool, situation } = await gatherLicenseContext(database.kysely, asked);
  const { machine } = planLicense(situation);
  const gone = machine?.declaredGone;
  if (!machine || !gone) return;
  if (!(await claimFirstOfDay(database, `gone:${machine.machineId}`, asked.now))) return;
  await database.transact(async (trx) => {
    for (const to of await findCaretakersOfOwner(trx, owner))
      await queueLetter(trx, {
        kind: 'pcDeclaredGone',
        ...to,
        customer: toLetterCustomer(owner),
        machineName: asked.request.claims.machineName,
        tool: tool.name,
        goneAt: gone.at,
        goneBy: gone.by,
      });
    await recordAudit(trx, {
      at: asked.now,
      actorId,
      requestId,
      action: 'license.refuse',
      subject: { kind: 'machine', id: machine.machineId, personId: asked.userId },
      after: { code: 'PC_DECLARED_GONE', userId: asked.userId },
    });
  });
}
