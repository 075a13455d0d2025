import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import type { HelpCase } from '@basics/contract/help-requests.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { FetchedPanel } from '#portal/ui/overlays/fetched-panel.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { AnswerHelp } from './answer-help.tsx';
import { HelpFacts, SentCode } from './help-facts.tsx';
import { createHelpCaseQuery } from './help-requests.queries.ts';
import { HelpStateBadge, formatCustomer } from './help-words.tsx';

type HelpRequestPanelProps = {
  id: number;
  /** The request that opens after this one is answered. */
  next: number | undefined;
  onMove: (to: number | undefined) => void;
};

/** Shows one help request beside the list, with its answer; then the next one opens. */
export function HelpRequestPanel({ id, next, onMove }: HelpRequestPanelProps) {
  const found = useQuery(createHelpCaseQuery(id));
  const reload = (): void => void found.refetch();
  return (
    <FetchedPanel
      query={found}
      isMissing={isProblem(found.error, 'RESULTS_NOT_FOUND')}
      words={texts.panel}
      readTitle={formatCustomer}
      onClose={() => onMove(undefined)}
      footer={found.data && <UserLink userId={found.data.user.userId} />}
    >
      {(asked) => (
        <>
          <div>
            <HelpStateBadge state={asked.state} />
          </div>
          {asked.closed && <Closed closed={asked.closed} />}
          <HelpFacts asked={asked} />
          {asked.state === 'open' && <Answer asked={asked} onAnswered={() => onMove(next)} onReload={reload} />}
          {asked.asksFor === null && <SentCode code={asked.verificationCode} />}
        </>
      )}
    </FetchedPanel>
  );
}

type AnswerProps = { asked: HelpCase; onAnswered: () => void; onReload: () => void };

/** Users cannot answer their own request. */
function Answer(props: AnswerProps) {
  const { userId } = useUser();
  if (props.asked.user.userId === userId) return <Notice tone="info" title={texts.answer.own} />;
  return (
    <Allowed any={['requests.edit']}>
      <AnswerHelp {...props} />
    </Allowed>
  );
}

const UserLink = ({ userId }: { userId: number }) => (
  <Allowed any={['users.view']}>
    <LinkButton to={`/users/${userId}`} icon={<UserRound aria-hidden="true" />}>
      {texts.panel.user}
    </LinkButton>
  </Allowed>
);

const Closed = ({ closed }: { closed: NonNullable<HelpCase['closed']> }) => (
  <Notice tone="info" title={texts.panel.closed(closed.by, formatMoment(closed.at))}>
    {closed.words !== '' && <p>{closed.words}</p>}
  </Notice>
);
