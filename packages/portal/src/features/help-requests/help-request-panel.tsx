import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import type { HelpCase } from '@basics/contract/help-requests/help-requests.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { PresenceLine } from '#portal/session/people/presence-line.tsx';
import { Allowed, useUser } from '#portal/session/session-context.tsx';
import { FetchedPanel } from '#portal/ui/overlays/fetched-panel.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { AnswerHelp } from './answer-help.tsx';
import { HelpFacts } from './help-facts.tsx';
import { createHelpCaseQuery } from './help-requests.queries.ts';
import { formatCustomer } from './help-format.tsx';
import styles from './help-requests.module.css';

type HelpRequestPanelProps = {
  id: number;
  /** What surrounds the help request: by default a modal panel. */
  frame?: ComponentProps<typeof FetchedPanel>['frame'];
  onClose: () => void;
  /** Called after the answer, to open the next help request. */
  onAnswered: () => void;
};

/** Shows one help request beside the list with the form to answer it. After the answer, the next help request opens. */
export function HelpRequestPanel({ id, frame, onClose, onAnswered }: HelpRequestPanelProps) {
  const helpCaseQuery = useQuery(createHelpCaseQuery(id));
  const [buttonSlot, setButtonSlot] = useState<HTMLElement | null>(null);
  const reload = (): void => void helpCaseQuery.refetch();
  return (
    <FetchedPanel
      query={helpCaseQuery}
      isMissing={isProblem(helpCaseQuery.error, 'RESULTS_NOT_FOUND')}
      panelTexts={texts.panel}
      readTitle={(helpCase) => texts.panel.title(formatCustomer(helpCase))}
      frame={frame}
      onClose={onClose}
      footer={
        helpCaseQuery.data && (
          <>
            <UserLink userId={helpCaseQuery.data.user.userId} />
            <div ref={setButtonSlot} className={styles.actions} />
          </>
        )
      }
    >
      {(helpCase) => (
        <>
          <PresenceLine kind="helpRequest" id={id} />
          {helpCase.closed && <ClosedNotice closing={helpCase.closed} />}
          <HelpFacts helpCase={helpCase}>
            {helpCase.state === 'open' && (
              <AnswerSection helpCase={helpCase} buttonSlot={buttonSlot} onAnswered={onAnswered} onReload={reload} />
            )}
          </HelpFacts>
        </>
      )}
    </FetchedPanel>
  );
}

type AnswerSectionProps = ComponentProps<typeof AnswerHelp>;

/** The form to answer a help request, or a notice if the user sent this help request. */
function AnswerSection(props: AnswerSectionProps) {
  const { userId } = useUser();
  if (props.helpCase.user.userId === userId) return <Notice tone="info" title={texts.answer.own} />;
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

const ClosedNotice = ({ closing }: { closing: NonNullable<HelpCase['closed']> }) => (
  <Notice tone="info" title={texts.panel.closed(closing.by, formatMoment(closing.at))}>
    {closing.words !== '' && <p>{closing.words}</p>}
  </Notice>
);
