import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import type { CurrentUser } from '@basics/contract/session/current-user.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatDay } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useSession, useUser } from '#portal/session/session-context.tsx';
import { absence as texts } from '#portal/texts/absence.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Confirm } from '#portal/ui/overlays/dialog.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import styles from './absence-banner.module.css';
import { endAbsence } from './absence.queries.ts';

type AbsentSalesman = NonNullable<CurrentUser['deputyFor']>[number];

/** Shows on every page the last day of an absence of the user, or the absent salesmen whose deputy the user is. */
export function AbsenceBanner() {
  const { absence, deputyFor = [] } = useUser();
  const describeAbsence = absence?.deputyIsAbsent ? texts.deputyIsAbsent : texts.absent;
  const [salesmanOfDialog, setSalesmanOfDialog] = useState<AbsentSalesman | null>(null);
  return (
    <>
      <aside className={styles.banner} aria-label={texts.banner} data-chrome>
        {absence && <p>{describeAbsence(absence.name, formatDay(absence.until))}</p>}
        {deputyFor.map((salesman) => (
          <p key={salesman.userId}>
            <span>{texts.deputyFor(salesman.name, formatDay(salesman.until))}</span>{' '}
            <Button icon={<UserCheck aria-hidden="true" />} onClick={() => setSalesmanOfDialog(salesman)}>
              {texts.endDeputy}
            </Button>
          </p>
        ))}
      </aside>
      {salesmanOfDialog && <EndAbsenceDialog salesman={salesmanOfDialog} onClose={() => setSalesmanOfDialog(null)} />}
    </>
  );
}

/** Asks the deputy for a confirmation, and then ends the absence of the salesman. */
function EndAbsenceDialog({ salesman: { userId, name }, onClose }: { salesman: AbsentSalesman; onClose: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const session = useSession();
  const endMutation = useMutation({
    mutationFn: () => endAbsence(userId),
    onSuccess: async () => {
      toasts.done(texts.ended);
      onClose();
      await session.refresh();
      // All queries are reloaded, because lists and figures on every page contain the customers of the salesman.
      await client.invalidateQueries();
    },
  });
  return (
    <Confirm
      title={texts.endDeputyTitle(name)}
      action={texts.end}
      icon={<UserCheck aria-hidden="true" />}
      busy={endMutation.isPending}
      onConfirm={() => endMutation.mutate()}
      onCancel={onClose}
    >
      {endMutation.error instanceof ApiProblem && <ProblemNotice problem={endMutation.error} title={texts.notSaved} />}
      <p>{texts.endDeputyText(name)}</p>
    </Confirm>
  );
}
