import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LifeBuoy } from 'lucide-react';
import { useId } from 'react';
import type { HelpRequest } from '@basics/contract/help-requests.ts';
import { limits } from '@basics/contract/limits.ts';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { useTextDraft } from '#portal/session/drafts/use-text-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { TextArea } from '#portal/ui/forms/text-area.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import { askForHelp, invalidateHelpRequests, createHelpRequestsQuery } from './help-requests.queries.ts';
import styles from './help-requests.module.css';

type AskForHelpProps = {
  verificationCode: string;
  brand: string | undefined;
  /** The reason of the refusal; absent if the code could not be read. */
  problemCode: string | undefined;
  /** Called when the code gets a licence by now: the page checks it again. */
  onFreed: () => void;
};

/** Sends the refused code to the salesman of the user on one press; an open help request for it is shown in place of the button. */
export function AskForHelp({ verificationCode, brand, problemCode, onFreed }: AskForHelpProps) {
  const id = useId();
  const client = useQueryClient();
  const { userId } = useUser();
  const { isPending, items, who } = useRecipient(userId);
  const { text: comment, write: setComment, forget } = useTextDraft('help');
  const asking = useMutation({
    mutationFn: (_matter: string) =>
      askForHelp(userId, { verificationCode, comment, ...(brand !== undefined && { brand }) }),
    onSuccess: () => {
      forget();
      return invalidateHelpRequests(client);
    },
  });
  // A sent request stays shown while another text or brand is tried beside it.
  const matter = `${problemCode} ${verificationCode}`;
  // The button appears once the recipient and the open requests are loaded; if they cannot be loaded, the server decides.
  if (isPending) return null;
  const wasSent = asking.isSuccess && asking.variables === matter;
  const isSent = wasSent || items.some((each) => isSame(each, { verificationCode, problemCode }));
  if (isSent)
    return (
      <>
        {wasSent && <Announced>{texts.ask.sent(who)}</Announced>}
        <Notice tone="ok" title={texts.ask.sent(who)}>
          <p>{texts.ask.sentText}</p>
        </Notice>
      </>
    );
  return (
    <section className={styles.ask} aria-labelledby={id}>
      <p id={id} className={styles.title}>
        {texts.ask.title}
      </p>
      <p>{texts.ask.text(capitalise(who))}</p>
      <TextArea
        label={texts.ask.comment}
        optional
        rows={2}
        maxLength={limits.text.reason}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      <div>
        <Button icon={<LifeBuoy aria-hidden="true" />} busy={asking.isPending} onClick={() => asking.mutate(matter)}>
          {texts.ask.action(who)}
        </Button>
      </div>
      {asking.error instanceof ApiProblem && <SendProblem problem={asking.error} onFreed={onFreed} />}
    </section>
  );
}

/** The user's help requests, and who would get another one. */
export function useRecipient(userId: number) {
  const { data, isPending } = useQuery(createHelpRequestsQuery(userId, ownPageSize));
  const { items, helper } = data ?? unknown;
  return { isPending, items, who: helper.name ?? texts.ask[helper.by] };
}

const unknown = { items: [], helper: { by: 'salesmen', name: null } } as const;

/** The number of own help requests that are loaded: all open ones, and a few answered ones. */
export const ownPageSize = 10;

type Refused = { verificationCode: string; problemCode: string | undefined };

function isSame({ state, ...each }: HelpRequest, { verificationCode, problemCode }: Refused): boolean {
  if (state !== 'open' || each.verificationCode !== verificationCode.trim()) return false;
  return problemCode === undefined || each.problem.code === problemCode;
}

const SendProblem = ({ problem, onFreed }: { problem: ApiProblem; onFreed: () => void }) =>
  isProblem(problem, 'NO_HELP_NEEDED') ? (
    <Notice tone="ok" role="alert" actions={<Button onClick={onFreed}>{texts.ask.freed}</Button>}>
      <p>{problem.message}</p>
    </Notice>
  ) : (
    <ProblemNotice problem={problem} title={texts.ask.failed} />
  );

const capitalise = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
