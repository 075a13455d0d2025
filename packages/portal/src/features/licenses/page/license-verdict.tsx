import type { LicenseOverview } from '@basics/contract/license-admin/license-admin.ts';
import { licensePage as texts } from '#portal/texts/license-page.ts';
import { formatDay, formatDayFromNow, formatShortDate } from '#portal/messages/times.ts';
import { formatMachine } from '../license-format.tsx';
import { TimeLine, type TimeTone } from '#portal/ui/content/time-signs.tsx';
import type { HeroTone } from '#portal/ui/headings/hero.tsx';
import styles from './license-page.module.css';

/** What the head of the page says about a licence: `tone` is its colour, `isUsable` whether the file and the code can be installed. */
export type LicenseVerdict = {
  tone: HeroTone;
  /** The remaining time, in front of the verdict, if the licence can be renewed. */
  timeLeft?: string;
  verdict: string;
  /** What the verdict means for the PC; null if the verdict says all. */
  effect: string | null;
  isUsable: boolean;
  /** Whether a renewed licence still waits to be installed, so that its PC uses the earlier licence. */
  waitsForInstallation: boolean;
};

/** Returns the verdict about a licence; `today` is the current day in UTC, as `YYYY-MM-DD`. */
export function findVerdict(overview: LicenseOverview, isOwn: boolean, today: string): LicenseVerdict {
  const { status, expiryDate, bridge, renewedFrom, installedAt } = overview;
  const { verdicts, effects } = texts;
  const day = formatDay(expiryDate);
  if (overview.ended) return findEndedVerdict(overview, overview.ended, today);
  if (status === 'Suspended')
    return { ...endedVerdict, tone: 'danger', verdict: verdicts.suspended, effect: effects.suspended };
  if (status === 'Expired') return findExpiredVerdict(overview, today);
  const waitsForInstallation = renewedFrom !== null && installedAt === undefined;
  const usableVerdict = { isUsable: true, waitsForInstallation };
  if (bridge === true) {
    const effect = effects.bridge[isOwn ? 'owner' : 'staff'](day);
    return { ...usableVerdict, tone: 'warn', verdict: verdicts.bridge(day), effect };
  }
  if (waitsForInstallation) return { ...usableVerdict, tone: 'warn', verdict: verdicts.renewed(day), effect: null };
  if (!isRenewalOpen(overview, today))
    return { ...usableVerdict, tone: 'ok', verdict: verdicts.licensed(day), effect: null };
  const timeLeft = verdicts.expires(formatDayFromNow(expiryDate, Date.parse(today)));
  return { ...usableVerdict, tone: 'warn', timeLeft, verdict: day, effect: null };
}

/** Whether a renewal would give the PC more time now. */
const isRenewalOpen = ({ renewalOpens, grantEndsOn }: LicenseOverview, today: string): boolean =>
  renewalOpens !== null && renewalOpens.slice(0, 10) <= today && grantEndsOn === null;

const endedVerdict = { isUsable: false, waitsForInstallation: false } as const;

function findExpiredVerdict(
  { expiryDate, acceptedUntil, machineName }: LicenseOverview,
  today: string,
): LicenseVerdict {
  const machine = formatMachine(machineName);
  return {
    ...endedVerdict,
    tone: 'danger',
    verdict: texts.verdicts.expired(formatDay(expiryDate)),
    effect:
      today <= acceptedUntil
        ? texts.effects.inGrace(machine, formatDay(acceptedUntil))
        : texts.effects.stopped(machine),
  };
}

function findEndedVerdict(
  { machineName, current, acceptedUntil }: LicenseOverview,
  { how, at }: NonNullable<LicenseOverview['ended']>,
  today: string,
): LicenseVerdict {
  const machine = formatMachine(machineName);
  const verdict = texts.verdicts[how](formatDay(at.slice(0, 10)));
  const { effects } = texts;
  switch (how) {
    case 'returned':
      return { ...endedVerdict, tone: 'ok', verdict, effect: effects.returned(machine) };
    case 'removed': {
      const effect =
        today <= acceptedUntil ? effects.removed(machine, formatDay(acceptedUntil)) : effects.stopped(machine);
      return { ...endedVerdict, tone: 'neutral', verdict, effect };
    }
    case 'replaced': {
      if (current === null) return { ...endedVerdict, tone: 'neutral', verdict, effect: null };
      const currentMachine = formatMachine(current.machineName);
      const effect = currentMachine === machine ? effects.replaced(machine) : effects.moved(machine, currentMachine);
      return { ...endedVerdict, tone: 'neutral', verdict, effect };
    }
    case 'revoked':
    default: {
      const effect = today <= acceptedUntil ? effects.revoked(machine) : effects.stopped(machine);
      return { ...endedVerdict, tone: 'danger', verdict, effect };
    }
  }
}

type YearLineProps = { overview: LicenseOverview; verdict: LicenseVerdict; today: string };

/**
 * The time of a licence as a line, with the colour of the time that is left. Of a renewed licence that is not installed, the solid part is the time that the PC has without the new
 * file. The line of a licence that ended early is cut on that day. Otherwise the verdict says when the licence expires.
 */
export function YearLine({ overview, verdict, today }: YearLineProps) {
  const { issuedAt, expiryDate, ended, renewedFrom } = overview;
  const issued = issuedAt.slice(0, 10);
  const from = issued === today ? texts.line.today : formatShortDate(issued);
  const to = formatShortDate(expiryDate);
  if (verdict.waitsForInstallation && renewedFrom !== null) {
    const { without, with: withFile, waiting } = texts.line;
    return (
      <div className={styles.year}>
        <TimeLine
          tone="soon"
          share={measureShare(today, renewedFrom, expiryDate)}
          isRestWaiting
          label={waiting(formatShortDate(renewedFrom), to)}
        />
        <p className={styles.ends} aria-hidden="true">
          <strong className={styles.warn}>{without(formatShortDate(renewedFrom))}</strong>
          <strong>{withFile(to)}</strong>
        </p>
      </div>
    );
  }
  const endedOn = ended?.at.slice(0, 10);
  const passed = verdict.isUsable ? measureShare(issued, today, expiryDate) : 0;
  return (
    <div className={styles.year}>
      <TimeLine
        tone={verdict.isUsable ? lineTones[verdict.tone] : 'past'}
        start={endedOn === undefined ? passed : 0}
        share={endedOn === undefined ? Math.max(1 - passed, leastShare) : measureShare(issued, endedOn, expiryDate)}
        label={
          endedOn === undefined ? texts.line.label(from, to) : texts.line.endedEarly(from, formatShortDate(endedOn), to)
        }
      />
      {endedOn !== undefined && (
        <p className={styles.ends} aria-hidden="true">
          <span>{from}</span>
          <s>{to}</s>
        </p>
      )}
    </div>
  );
}

/** The smallest part of the line that can be seen. */
const leastShare = 0.02;

const lineTones: Record<HeroTone, TimeTone> = { ok: 'done', warn: 'soon', danger: 'past', neutral: 'past' };

/** The part of the time between two days that has passed on a third day: 0 to 1. All days are `YYYY-MM-DD`. */
function measureShare(from: string, day: string, to: string): number {
  const share = (Date.parse(day) - Date.parse(from)) / (Date.parse(to) - Date.parse(from));
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 1;
}
