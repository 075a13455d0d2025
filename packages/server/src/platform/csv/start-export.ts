import type { Database } from '#server/database/database.ts';
import { hours, minutes } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { claimAttempt } from '#server/platform/security/throttle.repository.ts';
import type { Pace } from '#server/platform/security/throttle.repository.ts';
import { recordAction } from '#server/platform/writing.ts';

/** Twenty an hour for each person at once, later ones with growing waits: a table is the dearest thing that can be asked for. */
const pace: Pace = { free: 20, windowMs: hours(1), firstWaitMs: minutes(1), longestWaitMs: minutes(10) };

type Export = {
  /** What is taken out, as the audit names it: `user`, `license`. */
  kind: string;
  /** Which of it: keyword, filters and sort. */
  asked: Record<string, unknown>;
};

/** Before a table is read: claims one of the exports of this person, and leaves on record who takes what out. TOO_MANY_ATTEMPTS. */
export async function beginExport(
  { database, at }: { database: Database; at: number },
  { actor, origin }: { actor: Actor; origin: Origin },
  { kind, asked }: Export,
): Promise<void> {
  await claimAttempt(database.kysely, `export:${actor.userId}`, pace, at);
  await database.transact((trx) =>
    recordAction(trx, { actor, origin, at }, { action: `${kind}.export`, subject: { kind, id: null }, after: asked }),
  );
}
