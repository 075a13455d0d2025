import type { Letter } from '@basics/contract/mail/mail.ts';
import { mail as texts } from '#portal/texts/mail.ts';
import { formatShortMoment } from '#portal/messages/times.ts';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';
import { RowLink, OneLine, TwoLines } from '#portal/ui/tables/cells.tsx';
import styles from './mail.module.css';

/**
 * Creates the columns of the outbox. The id of a sortable column is the name of the sort field in the request. `search` returns the search
 * parameters of the address that opens an e-mail.
 */
export const createLettersColumns = (
  search: (mailId: number) => Record<string, unknown>,
): readonly Column<Letter>[] => [
  {
    id: 'subject',
    header: texts.subject,
    isCardTitle: true,
    // A paragraph in a cell is not cut off.
    cell: ({ mailId, subject, to }) => (
      <p>
        <RowLink search={search(mailId)} label={texts.open(subject, to)}>
          {subject}
        </RowLink>
      </p>
    ),
  },
  {
    id: 'to',
    header: texts.to,
    sortable: true,
    needsNoHeading: true,
    cell: ({ to }) => <span className={styles.to}>{to}</span>,
  },
  {
    id: 'state',
    header: texts.state,
    sortable: true,
    needsNoHeading: true,
    cell: (letter) => <LetterState letter={letter} />,
  },
  {
    id: 'createdAt',
    header: texts.created,
    sortable: true,
    needsNoHeading: true,
    cell: ({ createdAt }) => <OneLine>{formatShortMoment(createdAt)}</OneLine>,
  },
];

/** Returns the label of a kind of e-mail. A newer server may use kinds that this page does not know. */
export function formatKind(kind: string): string {
  const knownKinds: Readonly<Record<string, string>> = texts.kinds;
  return knownKinds[kind] ?? kind;
}

const tones: Record<Letter['state'], Tone> = {
  queued: 'neutral',
  sending: 'neutral',
  sent: 'ok',
  failed: 'danger',
};

/** Shows the state of an e-mail, and the number of attempts, or until when the e-mail waits because its reason can be undone. */
export const LetterState = ({ letter }: { letter: Letter }) => (
  <TwoLines secondLine={describeWait(letter)}>
    <StatusBadge tone={tones[letter.state]}>{texts.states[letter.state]}</StatusBadge>
  </TwoLines>
);

function describeWait({ state, attempts, createdAt, nextAttemptAt }: Letter): string | undefined {
  if (attempts > 1) return texts.after(attempts);
  const isHeld = state === 'queued' && attempts === 0 && nextAttemptAt !== null && nextAttemptAt > createdAt;
  return isHeld ? texts.waitsUntil(formatShortMoment(nextAttemptAt)) : undefined;
}
