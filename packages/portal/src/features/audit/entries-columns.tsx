import type { AuditEntry } from '@basics/contract/audit.ts';
import { Link } from '@tanstack/react-router';
import { audit as texts } from '#portal/texts/audit.ts';
import { formatShortMoment } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { formatAction, formatSubject } from './entry-words.ts';
import styles from './audit.module.css';
import { findRecordLink } from './record-link.ts';

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
      <Link
        to="."
        search={search(auditId)}
        resetScroll={false}
        className={styles.moment ?? ''}
        aria-label={texts.open(formatAction(action), formatShortMoment(at))}
      >
        {formatShortMoment(at)}
      </Link>
    ),
  },
  { id: 'action', header: texts.action, cell: ({ action }) => formatAction(action) },
  { id: 'actor', header: texts.actor, cell: ({ actor }) => actor?.name ?? texts.system },
  { id: 'subject', header: texts.subject, cell: (entry) => <SubjectLink entry={entry} /> },
];

/** The record of an entry, as a link if the record still exists and has a page. */
export function SubjectLink({ entry }: { entry: AuditEntry }) {
  const link = findRecordLink(entry);
  const label = formatSubject(entry.subject);
  return link ? (
    <Link to={link.to} search={link.search ?? {}}>
      {label}
    </Link>
  ) : (
    <span>{label}</span>
  );
}
