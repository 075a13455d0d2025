import type { Assignment } from '@basics/contract/country-salesmen.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Confirm } from '#portal/ui/overlays/confirm.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import styles from './country-salesman.module.css';
import { invalidateAssignments, createImpactQuery, removeAssignments } from './country-salesmen.queries.ts';
import type { Removed } from './country-salesmen.queries.ts';
import type { Names } from './names.ts';

/** A row that was not deleted, and the reason. */
export type KeptRow = { assignment: Assignment; reason: string };

type DeleteAssignmentsProps = {
  doomed: readonly Assignment[];
  names: Names;
  /** Called with the rows that were not deleted; null if nothing was done. */
  onClose: (kept: readonly KeptRow[] | null) => void;
};

const maxNamed = 5;
const noFields: readonly string[] = [];

/** Shows how many users the deletion leaves without a salesman, then deletes. */
export function DeleteAssignments({ doomed, names, onClose }: DeleteAssignmentsProps) {
  const ids = doomed.map(({ id }) => id);
  const impact = useQuery(createImpactQuery(ids));
  const client = useQueryClient();
  const toasts = useToasts();
  const { problem, attempt } = useAttempt(noFields, () => {});
  const [isDeleting, setDeleting] = useState(false);
  const more = doomed.length - maxNamed;

  async function remove(): Promise<void> {
    setDeleting(true);
    await attempt(async () => {
      const results = await removeAssignments(ids);
      const deleted = results.filter(({ outcome }) => outcome === 'deleted').length;
      if (deleted > 0) toasts.done(texts.deletion.done(deleted));
      onClose(findKept(doomed, results));
      await invalidateAssignments(client);
    });
    setDeleting(false);
  }

  return (
    <Confirm
      title={texts.deletion.question(doomed.length)}
      action={texts.deletion.action(doomed.length)}
      icon={<Trash2 aria-hidden="true" />}
      busy={isDeleting || impact.isPending}
      onConfirm={() => void remove()}
      onCancel={() => onClose(null)}
    >
      <div className={styles.deletion}>
        <ul>
          {doomed.slice(0, maxNamed).map((row) => (
            <li key={row.id}>{names.assignment(row)}</li>
          ))}
          {more > 0 && <li>{texts.deletion.more(more)}</li>}
        </ul>
        <ImpactText impact={impact.data} isFailed={impact.isError} />
        {problem && <ProblemNotice problem={problem} title={texts.deletion.failed} />}
      </div>
    </Confirm>
  );
}

type LeavesProps = { impact: { users: number; requests: number } | undefined; isFailed: boolean };

function ImpactText({ impact, isFailed }: LeavesProps) {
  if (isFailed) return <p>{texts.deletion.unknown}</p>;
  if (!impact) {
    return (
      <p>
        <Announced>{texts.deletion.counting}</Announced>
        <Skeleton width="80%" />
      </p>
    );
  }
  const { users, requests } = impact;
  return (
    <output>
      <strong>{texts.deletion.leaves(users, requests)}</strong> {users + requests > 0 && texts.deletion.next}
    </output>
  );
}

/** A single row that does not exist or is out of scope returns a problem; only the bulk call returns rows that were not deleted. */
const findKept = (doomed: readonly Assignment[], results: Removed): KeptRow[] =>
  results
    .filter(({ outcome }) => outcome !== 'deleted')
    .flatMap(({ id, message }) =>
      doomed
        .filter((row) => row.id === id)
        .map((assignment) => ({ assignment, reason: message ?? texts.deletion.gone })),
    );
