import type { FastifyBaseLogger } from 'fastify';
import type { Database, Db } from './database/database.ts';
import { deleteSessions } from './features/session/session.repository.ts';
import { days, hours } from './platform/clock.ts';
import type { Clock } from './platform/clock.ts';
import { forgetOldAttempts } from './platform/throttle.ts';

/** Forgets what nobody will ask for again, so that no table grows for ever: sessions a month after their end, attempts after a day. */
export async function tidy(db: Db, now: number): Promise<void> {
  await deleteSessions(db, now - days(30));
  await forgetOldAttempts(db, now - days(1));
}

type Needs = { database: Database; clock: Clock; log: FastifyBaseLogger };

/** Tidies now and every hour until it is told to stop. Several servers may do so at once: each row is deleted by one of them. */
export function tidyHourly({ database, clock, log }: Needs): () => void {
  const round = async (): Promise<void> => {
    try {
      await tidy(database.kysely, clock());
    } catch (error) {
      log.warn({ err: error }, 'could not tidy up this time');
    }
  };
  void round();
  const timer = setInterval(() => void round(), hours(1)).unref();
  return () => clearInterval(timer);
}
