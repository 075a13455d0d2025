import { CircleX, RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { limits } from '@basics/contract/limits.ts';
import type { Request } from '@basics/contract/requests.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import type { ApiProblem } from '#portal/api/api-problem.ts';
import { requests as texts } from '#portal/messages/en/requests.ts';
import { ui } from '#portal/messages/en/ui.ts';
import { ProblemNotice } from '#portal/session/problem-notice.tsx';
import { Button } from '#portal/ui/button.tsx';
import { Notice } from '#portal/ui/notice.tsx';
import { TextArea } from '#portal/ui/text-area.tsx';
import { useSubmitKey } from '#portal/ui/use-submit-key.ts';
import styles from './requests-page.module.css';
import { useRejecting } from './use-rejecting.ts';

type RejectRequestProps = {
  request: Request;
  /** Reasons given of late, to take again. */
  recent: readonly string[];
  onCancel: () => void;
  onRejected: () => void;
  /** Somebody was faster: shows the request as it stands now. */
  onReload: () => void;
};

/** Asks for the reason in place; the applicant gets it. Ctrl+Enter rejects. */
export function RejectRequest({ request, recent, onCancel, onRejected, onReload }: RejectRequestProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useSubmitKey();
  const focus = (): void => field.current?.focus();
  const { reason, error, problem, isBusy, write, reject } = useRejecting(request, { onRejected, onRefused: focus });
  useEffect(() => field.current?.focus(), []);

  return (
    <form
      className={styles.reject}
      noValidate
      ref={form}
      aria-label={texts.reject.title}
      onSubmit={(event) => {
        event.preventDefault();
        void reject();
      }}
    >
      {problem && <RejectProblem problem={problem} onReload={onReload} />}
      <TextArea
        ref={field}
        label={texts.reject.reason}
        hint={texts.reject.hint}
        rows={3}
        maxLength={limits.text.reason}
        value={reason}
        error={error}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <Recent
        reasons={recent}
        onTake={(taken) => {
          write(taken);
          focus();
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
    </form>
  );
}

function Recent({ reasons, onTake }: { reasons: readonly string[]; onTake: (reason: string) => void }) {
  if (reasons.length === 0) return null;
  return (
    <div className={styles.recent}>
      <p>{texts.reject.recent}</p>
      <ul>
        {reasons.slice(0, 5).map((reason) => (
          <li key={reason}>
            <button type="button" className={styles.offer} onClick={() => onTake(reason)}>
              {reason}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Of two who decide at once, the second is told who was first and when. */
function RejectProblem({ problem, onReload }: { problem: ApiProblem; onReload: () => void }) {
  if (!isProblem(problem, 'ALREADY_DECIDED') && !isProblem(problem, 'STALE'))
    return <ProblemNotice problem={problem} title={texts.reject.failed} />;
  return (
    <Notice
      tone="warn"
      role="alert"
      title={texts.reject.decided}
      actions={
        <Button icon={<RefreshCw aria-hidden="true" />} onClick={onReload}>
          {texts.reject.reload}
        </Button>
      }
    >
      <p>{problem.message}</p>
    </Notice>
  );
}
