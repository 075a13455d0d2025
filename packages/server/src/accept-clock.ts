import { randomUUID } from 'node:crypto';
import { runCommand } from './command.ts';
import { recordAudit } from './platform/audit.ts';
import { systemClock } from './platform/clock.ts';
import { acceptTime, findClockRecord } from './platform/clock-guard.repository.ts';

// `npm run clock:accept`: the time of this machine is right; in every process over the database, the jobs that a jump of the clock paused run again.
await runCommand(process.argv.slice(2), async (database) => {
  const at = systemClock();
  const { jump } = await findClockRecord(database.kysely);
  if (!jump) return { ok: true, lines: ['The clock has not jumped. There is nothing to accept.'] };
  await database.transact(async (trx) => {
    await acceptTime(trx, { id: randomUUID(), at });
    const times = { from: new Date(jump.from).toISOString(), to: new Date(jump.to).toISOString() };
    const subject = { kind: 'clock', id: null } as const;
    await recordAudit(trx, { at, actorId: null, requestId: null, action: 'clock.accept', subject, after: times });
  });
  return { ok: true, lines: [`${new Date(at).toISOString()} is accepted. Paused jobs run again within a minute.`] };
});
