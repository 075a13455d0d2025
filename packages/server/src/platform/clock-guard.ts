import type { FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Database, Db } from '#server/database/database.ts';
import { clockSkewMs, days, hours, minutes } from './clock.ts';
import type { Clock } from './clock.ts';
import {
  deleteJump,
  deleteSettings,
  endDatedAhead,
  endExpired,
  findClockRecord,
  noteLatestTime,
  writeJump,
} from './clock-guard.repository.ts';
import type { Acceptance, ClockJump, ClockRecord } from './clock-guard.repository.ts';

/** Why the time of this server is in doubt: `from` is the expected time, `to` the shown one, in Unix milliseconds. */
export type ClockDoubt = { kind: 'forwards' | 'backwards' | 'database'; from: number; to: number };

export type ClockGuard = {
  /** Compares the clock now. Returns why it is in doubt, or null. */
  check(): Promise<ClockDoubt | null>;
  /** Why the clock was in doubt at the last check; asks no database. */
  doubt(): ClockDoubt | null;
  /** Whether the clock has jumped, or was corrected, since the last check; reads no database. */
  hasJumped(): boolean;
};

type Dependencies = {
  database: Pick<Database, 'kysely'>;
  clock: Clock;
  /** Milliseconds from any fixed time, by a clock that nobody can set. */
  steady: Clock;
  /** The time of the database's own clock; null if it has none. */
  databaseTime: () => Promise<number | null>;
  log: Pick<FastifyBaseLogger, 'error' | 'info'>;
};

/** How far the clock may go ahead of the steady clock between two checks while the portal runs. */
const maxAheadMs = hours(1);
/** The longest stop of a portal after which no operator has to confirm the time. */
const maxStopMs = days(90);
/** How often the portal stores the time at most. */
const storeEveryMs = minutes(1);

type Watch = Pick<Dependencies, 'clock' | 'steady'>;

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
 * Watches the clock of this process's server: a jump of more than an hour forwards or 5 minutes backwards lasts until the clock is put right
 * or an operator accepts the time (decision 51). A process in doubt is the only one in doubt: others compare their own clocks. It also
 * stores no time that another process would trust.
 */
export function createClockGuard(needs: Dependencies): ClockGuard {
  const { database, clock, databaseTime, log } = needs;
  const watch = watchClock(needs);
  const seen = jumpSeenBy(needs, watch);
  let databaseDoubt: ClockDoubt | null = null;
  let checking: Promise<ClockDoubt | null> | null = null;

  async function compare(): Promise<ClockDoubt | null> {
    databaseDoubt = timeDifference(await databaseTime(), clock());
    const known = await readRecord(database.kysely, log);
    if (!watch.hasBegun()) await seen.begin(known, databaseDoubt === null);
    await seen.heed(known.accepted);
    if (watch.isOff()) await seen.keep();
    // While the database shows another time, it is not known which of the two is right.
    else if (!databaseDoubt) await seen.goOn();
    return doubt();
  }

  function doubt(): ClockDoubt | null {
    const jump = seen.jump();
    return jump ? { kind: findJumpKind(jump), from: jump.from, to: jump.to } : databaseDoubt;
  }

  return {
    doubt,
    check() {
      checking ??= compare().finally(() => {
        checking = null;
      });
      return checking;
    },
    hasJumped: () => watch.hasBegun() && watch.isOff() !== (seen.jump() !== null),
  };
}

/** The jump that this process sees, and what is stored about it. */
function jumpSeenBy({ database, clock, steady, log }: Dependencies, watch: ReturnType<typeof watchClock>) {
  const db = database.kysely;
  /** With the times at which it was found. */
  let jump: ClockJump | null = null;
  let heeded: string | null = null;
  /** When a time was stored last, by the steady clock. */
  let storedAt = -Infinity;

  /** The clock was put right: nothing that the wrong one dated ahead may become valid again later. */
  async function settle(): Promise<void> {
    const now = clock();
    await endDatedAhead(db, { now, sessionsAfter: now + clockSkewMs, linksAfter: now + clockSkewMs });
    await deleteJump(db);
    jump = null;
    log.info('the clock was put right');
  }

  return {
    jump: () => jump,
    /** `isSure`: no other clock contradicts this one. */
    async begin({ latest, jump: kept, accepted }: ClockRecord, isSure: boolean): Promise<void> {
      heeded = accepted?.id ?? null;
      if (kept && isStillSeen(kept, { latest, now: clock() })) {
        jump = kept;
        watch.begin(clock() - (kept.to - kept.from), maxAheadMs);
        return;
      }
      if (kept && isSure) await settle();
      watch.begin(latest ?? clock(), latest === null ? maxAheadMs : maxStopMs);
    },
    /** An acceptance holds once, for a process whose clock shows the accepted time; one on another machine may still be wrong. */
    async heed(accepted: Acceptance | null): Promise<void> {
      if (!accepted || accepted.id === heeded || !isShownBy(clock(), accepted)) return;
      // This process may have stored its jump again after the command deleted it.
      if (jump) await deleteJump(db);
      jump = null;
      heeded = accepted.id;
      watch.begin(clock(), maxAheadMs);
    },
    async goOn(): Promise<void> {
      if (jump) await settle();
      watch.begin(clock(), maxAheadMs);
      if (steady() - storedAt < storeEveryMs) return;
      await noteLatestTime(db, clock());
      storedAt = steady();
    },
    async keep(): Promise<void> {
      const shown = { id: jump?.id ?? randomUUID(), from: watch.expected(), to: clock() };
      const isNew = jump === null || findJumpKind(jump) !== findJumpKind(shown);
      if (!isNew && steady() - storedAt < storeEveryMs) return;
      // Before any request is answered with the earlier time.
      if (shown.to < shown.from) await endExpired(db, shown.from);
      await writeJump(db, shown);
      storedAt = steady();
      if (!isNew) return;
      jump = shown;
      log.error({ kind: findJumpKind(shown) }, 'the clock jumped: jobs are paused until it is put right or accepted');
    },
  };
}

async function readRecord(db: Db, log: Dependencies['log']): Promise<ClockRecord> {
  const known = await findClockRecord(db);
  if (known.unreadable.length > 0) {
    log.error({ name: known.unreadable.join(', ') }, 'settings of the clock cannot be read: they are replaced');
    await deleteSettings(db, known.unreadable);
  }
  return known;
}

const isShownBy = (now: number, { at }: Acceptance): boolean => now - at >= -clockSkewMs && now - at <= maxAheadMs;

/** The clocks of this server and of the database may differ as much as those of two servers. */
const timeDifference = (time: number | null, now: number): ClockDoubt | null =>
  time === null || Math.abs(time - now) <= clockSkewMs ? null : { kind: 'database', from: time, to: now };

const findJumpKind = ({ from, to }: ClockJump): 'forwards' | 'backwards' => (to > from ? 'forwards' : 'backwards');

/**
 * Whether a process that starts now still sees the jump that an earlier one has stored. The stored times are those of the last comparison, so
 * a clock ahead that was put right during a stop shorter than the jump shows an earlier time. The latest time, which only processes without a
 * doubt store, passes the one of a jump where the process that saw it is gone.
 */
function isStillSeen({ from, to }: ClockJump, { latest, now }: { latest: number | null; now: number }): boolean {
  if (to < from) return now < from - clockSkewMs;
  return now >= to - clockSkewMs && (latest === null || latest < to - clockSkewMs);
}
