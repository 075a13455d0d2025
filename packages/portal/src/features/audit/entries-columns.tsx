import type { AuditEntry } from '@basics/contract/audit.ts';
import { Link } from '@tanstack/react-router';
import { audit as texts } from '#portal/texts/audit.ts';
import { formatShortMoment } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import styles from './audit.module.css';

/** `search`: the search parameters that open an entry. */
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

/** The server may record kinds that this version of the page does not know. */
export function formatKind(kind: string): string {
  const known: Readonly<Record<string, string>> = texts.kinds;
  return known[kind] ?? kind;
}

export const formatSubject = ({ kind, id }: AuditEntry['subject']): string => texts.subjectWords(formatKind(kind), id);
