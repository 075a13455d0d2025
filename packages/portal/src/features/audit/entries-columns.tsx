import type { AuditEntry } from '@basics/contract/audit.ts';
import { Link } from '@tanstack/react-router';
import { audit as texts } from '#portal/texts/audit.ts';
import { formatShortMoment } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { RowLink } from '#portal/ui/lists/row-link.tsx';
import { OneLine } from '#portal/ui/lists/two-lines.tsx';
import styles from './audit.module.css';
import { formatAction, formatSubject } from './entry-words.ts';
import { findRecordLink } from './record-link.ts';

/** Creates the columns of the audit log. `search` returns the search parameters of the address that opens an entry. */
export const createEntriesColumns = (
  search: (auditId: number) => Record<string, unknown>,
): readonly Column<AuditEntry>[] => [
  {
    id: 'at',
    header: texts.at,
    sortable: true,
    cell: ({ at }) => <OneLine>{formatShortMoment(at)}</OneLine>,
  },
  {
    id: 'action',
    header: texts.action,
    isCardTitle: true,
    cell: ({ auditId, at, action }) => (
      <RowLink search={search(auditId)} label={texts.open(formatAction(action), formatShortMoment(at))}>
        {formatAction(action)}
      </RowLink>
    ),
  },
  { id: 'actor', header: texts.actor, cell: ({ actor }) => actor?.name ?? texts.system },
  { id: 'subject', header: texts.subject, cell: (entry) => <SubjectLink entry={entry} /> },
];

/** The record of an entry, as a link if the record still exists and has a page. */
export function SubjectLink({ entry }: { entry: AuditEntry }) {
  const link = findRecordLink(entry);
  const label = formatSubject(entry.subject);
  return link ? (
    <Link to={link.to} search={link.search ?? {}} className={styles.record ?? ''}>
      {label}
    </Link>
  ) : (
    label
  );
}
