import { randomUUID } from 'node:crypto';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { acceptTime, findClockRecord } from '#server/platform/clock/clock-guard.repository.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import type { Call, Outcome } from './command.ts';
import { runOnDatabase } from './on-database.ts';

const noJumpText = 'The clock has not jumped. There is nothing to accept.';

/** Shows the time of this machine, and whether the clock has jumped. */
export const showClock = (call: Call): Promise<Outcome> =>
  runOnDatabase(call, async (database) => {
    const { jump } = await findClockRecord(database.kysely);
    const time = toIsoTime(call.shell.clock());
    const lines = [`The time of this machine is ${time}.`];
    if (!jump) return { ok: true, lines: [...lines, noJumpText], facts: { time, jump: null } };
    const jumpLine = `The clock jumped from ${toIsoTime(jump.from)} to ${toIsoTime(jump.to)}, and jobs are paused.`;
    const nextStep = 'If the time of this machine is right, run: portal clock accept';
    return { ok: false, lines: [...lines, jumpLine, nextStep], facts: { time, jump } };
  });

/**
 * Accepts the time of this machine as correct. Jobs that were paused because of a clock jump run again in every process that uses the
 * database.
 */
export const acceptClock = (call: Call): Promise<Outcome> =>
  runOnDatabase(call, async (database) => {
    const at = call.shell.clock();
    const { jump } = await findClockRecord(database.kysely);
    if (!jump) return { ok: true, lines: [noJumpText], facts: { accepted: null } };
    await database.transact(async (trx) => {
      await acceptTime(trx, { id: randomUUID(), at });
      const auditValues = { from: toIsoTime(jump.from), to: toIsoTime(jump.to) };
      const subject = { kind: 'clock', id: null } as const;
      await recordAudit(trx, { at, ...bySystem, action: 'clock.accept', subject, after: auditValues });
    });
    const accepted = toIsoTime(at);
    return {
      ok: true,
      lines: [`${accepted} is accepted. Paused jobs run again within a minute.`],
      facts: { accepted },
    };
  });
