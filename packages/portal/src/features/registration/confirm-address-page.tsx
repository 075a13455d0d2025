import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { registration } from '@basics/contract/registration/registration.ts';
import { useEffect, useState } from 'react';
import { registration as texts } from '#portal/texts/registration.ts';
import { ConfirmLinkForm } from '#portal/session/links/confirm-link-form.tsx';
import { LinkCodeEntry } from '#portal/session/links/link-code-form.tsx';
import { useLinkToken } from '#portal/session/links/link-token.ts';
import { LinkButton, Button } from '#portal/ui/buttons/button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import styles from './register.module.css';
import { confirmAddress, withdrawRequest } from './registration.queries.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { Undo2 } from 'lucide-react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Confirm } from '#portal/ui/overlays/dialog.tsx';

type RequestState = NonNullable<Reply<typeof registration.confirm>['state']>;

/** The page that opens from a link in an e-mail, on which an applicant confirms an e-mail address. */
export function ConfirmAddressPage() {
  const token = useLinkToken();
  const [isWithdrawn, setWithdrawn] = useState(false);
  const [step, setStep] = useState<'asking' | 'confirmed' | 'ended' | RequestState>('asking');
  if (token === null) return <MissingLink />;
  if (isWithdrawn) return <WithdrawnNotice />;
  const withdrawButton = <WithdrawRequest token={token} onWithdrawn={() => setWithdrawn(true)} />;
  if (step === 'confirmed') return <ConfirmedNotice>{withdrawButton}</ConfirmedNotice>;
  if (step === 'ended') return <ExpiredLink>{withdrawButton}</ExpiredLink>;
  if (step !== 'asking') return <UsedLink state={step}>{step === 'pending' && withdrawButton}</UsedLink>;
  return (
    <>
      <PageHeading title={texts.confirmTitle} introText={texts.confirmLead} />
      <ConfirmLinkForm
        label={texts.confirm}
        failedTitle={texts.confirmFailed}
        confirmLink={async () => {
          const { state } = await confirmAddress(token);
          setStep(state ?? 'confirmed');
        }}
        onLinkExpired={() => setStep('ended')}
      />
    </>
  );
}

function ConfirmedNotice({ children }: { children: Elements }) {
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

/** The page of a link that was used before, for example because a mail scanner or the applicant has pressed the button. */
function UsedLink({ state, children }: { state: RequestState; children: Elements }) {
  useHeadingFocus();
  const mayAskAgain = state !== 'pending' && state !== 'approved';
  return (
    <>
      <PageHeading title={texts.usedTitle} introText={texts.used[state]} />
      <div className={styles.stack}>
        <div>
          {mayAskAgain ? (
            <LinkButton to="/register">{texts.again}</LinkButton>
          ) : (
            <LinkButton to="/">{texts.toStart}</LinkButton>
          )}
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

const MissingLink = () => (
  <LinkCodeEntry>
    <LinkButton to="/register">{texts.again}</LinkButton>
  </LinkCodeEntry>
);

const ExpiredLink = ({ children }: { children?: Elements }) => (
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

type WithdrawRequestProps = { token: string; onWithdrawn: () => void };

/** A button that withdraws a request after a confirmation, with the token of the link that confirmed its address. */
function WithdrawRequest({ token, onWithdrawn }: WithdrawRequestProps) {
  const [step, setStep] = useState<'idle' | 'asking' | 'busy' | 'gone'>('idle');
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  async function withdraw(): Promise<void> {
    setStep('busy');
    setProblem(null);
    try {
      await withdrawRequest(token);
      onWithdrawn();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setStep(isProblem(error, 'LINK_NOT_VALID') ? 'gone' : 'idle');
      if (!isProblem(error, 'LINK_NOT_VALID')) setProblem(error);
    }
  }

  if (step === 'gone') return <Notice tone="info" role="alert" title={texts.withdrawNone} />;
  return (
    <>
      {problem && <ProblemNotice problem={problem} title={texts.withdrawFailed} />}
      <div>
        <Button variant="quiet" icon={<Undo2 aria-hidden="true" />} onClick={() => setStep('asking')}>
          {texts.withdraw}
        </Button>
      </div>
      {step !== 'idle' && (
        <Confirm
          title={texts.withdrawTitle}
          action={texts.withdraw}
          icon={<Undo2 aria-hidden="true" />}
          busy={step === 'busy'}
          onConfirm={() => void withdraw()}
          onCancel={() => setStep('idle')}
        >
          <p>{texts.withdrawText}</p>
        </Confirm>
      )}
    </>
  );
}
