import type { AuditEntry } from '@basics/contract/audit/audit.ts';
import { formatShortMoment } from '#portal/messages/times.ts';

/** A row of the audit log. `folded` are the other entries of the same act, which the row replaces until it is unfolded. */
export type AuditRow = AuditEntry & { folded?: readonly AuditEntry[] };

/** Whether two neighbouring entries are of one act: the same action of the same actor in the same request and minute, on different records. */
const isSameAct = (one: AuditEntry, other: AuditEntry): boolean =>
  one.action === other.action &&
  one.requestId === other.requestId &&
  one.actor?.userId === other.actor?.userId &&
  one.machine === other.machine &&
  formatShortMoment(one.at) === formatShortMoment(other.at);

/** Folds the neighbouring entries of one act into one row, unless the user has unfolded it. */
export function foldEntries(entries: readonly AuditEntry[], unfolded: ReadonlySet<number>): AuditRow[] {
  const acts: AuditEntry[][] = [];
  for (const entry of entries) {
    const act = acts.at(-1);
    if (act?.[0] && isSameAct(act[0], entry)) act.push(entry);
    else acts.push([entry]);
  }
  return acts.flatMap(([first, ...others]) => {
    if (!first) return [];
    if (others.length === 0 || unfolded.has(first.auditId)) return [first, ...others];
    return [{ ...first, folded: others }];
  });
}
