import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { registration as texts } from '#portal/texts/registration.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Confirm } from '#portal/ui/overlays/confirm.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { withdrawRequest } from './registration.queries.ts';

type WithdrawRequestProps = { token: string; onWithdrawn: () => void };

/** A button that withdraws a request after a confirmation, with the token of the link that confirmed its address. */
export function WithdrawRequest({ token, onWithdrawn }: WithdrawRequestProps) {
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
