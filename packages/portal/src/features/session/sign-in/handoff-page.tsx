import { LogIn, RotateCw } from 'lucide-react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useSessionState } from '#portal/session/session-context.tsx';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Spinner } from '#portal/ui/feedback/loading.tsx';
import styles from '../passwords/passwords.module.css';
import { SwitchAccount } from './switch-account.tsx';
import { useHandoff } from './use-handoff.ts';

/** The page that the desktop tool and the identity provider open to sign in. The token of the page can be used once and is valid for a minute. */
export function HandoffPage() {
  const { handoff, retry, switchAccount, stayWithCurrent } = useHandoff();
  const { user } = useSessionState();
  if (handoff.step === 'notFound') return <NotFound isSignedIn={user !== null} />;
  if (handoff.step === 'asking') {
    const currentUserName = user?.userEmail ?? '';
    return (
      <SwitchAccount
        question={texts.handoff.ask(currentUserName, handoff.userName)}
        currentUser={currentUserName}
        continueLabel={texts.handoff.change(handoff.userName)}
        onContinue={() => switchAccount(handoff.handoffResult)}
        onStay={() => stayWithCurrent(handoff.handoffResult)}
      />
    );
  }
  return (
    <>
      <PageHeading title={texts.handoff.title} />
      {handoff.step === 'working' ? (
        <output className={styles.working}>
          <Spinner /> {texts.handoff.working}
        </output>
      ) : (
        <div className={styles.stack}>
          <ProblemNotice problem={handoff.problem} />
          <div className={styles.actions}>
            {!isAboutWorkAccount(handoff.problem) && (
              <Button icon={<RotateCw aria-hidden="true" />} onClick={retry}>
                {ui.retry}
              </Button>
            )}
            <LinkButton to="/sign-in">{texts.toSignIn}</LinkButton>
          </div>
        </div>
      )}
    </>
  );
}

/** The answer of the identity provider is used up, so the sign-in starts again from the sign-in page. */
const isAboutWorkAccount = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.code.startsWith('WORK_ACCOUNT_');

const NotFound = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <>
    <PageHeading title={texts.handoff.notFound} introText={texts.handoff.notFoundLead} />
    <LinkButton to={isSignedIn ? '/' : '/sign-in'} variant="primary" icon={<LogIn aria-hidden="true" />}>
      {isSignedIn ? texts.toStart : texts.toSignIn}
    </LinkButton>
  </>
);
