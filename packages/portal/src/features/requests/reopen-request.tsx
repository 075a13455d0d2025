import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw, UserCheck } from 'lucide-react';
import { limits } from '@basics/contract/calls/limits.ts';
import type { SimilarPerson } from '@basics/contract/requests/request-evidence.ts';
import type { Request } from '@basics/contract/requests/requests.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Confirm, DialogButton } from '#portal/ui/overlays/dialog.tsx';
import { formatApplicant } from './request-format.tsx';
import { invalidateRequests, reopenRequest } from './requests.queries.ts';

/** Returns whether a decision can still be taken back. The server also checks who decided. */
export const canReopen = ({ status, decided }: Request): boolean =>
  (status === 'approved' || status === 'rejected') &&
  decided !== null &&
  Date.now() - Date.parse(decided.at) < limits.undo.decisionHours * 3_600_000;

type ReopenRequestProps = { request: Request; onReopened: () => void };

/** A button that takes back the decision about a request, after a question. */
export const ReopenRequest = (props: ReopenRequestProps) => (
  <DialogButton icon={<RotateCcw aria-hidden="true" />} label={texts.panel.reopen}>
    {(closeDialog) => <ReopenDialog {...props} onClose={closeDialog} />}
  </DialogButton>
);

function ReopenDialog({ request, onReopened, onClose }: ReopenRequestProps & { onClose: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { problem, isBusy, attempt } = useAttempt();
  const name = formatApplicant(request);

  const reopen = (): Promise<void> =>
    attempt(async () => {
      await reopenRequest(request.userId);
      toasts.done(texts.panel.reopened(name));
      onClose();
      onReopened();
      void invalidateRequests(client);
    });

  return (
    <Confirm
      title={texts.panel.reopenTitle(name)}
      action={texts.panel.reopen}
      icon={<RotateCcw aria-hidden="true" />}
      busy={isBusy}
      onConfirm={() => void reopen()}
      onCancel={onClose}
    >
      {problem && <ProblemNotice problem={problem} title={texts.panel.reopenFailed} />}
      <p>{texts.panel.reopenText}</p>
    </Confirm>
  );
}

type ConfirmDuplicateProps = {
  request: Request;
  /** The users with the same name. */
  people: readonly SimilarPerson[];
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks before the approval of a request whose applicant may have an account already. */
export const ConfirmDuplicate = ({ request, people, onConfirm, onCancel }: ConfirmDuplicateProps) => (
  <Confirm
    title={texts.approve.duplicateTitle(formatApplicant(request))}
    action={texts.approve.anyway}
    icon={<UserCheck aria-hidden="true" />}
    onConfirm={onConfirm}
    onCancel={onCancel}
  >
    <p>{texts.approve.duplicateText(people.map(({ name, login }) => `${name} (${login})`).join(', '))}</p>
  </Confirm>
);
