import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import { clockSkewMs, days, hours, minutes } from './clock.ts';
import type { Clock } from './clock.ts';
import {
  deleteJump,
  endExpired,
  findAcceptedJump,
  findJump,
  findLatestTime,
  insertJump,
  noteLatestTime,
} from './clock-guard.repository.ts';
import type { ClockJump } from './clock-guard.repository.ts';

/** Why the time of this server is in doubt; `from` is the time that was expected, `to` the one that it shows, in Unix milliseconds. */
export type ClockDoubt = { kind: 'forwards' | 'backwards' | 'database'; from: number; to: number };

export type ClockGuard = {
  /** Compares the clock now, and returns why it is in doubt; null when it is not. */
  check(): Promise<ClockDoubt | null>;
  /** Why the clock is in doubt as far as is known, without comparing or writing anything. */
  doubt(): Promise<ClockDoubt | null>;
  /** Whether the clock has jumped, or has been put right, since the last check; asks no database. */
  hasJumped(): boolean;
};

type Needs = {
  database: Pick<Database, 'kysely'>;
  clock: Clock;
  /** Milliseconds since any moment, by a clock that nobody sets. */
  steady: Clock;
  /** The time of the database's own clock; null where it has none. */
  databaseTime: () => Promise<number | null>;
  log: Pick<FastifyBaseLogger, 'error' | 'info'>;
};

/** How far the clock may go ahead of the steady one between two checks while the portal runs. */
const mostAheadMs = hours(1);
/** How long a portal may have been stopped: after longer, an operator confirms the time. */
const longestStopMs = days(90);
const noteEveryMs = minutes(1);

type Watch = Pick<Needs, 'clock' | 'steady'>;

/** Where the clock should be, by the steady one. */
function watchClock({ clock, steady }: Watch) {
  let anchor: { wall: number; steady: number; mostAheadMs: number } | null = null;

  const expected = (): number => (anchor ? anchor.wall + steady() - anchor.steady : clock());
  return {
    expected,
    hasBegun: () => anchor !== null,
    /** Counts from this time on; a clock up to `ahead` milliseconds ahead of it is right. */
    begin: (wall: number, ahead: number) => {
      anchor = { wall, steady: steady(), mostAheadMs: ahead };
    },
    isOff(): boolean {
      const ahead = clock() - expected();
      return ahead > (anchor?.mostAheadMs ?? 0) || ahead < -clockSkewMs;
    },
  };
}

/**
 * Watches the clock of this server: a jump of more than an hour forwards or 5 minutes backwards is kept until the clock is put right or an
 * operator accepts it (decision 51). Meanwhile the latest time seen stays as it was.
 */
export function createClockGuard({ database, clock, steady, databaseTime, log }: Needs): ClockGuard {
  const db = database.kysely;
  const watch = watchClock({ clock, steady });
  /** The jump that this process has found, or found at its start. */
  let jump: ClockJump | null = null;
  let databaseDoubt: ClockDoubt | null = null;
  let notedAt = -Infinity;
  let checking: Promise<ClockDoubt | null> | null = null;

  async function compare(): Promise<ClockDoubt | null> {
    databaseDoubt = differenceOf(await databaseTime(), clock());
    if (!watch.hasBegun()) await begin();
    if (jump && (await findAcceptedJump(db)) === jump.id) settle();
    if (watch.isOff()) await keepJump();
    else await goOn();
    return doubt();
  }

  async function begin(): Promise<void> {
    const latest = await findLatestTime(db);
    jump = await findJump(db);
    watch.begin(latest ?? clock(), latest === null ? mostAheadMs : longestStopMs);
  }

  /** The clock is right from here on. */
  function settle(): void {
    jump = null;
    watch.begin(clock(), mostAheadMs);
  }

  async function goOn(): Promise<void> {
    if (jump) {
      if (!isPutRight(jump, clock())) return;
      await deleteJump(db);
      log.info('the clock was put right');
    }
    settle();
    if (steady() - notedAt < noteEveryMs) return;
    await noteLatestTime(db, clock());
    notedAt = steady();
  }

  async function keepJump(): Promise<void> {
    const [from, to] = [watch.expected(), clock()];
    if (!jump) {
      jump = { id: randomUUID(), from, to };
      log.error({ kind: kindOf(jump) }, 'the clock jumped: jobs are paused until it is put right or accepted');
    }
    // Before anything is answered with the earlier time.
    if (to < from) await endExpired(db, from);

    await insertJump(db, jump);
  }

  async function doubt(): Promise<ClockDoubt | null> {
    const kept = (await findJump(db)) ?? jump;
    return kept ? { kind: kindOf(kept), from: kept.from, to: kept.to } : databaseDoubt;
  }

  return {
    doubt,
    check() {
      checking ??= compare().finally(() => {
        checking = null;
      });
      return checking;
    },
    hasJumped: () => watch.hasBegun() && watch.isOff() !== (jump !== null),
  };
}

/** The clocks of this server and of the database may be apart by as much as those of two servers. */
const differenceOf = (time: number | null, now: number): ClockDoubt | null =>
  time === null || Math.abs(time - now) <= clockSkewMs ? null : { kind: 'database', from: time, to: now };

const kindOf = ({ from, to }: ClockJump): 'forwards' | 'backwards' => (to > from ? 'forwards' : 'backwards');

/** Whether the clock shows a time again that fits the one before the jump. */
const isPutRight = ({ from, to }: ClockJump, now: number): boolean =>
  now >= from - clockSkewMs && (to < from || now < to - clockSkewMs);
