import type { Assignment } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Confirm } from '#portal/ui/overlays/dialog.tsx';
import { useTypedNumber } from '#portal/ui/overlays/use-typed-number.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import styles from './country-salesman.module.css';
import { invalidateAssignments, createImpactQuery, removeAssignments } from './country-salesmen.queries.ts';
import type { DeletionResults } from './country-salesmen.queries.ts';
import type { NameFormatter } from './name-formatter.ts';

/** A row that was not deleted, with the reason. */
export type NotDeletedRow = { assignment: Assignment; reason: string };

type DeleteAssignmentsProps = {
  toDelete: readonly Assignment[];
  names: NameFormatter;
  /** Called with the rows that were not deleted, or with null if the user cancelled. */
  onClose: (notDeleted: readonly NotDeletedRow[] | null) => void;
};

const maxListedRows = 5;
const noFields: readonly string[] = [];

/** A dialog that shows how many users a deletion leaves without a salesman, and deletes the rows after confirmation. */
export function DeleteAssignments({ toDelete, names, onClose }: DeleteAssignmentsProps) {
  const ids = toDelete.map(({ id }) => id);
  const impact = useQuery(createImpactQuery(ids));
  const client = useQueryClient();
  const toasts = useToasts();
  const { problem, attempt } = useAttempt(noFields, () => {});
  const [isDeleting, setDeleting] = useState(false);
  const { isNumberMissing, numberField } = useTypedNumber(toDelete.length);
  const hiddenCount = toDelete.length - maxListedRows;

  async function deleteAll(): Promise<void> {
    setDeleting(true);
    await attempt(async () => {
      const results = await removeAssignments(toDelete);
      const deletedCount = results.filter(({ outcome }) => outcome === 'deleted').length;
      if (deletedCount > 0) toasts.done(texts.deletion.done(deletedCount));
      onClose(findNotDeleted(toDelete, results));
      await invalidateAssignments(client);
    });
    setDeleting(false);
  }

  return (
    <Confirm
      title={texts.deletion.question(toDelete.length)}
      action={texts.deletion.action(toDelete.length)}
      icon={<Trash2 aria-hidden="true" />}
      busy={isDeleting || impact.isPending}
      disabled={isNumberMissing}
      onConfirm={() => void deleteAll()}
      onCancel={() => onClose(null)}
    >
      <div className={styles.deletion}>
        <ul>
          {toDelete.slice(0, maxListedRows).map((row) => (
            <li key={row.id}>{names.assignment(row)}</li>
          ))}
          {hiddenCount > 0 && <li>{texts.deletion.more(hiddenCount)}</li>}
        </ul>
        <ImpactText impact={impact.data} isFailed={impact.isError} />
        {numberField}
        {problem && <ProblemNotice problem={problem} title={texts.deletion.failed} />}
      </div>
    </Confirm>
  );
}

type ImpactTextProps = { impact: { users: number; requests: number } | undefined; isFailed: boolean };

function ImpactText({ impact, isFailed }: ImpactTextProps) {
  if (isFailed) return <p>{texts.deletion.unknown}</p>;
  if (!impact) {
    return (
      <p>
        <AnnouncedText>{texts.deletion.counting}</AnnouncedText>
        <Skeleton width="80%" />
      </p>
    );
  }
  const { users, requests } = impact;
  return (
    <output>
      <strong>{texts.deletion.leaves(users, requests)}</strong>{' '}
      {users + requests > 0 && <span>{texts.deletion.next}</span>}
    </output>
  );
}

/** Returns the rows that the bulk call did not delete. The call that deletes a single row throws a problem instead. */
const findNotDeleted = (toDelete: readonly Assignment[], results: DeletionResults): NotDeletedRow[] =>
  results
    .filter(({ outcome }) => outcome !== 'deleted')
    .flatMap(({ id, message }) =>
      toDelete
        .filter((row) => row.id === id)
        .map((assignment) => ({ assignment, reason: message ?? texts.deletion.gone })),
    );
