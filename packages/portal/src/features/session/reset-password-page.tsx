import { RotateCw } from 'lucide-react';
import { Suspense, useState } from 'react';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import { BackToSignIn } from './back-to-sign-in.tsx';
import { ForgotForm } from './forgot-form.tsx';
import styles from './passwords.module.css';
import { useLinkToken } from '#portal/session/link-token.ts';
import { MailSent } from './mail-sent.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { useLinkCheck } from './use-link-check.ts';

/** Shown once in the life of a portal, so other visitors do not load it. */
const SetUpForm = createLazyPart(async () => (await import('./set-up-form.tsx')).SetUpForm);

export const ResetPasswordPage = () => <SetPassword purpose="reset" />;
/** The page to set a new password or the first one. */
export const ActivationPage = () => <SetPassword purpose="activate" />;

function SetPassword({ purpose }: { purpose: 'reset' | 'activate' }) {
  const { link, end, repeat } = useLinkCheck(useLinkToken());
  if (link.step === 'ended') return <Ended />;
  if (link.step === 'good' && link.purpose === 'setUp') return <SetUp token={link.token} onEnded={end} />;
  // The server knows the purpose of the link.
  const words = texts.setPassword[link.step === 'good' && link.purpose !== 'setUp' ? link.purpose : purpose];
  return (
    <>
      <PageHeading title={words.title} lead={link.step === 'good' ? words.lead(link.login) : undefined} />
      {link.step === 'checking' && <Checking />}
      {link.step === 'good' && <NewPasswordForm token={link.token} login={link.login} words={words} onEnded={end} />}
      {link.step === 'failed' && (
        <div className={styles.stack}>
          <ProblemNotice problem={link.problem} title={texts.linkUnchecked} />
          <Button icon={<RotateCw aria-hidden="true" />} onClick={repeat}>
            {ui.retry}
          </Button>
        </div>
      )}
    </>
  );
}

const SetUp = (props: { token: string; onEnded: () => void }) => (
  <>
    <PageHeading title={texts.setUp.title} lead={texts.setUp.lead} />
    <Suspense>
      <SetUpForm {...props} />
    </Suspense>
  </>
);

const Checking = () => (
  <div className={styles.stack}>
    <Announced>{texts.linkChecking}</Announced>
    <Skeleton height="4rem" />
    <Skeleton height="3rem" />
    <Skeleton height="4rem" />
  </div>
);

/** Shown for a link that is used, expired or incomplete: a new link can be requested here. */
function Ended() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <MailSent email={sentTo} onAgain={() => setSentTo(null)} />;
  return (
    <>
      <PageHeading title={texts.linkEndedTitle} />
      <div className={styles.stack}>
        <Notice tone="warn">{texts.linkEnded}</Notice>
        <ForgotForm submit={texts.sendNewLink} failure={texts.mailFailed} onSent={setSentTo} />
      </div>
      <BackToSignIn />
    </>
  );
}
