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

/** Why the time of this server is in doubt: `from` is the expected time, `to` the shown one, in Unix milliseconds. */
export type ClockDoubt = { kind: 'forwards' | 'backwards' | 'database'; from: number; to: number };

export type ClockGuard = {
  /** Compares the clock now. Returns why it is in doubt, or null. */
  check(): Promise<ClockDoubt | null>;
  /** Why the clock is in doubt, as of the last check; compares and writes nothing. */
  doubt(): Promise<ClockDoubt | null>;
  /** Whether the clock has jumped, or was corrected, since the last check; reads no database. */
  hasJumped(): boolean;
};

type Needs = {
  database: Pick<Database, 'kysely'>;
  clock: Clock;
  /** Milliseconds from any fixed time, by a clock that nobody can set. */
  steady: Clock;
  /** The time of the database's own clock; null if it has none. */
  databaseTime: () => Promise<number | null>;
  log: Pick<FastifyBaseLogger, 'error' | 'info'>;
};

/** How far the clock may go ahead of the steady clock between two checks while the portal runs. */
const mostAheadMs = hours(1);
/** The longest stop of a portal after which no operator has to confirm the time. */
const longestStopMs = days(90);
const noteEveryMs = minutes(1);

type Watch = Pick<Needs, 'clock' | 'steady'>;

/** The expected time, computed from the steady clock. */
function watchClock({ clock, steady }: Watch) {
  let anchor: { wall: number; steady: number; mostAheadMs: number } | null = null;

  const expected = (): number => (anchor ? anchor.wall + steady() - anchor.steady : clock());
  return {
    expected,
    hasBegun: () => anchor !== null,
    /** Starts counting at this time; a clock up to `ahead` milliseconds ahead of it is accepted. */
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
 * Watches the clock of this server. A jump of more than an hour forwards or 5 minutes backwards is stored until the
 * clock is corrected or an operator accepts it (decision 51). Meanwhile the latest known time stays unchanged.
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

  /** From here on the clock is right. */
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
    // Before any request is answered with the earlier time.
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

/** The clocks of this server and of the database may differ as much as those of two servers. */
const differenceOf = (time: number | null, now: number): ClockDoubt | null =>
  time === null || Math.abs(time - now) <= clockSkewMs ? null : { kind: 'database', from: time, to: now };

const kindOf = ({ from, to }: ClockJump): 'forwards' | 'backwards' => (to > from ? 'forwards' : 'backwards');

/** Whether the clock again shows a time that follows the time before the jump. */
const isPutRight = ({ from, to }: ClockJump, now: number): boolean =>
  now >= from - clockSkewMs && (to < from || now < to - clockSkewMs);
