import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MailCheck, MessageCircle } from 'lucide-react';
import type { HelpRequest } from '@basics/contract/help-requests/help-requests.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { TextArea } from '#portal/ui/fields/form-field.tsx';
import { UnfoldingWay, Way } from '#portal/ui/lists/way-list.tsx';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { askForHelp, invalidateHelpRequests, createHelpRequestsQuery } from './help-requests.queries.ts';

type AskForHelpProps = {
  verificationCode: string;
  brand: string | undefined;
  /** The problem code of the refusal; undefined if the code could not be read. */
  problemCode: string | undefined;
  /** Called when the server answers that the code can now get a licence, so that the page checks the code again. */
  onSeatFreed: () => void;
};

/**
 * A row, in the list of ways out of a refusal, with a form that sends a refused code to the salesman of the user. If a help request for the code is already open, the open request is shown
 * instead of the form.
 */
export function AskForHelp({ verificationCode, brand, problemCode, onSeatFreed }: AskForHelpProps) {
  const client = useQueryClient();
  const { userId } = useUser();
  const { isPending, items, who: recipientName } = useRecipient(userId);
  const { text: comment, write: setComment, forget } = useTextDraft('help');
  const sendMutation = useMutation({
    mutationFn: (_matter: string) =>
      askForHelp(userId, { verificationCode, comment, ...(brand !== undefined && { brand }) }),
    onSuccess: () => {
      forget();
      return invalidateHelpRequests(client);
    },
  });
  // The key of a help request: its problem and its text. If the user changes the text after sending, the help request
  // has another key and can be sent.
  const requestKey = `${problemCode} ${verificationCode}`;
  // Nothing is shown until the recipient and the open help requests are loaded. If loading fails, the form is shown.
  if (isPending) return null;
  const wasJustSent = sendMutation.isSuccess && sendMutation.variables === requestKey;
  const isSent =
    wasJustSent || items.some((helpRequest) => isSameRequest(helpRequest, { verificationCode, problemCode }));
  if (isSent)
    return (
      <Way
        icon={<MailCheck aria-hidden="true" />}
        title={texts.ask.sent(recipientName)}
        text={texts.ask.sentText}
        action={wasJustSent && <AnnouncedText>{texts.ask.sent(recipientName)}</AnnouncedText>}
      />
    );
  return (
    <UnfoldingWay
      icon={<MessageCircle aria-hidden="true" />}
      title={problemCode === 'SEAT_LIMIT' ? texts.ask.anotherSeat(recipientName) : texts.ask.title(recipientName)}
      text={texts.ask.text}
      // A comment from before a reload is in sight again.
      startsOpen={comment !== ''}
    >
      {() => (
        <>
          <TextArea
            label={texts.ask.comment}
            optional
            maxLength={limits.text.reason}
            value={comment}
            onChange={({ currentTarget }) => setComment(currentTarget.value)}
          />
          <div>
            <Button busy={sendMutation.isPending} onClick={() => sendMutation.mutate(requestKey)}>
              {texts.ask.action(recipientName)}
            </Button>
          </div>
          {sendMutation.error instanceof ApiProblem && (
            <SendProblem problem={sendMutation.error} onSeatFreed={onSeatFreed} />
          )}
        </>
      )}
    </UnfoldingWay>
  );
}

/** Loads the help requests of a user, and the name of the recipient of a new help request. */
export function useRecipient(userId: number) {
  const { data, isPending } = useQuery(createHelpRequestsQuery(userId, ownRequestsPageSize));
  const { items, helper } = data ?? unknownRecipient;
  return { isPending, items, who: helper.name ?? texts.ask[helper.by] };
}

const unknownRecipient = { items: [], helper: { by: 'salesmen', name: null } } as const;

/** The number of help requests that are loaded first. The number is higher than the limit of open help requests. */
export const ownRequestsPageSize = 10;

type RefusedText = { verificationCode: string; problemCode: string | undefined };

function isSameRequest(
  { state, ...otherFields }: HelpRequest,
  { verificationCode, problemCode }: RefusedText,
): boolean {
  if (state !== 'open' || otherFields.verificationCode !== verificationCode.trim()) return false;
  return problemCode === undefined || otherFields.problem.code === problemCode;
}

const SendProblem = ({ problem, onSeatFreed }: { problem: ApiProblem; onSeatFreed: () => void }) =>
  isProblem(problem, 'NO_HELP_NEEDED') ? (
    <Notice tone="ok" role="alert" actions={<Button onClick={onSeatFreed}>{texts.ask.freed}</Button>}>
      <p>{problem.message}</p>
    </Notice>
  ) : (
    <ProblemNotice problem={problem} title={texts.ask.failed} />
  );
