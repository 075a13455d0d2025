import type { AuditEntry } from '@basics/contract/audit.ts';
import { Link } from '@tanstack/react-router';
import { audit as texts } from '#portal/texts/audit.ts';
import { formatShortMoment } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import styles from './audit.module.css';

/** Creates the columns of the audit log. `search` returns the search parameters of the address that opens an entry. */
export const createEntriesColumns = (
  search: (auditId: number) => Record<string, unknown>,
): readonly Column<AuditEntry>[] => [
  {
    id: 'at',
    header: texts.at,
    sortable: true,
    isCardTitle: true,
    cell: ({ auditId, at, action }) => (
      <Link to="." search={search(auditId)} resetScroll={false} aria-label={texts.open(action, formatShortMoment(at))}>
        {formatShortMoment(at)}
      </Link>
    ),
  },
  { id: 'action', header: texts.action, cell: ({ action }) => <code className={styles.code}>{action}</code> },
  { id: 'actor', header: texts.actor, cell: ({ actor }) => actor?.name ?? texts.system },
  { id: 'subject', header: texts.subject, cell: ({ subject }) => formatSubject(subject) },
];

/** Returns the label of a kind of subject. A newer server may use kinds that this page does not know. */
export function formatKind(kind: string): string {
  const knownKinds: Readonly<Record<string, string>> = texts.kinds;
  return knownKinds[kind] ?? kind;
}

export const formatSubject = ({ kind, id }: AuditEntry['subject']): string => texts.subjectWords(formatKind(kind), id);
