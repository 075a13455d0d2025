import type { AuditEntry } from '@basics/contract/audit/audit.ts';
import { Link } from '@tanstack/react-router';
import { formatExactMoment } from '#portal/messages/times.ts';
import { audit as texts } from '#portal/texts/audit.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { DataTable, type Column } from '#portal/ui/tables/data-table.tsx';
import { Fact, Facts, LongFacts, StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';
import { SidePanel } from '#portal/ui/overlays/side-panel.tsx';
import styles from './audit.module.css';
import { SubjectLink } from './entries-columns.tsx';
import { formatSentence } from './entry-words.ts';
import { findChanges, formatField, formatValue, type Change } from './entry-changes.ts';

type Filters = { actorId?: number; subjectKind?: string; subjectId?: string | undefined; field?: string };
type EntryPanelProps = { entry: AuditEntry; onClose: () => void; onFilter: (filters: Filters) => void };

/** Shows one entry as a sentence, with links to its records, the values before and after the change, and buttons that list related entries. */
export function EntryPanel({ entry, onClose, onFilter }: EntryPanelProps) {
  const { auditId, at, actor, machine, action, subject, requestId } = entry;
  const changes = findChanges(entry.before, entry.after);
  return (
    <SidePanel title={texts.entry(auditId)} onClose={onClose}>
      <p className={styles.sentence}>{formatSentence(entry)}</p>
      <Facts>
        <Fact name={texts.at}>{formatExactMoment(at)}</Fact>
        <Fact name={texts.actor}>{actor ? <Link to={`/users/${actor.userId}`}>{actor.name}</Link> : texts.system}</Fact>
        {machine !== undefined && <Fact name={texts.machine}>{machine}</Fact>}
        <Fact name={texts.subject}>
          <SubjectLink entry={entry} />
        </Fact>
      </Facts>
      <div className={styles.ways}>
        {actor && <Button onClick={() => onFilter({ actorId: actor.userId })}>{texts.onlyActor}</Button>}
        {subject.id !== null && (
          <Button onClick={() => onFilter({ subjectKind: subject.kind, subjectId: subject.id ?? undefined })}>
            {texts.onlySubject}
          </Button>
        )}
      </div>
      <section className={styles.changes}>
        <h3>{texts.changes}</h3>
        {changes.length === 0 ? (
          <p className={styles.muted}>{texts.noChanges}</p>
        ) : (
          <DataTable<Change>
            label={texts.changes}
            columns={createColumns((field) =>
              onFilter({ field, subjectKind: subject.kind, subjectId: subject.id ?? undefined }),
            )}
            rowKey={({ field }) => field}
            rows={changes}
            onRetry={() => {}}
            empty={null}
            isDimmed={({ kind }) => kind === 'same'}
          />
        )}
      </section>
      <Disclosure label={texts.technical}>
        {() => (
          <LongFacts>
            <TechnicalFact name={texts.actionCode} value={action} />
            <TechnicalFact
              name={texts.subjectCode}
              value={subject.id === null ? subject.kind : `${subject.kind} ${subject.id}`}
            />
            <TechnicalFact name={texts.exactTime} value={at} />
            {requestId !== null && <TechnicalFact name={texts.request} value={requestId} />}
          </LongFacts>
        )}
      </Disclosure>
    </SidePanel>
  );
}

const TechnicalFact = ({ name, value }: { name: string; value: string }) => (
  <Fact name={name}>
    <code translate="no" className={styles.code}>
      {value}
    </code>
  </Fact>
);

const tones: Record<Change['kind'], Tone> = {
  added: 'ok',
  removed: 'danger',
  changed: 'warn',
  same: 'neutral',
};

/** The name of a field is a button that lists who has changed this field of the record. */
const createColumns = (onChooseField: (field: string) => void): readonly Column<Change>[] => [
  {
    id: 'field',
    header: texts.field,
    isCardTitle: true,
    cell: ({ field }) => (
      <button
        type="button"
        className={styles.field}
        title={texts.whoChanged(formatField(field))}
        onClick={() => onChooseField(field)}
      >
        {formatField(field)}
      </button>
    ),
  },
  {
    id: 'mark',
    header: texts.change,
    cell: ({ kind }) => <StatusBadge tone={tones[kind]}>{texts.marks[kind]}</StatusBadge>,
  },
  {
    id: 'before',
    header: texts.before,
    cell: ({ before, kind }) => <ChangedValue value={before} isRecorded={kind !== 'added'} />,
  },
  {
    id: 'after',
    header: texts.after,
    cell: ({ after, kind }) => <ChangedValue value={after} isRecorded={kind !== 'removed'} />,
  },
];

function ChangedValue({ value, isRecorded }: { value: unknown; isRecorded: boolean }) {
  const text = formatValue(value);
  if (!isRecorded || text === '')
    return <span className={styles.muted}>{isRecorded ? texts.nothing : texts.none}</span>;
  return (
    <code translate="no" className={styles.value}>
      {text}
    </code>
  );
}
