import type { FastifyInstance } from 'fastify';
import type { ClockDoubt } from '#server/platform/clock-guard.ts';
import { problem } from '#server/platform/problem.ts';

type Dependencies = {
  http: FastifyInstance;
  /** Rejects when the database does not answer. */
  askDatabase: () => Promise<void>;
  /** False while the disk of the database is full or failing. */
  diskWorks: () => Promise<boolean>;
  /** Why the clock is in doubt. */
  checkClock: () => Promise<ClockDoubt | null>;
};

/** When a probe may ask again, in seconds. */
const retryAfterSeconds = 60;

/**
 * `/health/live`: the process answers. `/health/ready`, `/healthz`: the database answers and can store something as well, and the clock is
 * not in doubt; else 503 with the reason.
 */
export function serveHealth({ http, askDatabase, diskWorks, checkClock }: Dependencies): void {
  http.get('/health/live', () => ({ status: 'ok' }));
  for (const url of ['/health/ready', '/healthz'])
    http.get(url, async (_, reply) => {
      await askDatabase().catch((cause: unknown) => {
        throw problem('BUSY', { retryAfterSeconds: 5, cause });
      });
      const notReady = (status: string, reason: string) =>
        reply.code(503).header('retry-after', retryAfterSeconds).send({ status, reason });
      if (!(await diskWorks())) return notReady('disk', diskReason);
      const doubt = await checkClock();
      return doubt ? notReady('clock', describeDoubt(doubt)) : { status: 'ok' };
    });
}

const diskReason =
  'The disk of the database is full or failing. Nothing can be stored. Free space, or replace the disk.';

function describeDoubt({ kind, from, to }: ClockDoubt): string {
  const [expected, shown] = [from, to].map((at) => new Date(at).toISOString());
  if (kind === 'database') return `The clock of this server shows ${shown}, that of the database ${expected}.`;
  return `The clock of this server jumped ${kind} from ${expected} to ${shown}. Correct it, or accept it: portal clock accept`;
}
