import type { LicenseOverview } from '@basics/contract/license-admin/license-admin.ts';
import { licensePage as texts } from '#portal/texts/license-page.ts';
import { formatDay } from '#portal/messages/times.ts';
import { formatMachine } from '../license-format.tsx';

/** What the head of the page says about a licence: `tone` is its colour, `isUsable` whether the file and the code can be installed. */
export type LicenseVerdict = {
  tone: 'ok' | 'warn' | 'danger' | 'neutral';
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
  if (overview.ended) return findEndedVerdict(overview, overview.ended);
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
  return { ...usableVerdict, tone: 'ok', verdict: verdicts.licensed(day), effect: null };
}

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
): LicenseVerdict {
  const machine = formatMachine(machineName);
  const verdict = texts.verdicts[how](formatDay(at.slice(0, 10)));
  const { effects } = texts;
  switch (how) {
    case 'returned':
      return { ...endedVerdict, tone: 'ok', verdict, effect: effects.returned(machine) };
    case 'removed':
      return { ...endedVerdict, tone: 'neutral', verdict, effect: effects.removed(machine, formatDay(acceptedUntil)) };
    case 'replaced': {
      if (current === null) return { ...endedVerdict, tone: 'neutral', verdict, effect: null };
      const currentMachine = formatMachine(current.machineName);
      const effect = currentMachine === machine ? effects.replaced(machine) : effects.moved(machine, currentMachine);
      return { ...endedVerdict, tone: 'neutral', verdict, effect };
    }
    case 'revoked':
    default:
      return { ...endedVerdict, tone: 'danger', verdict, effect: effects.revoked(machine) };
  }
}
