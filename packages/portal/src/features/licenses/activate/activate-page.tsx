import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { WaitingPc } from '@basics/contract/activation.ts';
import type { License } from '@basics/contract/licenses.ts';
import { useCodeFragment } from '#portal/features/licenses/code-fragment.ts';
import { useLicenseOwner } from '#portal/features/licenses/license-owner.ts';
import { createToolGrantsQuery } from '#portal/features/licenses/licenses.queries.ts';
import type { RenderHelp } from '#portal/features/licenses/refused-code.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { activation as texts } from '#portal/texts/activation.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { UserCodeEntry } from './user-code-entry.tsx';
import { findWaitingPc } from './activation.queries.ts';

// The later steps of the page are loaded after its first step, so that the field for the code appears early.
const WaitingPcCheck = createLazyPart(async () => (await import('./waiting-pc-check.tsx')).WaitingPcCheck);
const ActivationEnd = createLazyPart(async () => (await import('./activation-end.tsx')).ActivationEnd);

/**
 * Loads the scripts of the later steps and ignores failures: a step loads its script again when it is shown, and then
 * shows a failure.
 */
const preloadSteps = (): void => void Promise.allSettled([WaitingPcCheck.preload(), ActivationEnd.preload()]);

type Step = { at: 'entry' } | { at: 'check'; pc: WaitingPc } | { at: 'confirmed'; license: License } | { at: 'denied' };

/** The page on which a user enters the code that a PC shows, checks which PC requests a licence, and issues the licence. */
export function ActivatePage({ renderHelp }: { renderHelp: RenderHelp }) {
  const [step, setStep] = useState<Step>({ at: 'entry' });
  const [text, setText] = useState('');
  const { userId } = useLicenseOwner();
  const toolGrants = useQuery(createToolGrantsQuery(userId)).data?.items;
  const findAttempt = useAttempt();
  useEffect(preloadSteps, []);

  const findPc = (userCode: string): void =>
    void findAttempt.attempt(async () => setStep({ at: 'check', pc: await findWaitingPc(userCode) }));
  const startAgain = (): void => {
    setText('');
    setStep({ at: 'entry' });
  };
  useCodeFragment((code) => {
    setText(code);
    findPc(code);
  });

  return (
    <>
      <PageHeading title={texts.title} introText={step.at === 'entry' ? texts.lead : undefined} />
      {step.at === 'entry' && (
        <UserCodeEntry text={text} onChange={setText} findAttempt={findAttempt} onSubmit={() => findPc(text)} />
      )}
      <Suspense>
        {step.at === 'check' && (
          <WaitingPcCheck
            key={step.pc.userCode}
            pc={step.pc}
            grants={toolGrants ?? []}
            renderHelp={renderHelp}
            onConfirmed={(license) => setStep({ at: 'confirmed', license })}
            onDenied={() => setStep({ at: 'denied' })}
            onRestart={startAgain}
          />
        )}
        {(step.at === 'confirmed' || step.at === 'denied') && (
          <ActivationEnd license={step.at === 'confirmed' ? step.license : null} onRestart={startAgain} />
        )}
      </Suspense>
    </>
  );
}
