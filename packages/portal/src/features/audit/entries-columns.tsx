import type { AuditEntry } from '@basics/contract/audit/audit.ts';
import { Link } from '@tanstack/react-router';
import { audit as texts } from '#portal/texts/audit.ts';
import { formatShortMoment } from '#portal/messages/times.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { RowLink } from '#portal/ui/tables/cells.tsx';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { formatField, formatValue, listChanges, type Change } from './entry-changes.ts';
import { formatAction, formatSubject, isAboutActor } from './entry-words.ts';
import type { AuditRow } from './fold-entries.ts';
import styles from './audit.module.css';
import type { AuditKind } from '@basics/contract/audit/audit-actions.ts';

type EntryLinks = {
  /** Returns the search parameters of the address that opens an entry. */
  search: (auditId: number) => Record<string, unknown>;
  /** Shows all entries of the act whose first entry is in this row. */
  onUnfold: (auditId: number) => void;
};

/** Creates the columns of the audit log. With `field`, only the values of this field are shown. */
export const createEntriesColumns = ({ search, onUnfold }: EntryLinks, field?: string): readonly Column<AuditRow>[] => [
  {
    id: 'at',
    header: texts.at,
    sortable: true,
    isCardTitle: true,
    cell: ({ auditId, at, action }) => (
      <RowLink search={search(auditId)} label={texts.open(formatAction(action), formatShortMoment(at))}>
        <span className={styles.moment}>{formatShortMoment(at)}</span>
      </RowLink>
    ),
  },
  { id: 'action', header: texts.action, needsNoHeading: true, cell: ({ action }) => formatAction(action) },
  {
    id: 'actor',
    header: texts.actor,
    needsNoHeading: true,
    cell: ({ actor, machine }) => machine ?? actor?.name ?? texts.system,
  },
  {
    id: 'subject',
    header: texts.subject,
    needsNoHeading: true,
    cell: ({ auditId, actor, subject, folded }) => (
      <>
        <span>{isAboutActor(subject, actor) ? texts.ownAccount : formatSubject(subject)}</span>{' '}
        {folded && (
          <span className={styles.more}>
            <Button size="small" variant="quiet" aria-expanded="false" onClick={() => onUnfold(auditId)}>
              {texts.andMore(folded.length)}
            </Button>
          </span>
        )}
      </>
    ),
  },
  { id: 'changes', header: texts.changes, cell: (entry) => <Changes changes={listChanges(entry, field)} /> },
];

/** The number of changed fields that the list shows; the panel shows all. */
const shownChanges = 3;

/** Formats a value whole, without the line breaks of a nested value. */
const formatInLine = (value: unknown): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : formatValue(value)) || texts.nothing;

/** The values of changed fields before and after, whole. */
const Changes = ({ changes }: { changes: readonly Change[] }) =>
  changes.length > 0 && (
    <ul className={styles.lines}>
      {changes.slice(0, shownChanges).map(({ field, before, after }) => (
        <li key={field}>
          <span className={styles.muted}>{formatField(field)}</span>{' '}
          <span translate="no">{texts.becomes(formatInLine(before), formatInLine(after))}</span>
        </li>
      ))}
      {changes.length > shownChanges && (
        <li className={styles.muted}>{texts.moreChanges(changes.length - shownChanges)}</li>
      )}
    </ul>
  );

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

/** The address of the page or panel that shows a record. */
type RecordLink = { to: string; search?: Record<string, unknown> };
type Entry = Pick<AuditEntry, 'subject' | 'before' | 'after'>;
/**
 * A function that returns the address of the record with this id. `owner` is the id of the user who owns the record.
 */
type LinkToRecord = (id: string, owner: number | null, entry: Entry) => RecordLink;

const noPage = null;

const linksByKind: Record<AuditKind, LinkToRecord | null> = {
  user: (id) => ({ to: `/users/${id}` }),
  license: (id) => ({ to: '/licenses', search: { license: Number(id) } }),
  // A PC has no page of its own: it is shown on the page of its owner.
  machine: (_, owner) => ({ to: `/users/${owner}` }),
  helpRequest: (id) => ({ to: '/help-requests', search: { request: Number(id) } }),
  assignment: (_, owner, { before, after }) => ({
    to: '/country-salesman',
    search: { salesmanId: owner, ...pickText('country', after ?? before) },
  }),
  releaseNote: (id) => ({ to: `/admin/release-notes/${id}` }),
  policy: (id) => ({ to: '/admin/policies', search: { tool: id.split('/')[1] } }),
  tool: (id) => ({ to: '/admin/tools', search: { tool: id } }),
  brand: (id) => ({ to: `/admin/brands/${id}` }),
  company: (id) => ({ to: `/companies/${id}` }),
  crmAccount: (id) => ({ to: '/admin/crm', search: { keyword: id } }),
  mail: (id) => ({ to: '/admin/mail', search: { mail: Number(id) } }),
  import: (id) => ({ to: '/admin/import', search: { kind: id } }),
  audit: noPage,
  clock: noPage,
  list: noPage,
  portal: noPage,
  releaseNotes: noPage,
  request: noPage,
  sealingKey: noPage,
  sessionKey: noPage,
  serviceAccount: () => ({ to: '/admin/integrations' }),
  webhook: () => ({ to: '/admin/integrations' }),
  massAct: noPage,
  sharedView: noPage,
  signingKey: noPage,
};

/** The kinds whose pages exist without a record in the database. */
const kindsWithoutRecord: ReadonlySet<string> = new Set<AuditKind>(['policy', 'import']);

const isKnownKind = (kind: string): kind is AuditKind => Object.hasOwn(linksByKind, kind);

/** Finds the address of the record of an entry; null if the record was deleted or has no page. */
export function findRecordLink(entry: Entry): RecordLink | null {
  const { kind, id, record } = entry.subject;
  if (id === null || !isKnownKind(kind) || (record === null && !kindsWithoutRecord.has(kind))) return null;
  return linksByKind[kind]?.(id, record?.userId ?? null, entry) ?? null;
}

const pickText = (name: string, values: Entry['after']): Record<string, string> => {
  const value = values?.[name];
  return typeof value === 'string' ? { [name]: value } : {};
};
