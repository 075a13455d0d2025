import { pino } from 'pino';
import { jobs } from '#server/jobs/jobs.ts';
import { runDue } from '#server/platform/background/schedules.ts';
import { openOutbox } from './mail/outbox.ts';
import type { Portal } from './portal.ts';

/** Runs the due jobs of a portal, and returns their names. */
export const runDueJobs = ({ database, now, clockGuard }: Portal): Promise<string[]> =>
  runDue({
    database,
    clock: now,
    jobs,
    clockGuard,
    log: pino({ level: 'silent' }),
    needs: { database, clock: now, queueLetter: openOutbox(database).queueLetter },
  });
