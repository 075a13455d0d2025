import type { JobState, StatusReport } from '@basics/contract/status/status.ts';
import { status as texts } from '#portal/texts/status.ts';
import type { Tone } from '#portal/ui/content/facts.tsx';

export type Verdict = { tone: Tone; text: string };

const okVerdict: Verdict = { tone: 'ok', text: texts.ok };
const createWarning = (text: string): Verdict => ({ tone: 'warn', text });
const createAlarm = (text: string): Verdict => ({ tone: 'danger', text });

const hourMs = 3_600_000;
/** Returns the seconds between two times. */
export const secondsBetween = (startTime: string, endTime: string): number =>
  Math.max(0, Math.floor((Date.parse(endTime) - Date.parse(startTime)) / 1000));

/**
 * Checks the backups. A backup may be at most two intervals of the backup job old, or 26 hours if no job is configured. A test restore may
 * be at most 31 days old.
 */
export function judgeBackup({ at, backup: { last, proof, job } }: StatusReport): Verdict {
  if (!last) return createAlarm(texts.backup.missing);
  const maxAgeMs = job ? Math.max(2 * job.everyMs, hourMs) : 26 * hourMs;
  if (secondsBetween(last.at, at) * 1000 > maxAgeMs) return createAlarm(texts.backup.old);
  const isProven = proof !== null && secondsBetween(proof.at, at) * 1000 <= 31 * 24 * hourMs;
  return isProven ? okVerdict : createWarning(texts.backup.unproven);
}

export function judgeMail({ at, mail }: StatusReport): Verdict {
  if (mail.held) return createWarning(texts.mail.held);
  if (!mail.delivers) return createWarning(texts.mail.noServer);
  if (mail.failed > 0) return createAlarm(texts.mail.hasFailed);
  const isLate = mail.oldestWaitingAt !== null && secondsBetween(mail.oldestWaitingAt, at) * 1000 > hourMs;
  return isLate ? createAlarm(texts.mail.late) : okVerdict;
}

const minFreeBytes = 250_000_000;

export function judgeDisks({ disks }: StatusReport): Verdict {
  if (disks.some(({ free }) => free < minFreeBytes)) return createAlarm(texts.disk.full);
  if (disks.some(({ free, total }) => free < total / 10)) return createWarning(texts.disk.low);
  return disks.length > 0 ? okVerdict : { tone: 'neutral', text: texts.disk.unknown };
}

export const judgeClock = ({ clock }: StatusReport): Verdict =>
  clock.doubt ? createAlarm(texts.clock.doubtful) : okVerdict;

/** Warns of a proxy that is not trusted, and of processes with different versions, which is normal only during an upgrade. */
export function judgePortals({ portals, ignoredProxy }: StatusReport): Verdict {
  if (ignoredProxy !== null) return createAlarm(texts.portals.proxy);
  return new Set(portals.map(({ version }) => version)).size > 1 ? createWarning(texts.portals.differ) : okVerdict;
}

export const judgeKeys = ({ keys }: StatusReport): Verdict =>
  keys.some(({ status, here }) => status === 'current' && !here) ? createAlarm(texts.keys.missing) : okVerdict;

export const jobTones: Record<JobState, Tone> = {
  ok: 'ok',
  new: 'neutral',
  running: 'neutral',
  failed: 'danger',
  overdue: 'warn',
};

export const judgeJobs = ({ jobs }: StatusReport): Verdict =>
  jobs.some(({ state }) => state === 'failed' || state === 'overdue') ? createAlarm(texts.jobs.problems) : okVerdict;

/** The sections of the page Status in their order, with what judges each. Nothing can be wrong in the section Database. */
const sections = [
  ['backup', judgeBackup],
  ['mail', judgeMail],
  ['disk', judgeDisks],
  ['clock', judgeClock],
  ['database', () => okVerdict],
  ['jobs', judgeJobs],
  ['portals', judgePortals],
  ['keys', judgeKeys],
] as const;

export type SectionName = (typeof sections)[number][0];

/** Lists the sections of the page Status with the verdict about each. */
export const judgeSections = (report: StatusReport): { name: SectionName; verdict: Verdict }[] =>
  sections.map(([name, judgeSection]) => ({ name, verdict: judgeSection(report) }));

/** Whether somebody has to do something. */
export const hasProblem = (report: StatusReport): boolean =>
  judgeSections(report).some(({ verdict: { tone } }) => tone === 'warn' || tone === 'danger');

/** Says in one sentence how many e-mails wait or failed, why, and what to do; null if e-mails are sent. */
export function describeWaitingMail({ delivers, held, waiting, failed }: StatusReport['mail']): string | null {
  if (held) return texts.needs.held(waiting);
  if (!delivers) return texts.needs.noServer(waiting);
  return failed > 0 ? texts.needs.mailFailed(failed) : null;
}
