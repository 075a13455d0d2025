import { RotateCw } from 'lucide-react';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState, useEffect } from 'react';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { BackToSignIn, ForgotForm, MailSent } from './forgot-form.tsx';
import styles from './passwords.module.css';
import { LinkCodeEntry } from '#portal/session/links/link-code-form.tsx';
import { useLinkToken } from '#portal/session/links/link-token.ts';
import { useSessionState } from '#portal/session/session-context.tsx';
import { isSameLogin, NewPasswordForm } from './new-password-form.tsx';
import { SwitchAccount } from '../sign-in/switch-account.tsx';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { session } from '@basics/contract/session/session.ts';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { checkPasswordLink } from '../sign-in.queries.ts';

// The form is loaded on demand, because a portal is set up only once.
const SetUpForm = createLazyPart(async () => (await import('./set-up-form.tsx')).SetUpForm);

export const ResetPasswordPage = () => <SetPassword purpose="reset" />;
/** The page to set the first password of an account. */
export const ActivationPage = () => <SetPassword purpose="activate" />;

function SetPassword({ purpose }: { purpose: 'reset' | 'activate' }) {
  const token = useLinkToken();
  const navigate = useNavigate();
  const { user } = useSessionState();
  const [mayReplace, setMayReplace] = useState(false);
  const { link, markExpired, retry } = useLinkCheck(token);
  if (link.step === 'ended' || link.step === 'replaced')
    return <UnusableLink reason={token === null ? 'missing' : link.step} />;
  if (link.step === 'good' && link.purpose === 'setUp') return <SetUpPage token={link.token} onEnded={markExpired} />;
  if (link.step === 'good' && user !== null && !mayReplace && !isSameLogin(user.userEmail, link.login))
    return (
      <SwitchAccount
        question={texts.otherAccount.ask(user.userEmail, link.login)}
        currentUser={user.userEmail}
        continueLabel={texts.handoff.change(link.login)}
        onContinue={() => setMayReplace(true)}
        onStay={() => void navigate({ to: '/', replace: true })}
      />
    );
  // The purpose of the link decides which texts are shown. Before the server has checked the link, the address of the page decides.
  const purposeTexts = texts.setPassword[link.step === 'good' && link.purpose !== 'setUp' ? link.purpose : purpose];
  return (
    <>
      <PageHeading
        title={purposeTexts.title}
        introText={link.step === 'good' ? purposeTexts.lead(link.login) : undefined}
      />
      {link.step === 'checking' && <LinkCheckSkeleton />}
      {link.step === 'good' && (
        <NewPasswordForm token={link.token} login={link.login} formTexts={purposeTexts} onEnded={markExpired} />
      )}
      {link.step === 'failed' && (
        <div className={styles.stack}>
          <ProblemNotice problem={link.problem} title={texts.linkUnchecked} />
          <Button icon={<RotateCw aria-hidden="true" />} onClick={retry}>
            {ui.retry}
          </Button>
        </div>
      )}
    </>
  );
}

const SetUpPage = (props: { token: string; onEnded: () => void }) => (
  <>
    <PageHeading title={texts.setUp.title} introText={texts.setUp.lead} />
    <Suspense>
      <SetUpForm {...props} />
    </Suspense>
  </>
);

const LinkCheckSkeleton = () => (
  <div className={styles.stack}>
    <AnnouncedText>{texts.linkChecking}</AnnouncedText>
    <Skeleton height="4rem" />
    <Skeleton height="3rem" />
    <Skeleton height="4rem" />
  </div>
);

/** Says that the link is missing, was used, has expired or was replaced by a newer one. Offers to type the code of the e-mail, and to send a new link. */
function UnusableLink({ reason }: { reason: 'missing' | 'ended' | 'replaced' }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <MailSent email={sentTo} onOtherAddress={() => setSentTo(null)} />;
  const newLinkForm = (
    <ForgotForm
      submitLabel={texts.sendNewLink}
      failureTitle={texts.mailFailed}
      onSent={setSentTo}
      isSecondary={reason === 'missing'}
    />
  );
  return (
    <>
      {reason === 'missing' ? (
        <LinkCodeEntry>
          <p>{texts.newLinkLead}</p>
          {newLinkForm}
        </LinkCodeEntry>
      ) : (
        <>
          <PageHeading title={texts.linkEndedTitle} />
          <div className={styles.stack}>
            <Notice tone="warn">
              <p>{reason === 'replaced' ? texts.linkReplaced : texts.linkEnded}</p>
            </Notice>
            {newLinkForm}
          </div>
        </>
      )}
      <BackToSignIn />
    </>
  );
}

type LinkState =
  | { step: 'checking' | 'ended' | 'replaced' }
  | ({ step: 'good'; token: string } & Reply<typeof session.checkLink>)
  | { step: 'failed'; problem: ApiProblem };

/** Checks whether an e-mailed link is valid when the page opens, before the user types anything. */
function useLinkCheck(token: string | null): { link: LinkState; markExpired: () => void; retry: () => void } {
  const [attemptNumber, setAttemptNumber] = useState(0);
  const [lastCheck, setLastCheck] = useState<{ attemptNumber: number; link: LinkState } | null>(null);

  useEffect(() => {
    if (token === null) return undefined;
    const abortController = new AbortController();
    const runCheck = async (): Promise<void> => {
      const link = await readLinkState(token, abortController.signal);
      if (!abortController.signal.aborted) setLastCheck({ attemptNumber, link });
    };
    void runCheck();
    return () => abortController.abort();
  }, [token, attemptNumber]);

  const isCurrent = lastCheck?.attemptNumber === attemptNumber;
  return {
    link: token === null ? { step: 'ended' } : isCurrent ? lastCheck.link : { step: 'checking' },
    markExpired: () => setLastCheck({ attemptNumber, link: { step: 'ended' } }),
    retry: () => setAttemptNumber(attemptNumber + 1),
  };
}

async function readLinkState(token: string, signal: AbortSignal): Promise<LinkState> {
  try {
    return { step: 'good', token, ...(await checkPasswordLink(token, signal)) };
  } catch (error) {
    if (isProblem(error, 'LINK_REPLACED')) return { step: 'replaced' };
    if (isProblem(error, 'LINK_NOT_VALID') || signal.aborted) return { step: 'ended' };
    if (error instanceof ApiProblem) return { step: 'failed', problem: error };
    throw error;
  }
}
