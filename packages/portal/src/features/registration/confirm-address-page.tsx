import { BadgeCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { registration as texts } from '#portal/texts/registration.ts';
import { useLinkToken } from '#portal/session/link-token.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import styles from './register.module.css';
import { confirmAddress } from './registration.queries.ts';
import { WithdrawRequest } from './withdraw-request.tsx';

/** The page of the e-mailed link that confirms an address. Mail scanners also open links, so only the button confirms the address. */
export function ConfirmAddressPage() {
  const token = useLinkToken();
  const [step, setStep] = useState<'asking' | 'confirmed' | 'ended' | 'withdrawn'>('asking');
  if (step === 'withdrawn') return <WithdrawnNotice />;
  if (token === null) return <ExpiredLink />;
  const withdrawButton = <WithdrawRequest token={token} onWithdrawn={() => setStep('withdrawn')} />;
  if (step === 'confirmed') return <ConfirmedNotice>{withdrawButton}</ConfirmedNotice>;
  if (step === 'ended') return <ExpiredLink>{withdrawButton}</ExpiredLink>;
  return (
    <>
      <PageHeading title={texts.confirmTitle} introText={texts.confirmLead} />
      <ConfirmForm token={token} onConfirmed={() => setStep('confirmed')} onEnded={() => setStep('ended')} />
    </>
  );
}

type ConfirmFormProps = { token: string; onConfirmed: () => void; onEnded: () => void };

function ConfirmForm({ token, onConfirmed, onEnded }: ConfirmFormProps) {
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [busy, setBusy] = useState(false);

  async function confirmLink(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await confirmAddress(token);
      onConfirmed();
    } catch (error) {
      if (isProblem(error, 'LINK_NOT_VALID')) return onEnded();
      if (!(error instanceof ApiProblem)) throw error;
      setProblem(error);
      setBusy(false);
    }
  }

  return (
    <div className={styles.stack}>
      {problem && <ProblemNotice problem={problem} title={texts.confirmFailed} />}
      <div>
        <Button
          variant="primary"
          busy={busy}
          icon={<BadgeCheck aria-hidden="true" />}
          onClick={() => void confirmLink()}
        >
          {texts.confirm}
        </Button>
      </div>
    </div>
  );
}

function ConfirmedNotice({ children }: { children: ReactNode }) {
  useHeadingFocus();
  return (
    <>
      <PageHeading title={texts.confirmedTitle} introText={texts.confirmedLead} />
      <div className={styles.stack}>
        <div>
          <LinkButton to="/">{texts.toStart}</LinkButton>
        </div>
        {children}
      </div>
    </>
  );
}

function WithdrawnNotice() {
  useHeadingFocus();
  return (
    <>
      <PageHeading title={texts.withdrawnTitle} introText={texts.withdrawnLead} />
      <LinkButton to="/register">{texts.again}</LinkButton>
    </>
  );
}

/** Moves the focus to the heading of the new content. */
const useHeadingFocus = (): void => useEffect(() => document.querySelector<HTMLElement>('h1')?.focus(), []);

const ExpiredLink = ({ children }: { children?: ReactNode }) => (
  <>
    <PageHeading title={texts.confirmTitle} />
    <div className={styles.stack}>
      <Notice
        tone="warn"
        role="alert"
        title={texts.linkEnded}
        actions={<LinkButton to="/register">{texts.again}</LinkButton>}
      >
        <p>{texts.linkEndedNext}</p>
      </Notice>
      {children}
    </div>
  </>
);
