import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Database, Db } from '#server/database/database.ts';
import { clockSkewMs, days, hours, minutes } from './clock.ts';
import type { Clock } from './clock.ts';
import {
  deleteJump,
  deleteSettings,
  endSessionsAndLinksFromFuture,
  endExpiredSessionsAndLinks,
  findClockRecord,
  recordLatestTime,
  writeJump,
} from './clock-guard.repository.ts';
import type { ClockAcceptance, ClockJump, ClockRecord } from './clock-guard.repository.ts';

/** Why the clock of this server may be wrong: `from` is the expected time, `to` the shown time, in Unix milliseconds. */
export type ClockDoubt = { kind: 'forwards' | 'backwards' | 'database'; from: number; to: number };

export type ClockGuard = {
  /** Reads the clock of the server after this call, never before, and returns why the clock may be wrong, or null. */
  check(): Promise<ClockDoubt | null>;
  /** Returns the result of the last check, without a query. */
  doubt(): ClockDoubt | null;
  /** Returns whether the clock of the server has jumped or was corrected since the last check, without a query. */
  hasJumped(): boolean;
};

type Dependencies = {
  database: Pick<Database, 'kysely'>;
  clock: Clock;
  /** Milliseconds since any fixed time, from a clock that nobody can set. */
  steady: Clock;
  /** Reads the clock of the database server; null if it has none. */
  databaseTime: () => Promise<number | null>;
  log: Pick<FastifyBaseLogger, 'error' | 'info'>;
};

/** The maximum difference by which the clock of the server may be ahead of the steady clock between two checks while the portal runs. */
const maxAheadMs = hours(1);
/** If the portal was stopped for longer than this number of milliseconds, an operator has to accept the time. */
const maxStopMs = days(90);
/** The portal stores the time at most once in this interval. */
const storeEveryMs = minutes(1);

type Clocks = Pick<Dependencies, 'clock' | 'steady'>;

/** Computes the expected time from the steady clock. */
function watchClock({ clock, steady }: Clocks) {
  let startPoint: { wall: number; steady: number; maxAheadMs: number } | null = null;

  const expectedTime = (): number => (startPoint ? startPoint.wall + steady() - startPoint.steady : clock());
  return {
    expected: expectedTime,
    hasBegun: () => startPoint !== null,
    /**
     * Sets the expected time to `wall`; it then advances with the steady clock. A clock that is up to `aheadMs` milliseconds ahead of the
     * expected time is accepted.
     */
    start: (wall: number, aheadMs: number) => {
      startPoint = { wall, steady: steady(), maxAheadMs: aheadMs };
    },
    isWrong(): boolean {
      const aheadMs = clock() - expectedTime();
      return aheadMs > (startPoint?.maxAheadMs ?? 0) || aheadMs < -clockSkewMs;
    },
  };
}

/**
 * Watches the clock of this server. A jump of more than an hour forwards or 5 minutes backwards lasts until the clock is corrected or an
 * operator accepts the time (decision 51). The jump affects only processes whose own clock shows it. A process with a wrong clock stores no
 * time that other processes use.
 */
export function createClockGuard(dependencies: Dependencies): ClockGuard {
  const { database, clock, databaseTime, log } = dependencies;
  const watch = watchClock(dependencies);
  const jumpTracker = createJumpTracker(dependencies, watch);
  let databaseDoubt: ClockDoubt | null = null;
  let runningCheck: Promise<ClockDoubt | null> | null = null;
  let waitingCheck: Promise<ClockDoubt | null> | null = null;

  async function compare(): Promise<ClockDoubt | null> {
    databaseDoubt = timeDifference(await databaseTime(), clock());
    const clockRecord = await readClockRecord(database.kysely, log);
    if (!watch.hasBegun()) await jumpTracker.start(clockRecord, databaseDoubt === null);
    await jumpTracker.applyAcceptance(clockRecord.acceptance);
    if (watch.isWrong()) await jumpTracker.recordJump();
    // While the database shows another time, the portal cannot decide which of the two clocks is correct.
    else if (!databaseDoubt) await jumpTracker.recordTime();
    return findDoubt();
  }

  function findDoubt(): ClockDoubt | null {
    const jump = jumpTracker.jump();
    return jump ? { kind: findJumpKind(jump), from: jump.from, to: jump.to } : databaseDoubt;
  }

  function startCheck(): Promise<ClockDoubt | null> {
    runningCheck = compare().finally(() => {
      runningCheck = null;
    });
    return runningCheck;
  }

  return {
    doubt: findDoubt,
    check() {
      if (waitingCheck) return waitingCheck;
      if (!runningCheck) return startCheck();
      // The running check may have read the clock before it jumped, so its result is too old for this caller.
      waitingCheck = Promise.allSettled([runningCheck]).then(() => {
        waitingCheck = null;
        return startCheck();
      });
      return waitingCheck;
    },
    hasJumped: () => watch.hasBegun() && watch.isWrong() !== (jumpTracker.jump() !== null),
  };
}

/** Keeps the jump that this process sees, in memory and in the database. */
function createJumpTracker({ database, clock, steady, log }: Dependencies, watch: ReturnType<typeof watchClock>) {
  const db = database.kysely;
  /** The current jump, with the times at which it was found. */
  let jump: ClockJump | null = null;
  let appliedAcceptanceId: string | null = null;
  /** The time of the steady clock when the time was last stored. */
  let storedAt = -Infinity;

  /**
   * Ends the jump after the clock was corrected. Sessions and links that the wrong clock dated in the future must not become valid later.
   */
  async function endJump(): Promise<void> {
    const now = clock();
    await endSessionsAndLinksFromFuture(db, { now, sessionsAfter: now + clockSkewMs, linksAfter: now + clockSkewMs });
    await deleteJump(db);
    jump = null;
    log.info('the clock is correct again');
  }

  return {
    jump: () => jump,
    /** Starts to watch the clock. `isTrusted` means that the clock of the database does not contradict it. */
    async start({ latestTime, jump: storedJump, acceptance }: ClockRecord, isTrusted: boolean): Promise<void> {
      appliedAcceptanceId = acceptance?.id ?? null;
      if (storedJump && isStillSeen(storedJump, { latest: latestTime, now: clock() })) {
        jump = storedJump;
        watch.start(clock() - (storedJump.to - storedJump.from), maxAheadMs);
        return;
      }
      if (storedJump && isTrusted) await endJump();
      watch.start(latestTime ?? clock(), latestTime === null ? maxAheadMs : maxStopMs);
    },
    /**
     * Applies an acceptance once, if the clock of this process shows the accepted time; the clock of another machine may still be wrong.
     */
    async applyAcceptance(accepted: ClockAcceptance | null): Promise<void> {
      if (!accepted || accepted.id === appliedAcceptanceId || !isAcceptedTime(clock(), accepted)) return;
      // The process may have stored its jump again after the command deleted the jump.
      if (jump) await deleteJump(db);
      jump = null;
      appliedAcceptanceId = accepted.id;
      watch.start(clock(), maxAheadMs);
    },
    async recordTime(): Promise<void> {
      if (jump) {
        await endJump();
        // The clock jumped again in the meantime: the next check records this jump.
        if (watch.isWrong()) return;
      }
      watch.start(clock(), maxAheadMs);
      if (steady() - storedAt < storeEveryMs) return;
      await recordLatestTime(db, clock());
      storedAt = steady();
    },
    async recordJump(): Promise<void> {
      const shownJump = { id: jump?.id ?? randomUUID(), from: watch.expected(), to: clock() };
      const isNew = jump === null || findJumpKind(jump) !== findJumpKind(shownJump);
      if (!isNew && steady() - storedAt < storeEveryMs) return;
      // Expired sessions are ended before any request is answered with the earlier time.
      if (shownJump.to < shownJump.from) await endExpiredSessionsAndLinks(db, shownJump.from);
      await writeJump(db, shownJump);
      storedAt = steady();
      if (!isNew) return;
      jump = shownJump;
      log.error(
        { kind: findJumpKind(shownJump) },
        'the clock jumped: jobs are paused until the clock is corrected or an operator accepts the time',
      );
    },
  };
}

async function readClockRecord(db: Db, log: Dependencies['log']): Promise<ClockRecord> {
  const clockRecord = await findClockRecord(db);
  if (clockRecord.unreadableKeys.length > 0) {
    log.error(
      { name: clockRecord.unreadableKeys.join(', ') },
      'stored settings of the clock could not be read and are replaced',
    );
    await deleteSettings(db, clockRecord.unreadableKeys);
  }
  return clockRecord;
}

const isAcceptedTime = (now: number, { at }: ClockAcceptance): boolean =>
  now - at >= -clockSkewMs && now - at <= maxAheadMs;

/** Compares the clock of the database with that of this server. The two clocks may differ as much as the clocks of two servers. */
const timeDifference = (time: number | null, now: number): ClockDoubt | null =>
  time === null || Math.abs(time - now) <= clockSkewMs ? null : { kind: 'database', from: time, to: now };

const findJumpKind = ({ from, to }: ClockJump): 'forwards' | 'backwards' => (to > from ? 'forwards' : 'backwards');

/**
 * Returns whether a process that starts now still sees the jump that an earlier process has stored. The jump contains the times of its last
 * check. A jump forwards is over in two cases: the clock shows an earlier time than the jump, because it was corrected while the process
 * was stopped; or processes with a right clock have stored later times.
 */
function isStillSeen({ from, to }: ClockJump, { latest, now }: { latest: number | null; now: number }): boolean {
  if (to < from) return now < from - clockSkewMs;
  return now >= to - clockSkewMs && (latest === null || latest < to - clockSkewMs);
}
