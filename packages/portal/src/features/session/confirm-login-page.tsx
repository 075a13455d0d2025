import { useNavigate } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { isProblem } from '#portal/api/api-problem.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useLinkToken } from '#portal/session/link-token.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { changeLogin as texts } from '#portal/texts/change-login.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import styles from './passwords.module.css';
import { confirmLogin } from './passwords.queries.ts';

/** The page of the e-mailed link that confirms a new login. Mail scanners also open links, so only the button confirms the login. */
export function ConfirmLoginPage() {
  const token = useLinkToken();
  const [isExpired, setExpired] = useState(false);
  if (token === null || isExpired) return <ExpiredLink />;
  return (
    <>
      <PageHeading title={texts.confirmTitle} introText={texts.confirmLead} />
      <ConfirmForm token={token} onEnded={() => setExpired(true)} />
    </>
  );
}

function ConfirmForm({ token, onEnded }: { token: string; onEnded: () => void }) {
  const session = useSession();
  const navigate = useNavigate();
  const { problem, isBusy, attempt } = useAttempt();

  const confirmNewLogin = (): Promise<void> =>
    attempt(async () => {
      try {
        const login = await confirmLogin(token);
        session.leave(); // All sessions have ended, including the one of this browser.
        await navigate({ to: '/sign-in', state: { login, note: 'loginChanged' }, replace: true });
      } catch (error) {
        if (isProblem(error, 'LINK_NOT_VALID')) return onEnded();
        throw error;
      }
    });

  return (
    <div className={styles.stack}>
      {problem && <ProblemNotice problem={problem} title={texts.confirmFailed} />}
      <div>
        <Button
          variant="primary"
          busy={isBusy}
          icon={<BadgeCheck aria-hidden="true" />}
          onClick={() => void confirmNewLogin()}
        >
          {texts.confirm}
        </Button>
      </div>
    </div>
  );
}

const ExpiredLink = () => (
  <>
    <PageHeading title={texts.confirmTitle} />
    <Notice
      tone="warn"
      role="alert"
      title={texts.ended}
      actions={<LinkButton to="/sign-in">{texts.toSignIn}</LinkButton>}
    >
      <p>{texts.endedNext}</p>
    </Notice>
  </>
);
