import { claimFirstCallOfDay } from '#server/platform/security/once-a-day.ts';
import type { Database } from '#server/database/database.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { findCaretakersOfOwner, toLetterCustomer } from './caretaker-letters.ts';
import { gatherLicenseContext } from './license-context.ts';
import type { LicenseContextInput } from './license-context.ts';
import { planLicense } from './license.ts';

type GoneMachineRequest = { input: LicenseContextInput; actorId: number; requestId: string };

/** Records in the audit log that a licence was requested for a PC that was declared gone, and notifies staff: once a day for each PC. */
export async function reportDeclaredGone(
  database: Database,
  queueLetter: QueueLetter,
  { input, actorId, requestId }: GoneMachineRequest,
): Promise<void> {
  const { owner, tool, situation } = await gatherLicenseContext(database.kysely, input);
  const { machine } = planLicense(situation);
  const declaration = machine?.declaredGone;
  if (!machine || !declaration) return;
  if (!(await claimFirstCallOfDay(database, `gone:${machine.machineId}`, input.now))) return;
  await database.transact(async (trx) => {
    for (const to of await findCaretakersOfOwner(trx, owner, input.now))
      await queueLetter(trx, {
        kind: 'pcDeclaredGone',
        ...to,
        customer: toLetterCustomer(owner),
        machineName: input.request.claims.machineName,
        tool: tool.name,
        goneAt: declaration.at,
        goneBy: declaration.by,
      });
    await recordAudit(trx, {
      at: input.now,
      actorId,
      requestId,
      action: 'license.refuse',
      subject: { kind: 'machine', id: machine.machineId, personId: input.userId },
      after: { code: 'PC_DECLARED_GONE', userId: input.userId },
    });
  });
}
