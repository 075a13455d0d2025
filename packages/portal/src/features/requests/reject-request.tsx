import { useQueryClient } from '@tanstack/react-query';
import { CircleX } from 'lucide-react';
import { useEffect } from 'react';
import type { Request } from '@basics/contract/requests/requests.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice, type ShownProblem } from '#portal/session/editing/problem-notice.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { useReason } from '#portal/session/editing/use-reason.ts';
import { Form, useSubmitKey } from '#portal/ui/forms/form.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { TextArea } from '#portal/ui/fields/form-field.tsx';
import { useUndo } from '#portal/session/editing/undo.queries.ts';
import { formatApplicant } from './request-format.tsx';
import styles from './requests-page.module.css';
import { invalidateRequests, rejectRequest } from './requests.queries.ts';

type RejectRequestProps = {
  request: Request;
  /** Recently used reasons, which the user can choose from. */
  recentReasons: readonly string[];
  onCancel: () => void;
  onRejected: () => void;
  /** Called to show the current state of the request after someone else has decided. */
  onReload: () => void;
};

/** The form that asks for the reason of a rejection. The applicant gets the reason by e-mail. Ctrl+Enter rejects. */
export function RejectRequest({ request, recentReasons, onCancel, onRejected, onReload }: RejectRequestProps) {
  const client = useQueryClient();
  const { announce } = useUndo();
  const formRef = useSubmitKey();
  const { field, problem, isBusy, write, submit } = useReason({
    name: `reject ${request.userId}`,
    act: async (reason) => {
      announce(texts.reject.done(formatApplicant(request)), await rejectRequest(request, reason));
      onRejected();
      void invalidateRequests(client);
    },
  });
  useEffect(() => field.ref.current?.focus(), [field.ref]);

  return (
    <Form className={styles.reject} ref={formRef} aria-label={texts.reject.title} onSubmit={submit}>
      <h3>{texts.reject.title}</h3>
      {problem && <RejectProblem problem={problem} onReload={onReload} />}
      <TextArea {...field} label={texts.reject.reason} hint={texts.reject.hint} />
      <RecentReasons
        reasons={recentReasons}
        onChoose={(recentReason) => {
          write(recentReason);
          field.ref.current?.focus();
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={isBusy} icon={<CircleX aria-hidden="true" />}>
          {texts.reject.submit}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {ui.cancel}
        </Button>
      </div>
    </Form>
  );
}

function RecentReasons({ reasons, onChoose }: { reasons: readonly string[]; onChoose: (reason: string) => void }) {
  if (reasons.length === 0) return null;
  return (
    <div className={styles.recent}>
      <p>{texts.reject.recent}</p>
      <ul>
        {reasons.slice(0, 5).map((reason) => (
          <li key={reason}>
            <button type="button" className={styles.offer} onClick={() => onChoose(reason)}>
              {reason}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** When two users decide at the same time, the second user sees who decided first and when. */
function RejectProblem({ problem, onReload }: { problem: ShownProblem; onReload: () => void }) {
  if (!isProblem(problem, 'ALREADY_DECIDED') && !isProblem(problem, 'STALE'))
    return <ProblemNotice problem={problem} title={texts.reject.failed} />;
  const { decided, reload } = texts.reject;
  return <StaleNotice title={decided} text={problem.message} load={reload} onReload={onReload} />;
}
