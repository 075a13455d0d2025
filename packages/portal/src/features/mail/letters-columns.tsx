import type { Letter } from '@basics/contract/mail.ts';
import { Link } from '@tanstack/react-router';
import { mail as texts } from '#portal/texts/mail.ts';
import { formatShortMoment } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import type { Tone } from '#portal/ui/content/status-badge.tsx';
import { TwoLines } from '#portal/ui/lists/two-lines.tsx';
import styles from './mail.module.css';

type Dependencies = {
  brands: ReadonlyMap<string, string>;
  /** Returns the address of the page with this e-mail open. */
  search: (mailId: number) => Record<string, unknown>;
};

/** The ids of columns that sort are the fields of the call. */
export const createLettersColumns = ({ brands, search }: Dependencies): readonly Column<Letter>[] => [
  {
    id: 'subject',
    header: texts.subject,
    isCardTitle: true,
    cell: ({ mailId, subject, to }) => (
      <Link to="." search={search(mailId)} resetScroll={false} aria-label={texts.open(subject, to)}>
        {subject}
      </Link>
    ),
  },
  { id: 'to', header: texts.to, sortable: true, cell: ({ to }) => <span className={styles.to}>{to}</span> },
  {
    id: 'kind',
    header: texts.kind,
    cell: ({ kind, brand }) => <TwoLines second={brands.get(brand) ?? brand}>{formatKind(kind)}</TwoLines>,
  },
  { id: 'state', header: texts.state, sortable: true, cell: (letter) => <LetterState letter={letter} /> },
  { id: 'createdAt', header: texts.created, sortable: true, cell: ({ createdAt }) => formatShortMoment(createdAt) },
];

/** The server may write kinds that this page is too old to know. */
export function formatKind(kind: string): string {
  const known: Readonly<Record<string, string>> = texts.kinds;
  return known[kind] ?? kind;
}

const badges: Record<Letter['state'], Tone> = {
  queued: 'neutral',
  sending: 'neutral',
  sent: 'ok',
  failed: 'danger',
};

/** Shows the state and its detail: when the e-mail was sent, or why it was not sent. */
export const LetterState = ({ letter: { state, attempts } }: { letter: Letter }) => (
  <TwoLines second={attempts > 1 && texts.after(attempts)}>
    <StatusBadge tone={badges[state]}>{texts.states[state]}</StatusBadge>
  </TwoLines>
);
