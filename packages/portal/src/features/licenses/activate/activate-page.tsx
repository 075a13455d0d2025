import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { WaitingPc } from '@basics/contract/licenses/activation.ts';
import { FocusedCard } from '#portal/features/licenses/focused-card.tsx';
import { useCodeFragment } from '#portal/features/licenses/codes/code-fragment.ts';
import { useLicenseOwner } from '#portal/features/licenses/license-owner.ts';
import { createToolGrantsQuery } from '#portal/features/licenses/licenses.queries.ts';
import type { RenderHelp } from '#portal/features/licenses/refused-code.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { activation as texts } from '#portal/texts/activation.ts';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { UserCodeEntry } from './user-code-entry.tsx';
import { findWaitingPc } from './activation.queries.ts';

// The later step of the page is loaded after its first step, so that the field for the code appears early.
const WaitingPcCheck = createLazyPart(async () => (await import('./waiting-pc-check.tsx')).WaitingPcCheck);

/** Loads the script of the later steps and ignores a failure: the step loads its script again when it is shown, and then shows a failure. */
const preloadSteps = (): void => void Promise.allSettled([WaitingPcCheck.preload()]);

type Step = { at: 'entry' } | { at: 'check'; pc: WaitingPc } | { at: 'denied' };

/** The page on which a user enters the code that a PC shows, checks which PC requests a licence, and issues the licence. */
export function ActivatePage({ renderHelp }: { renderHelp: RenderHelp }) {
  const [step, setStep] = useState<Step>({ at: 'entry' });
  const [text, setText] = useState('');
  const { userId } = useLicenseOwner();
  const toolGrants = useQuery(createToolGrantsQuery(userId)).data?.items;
  const findAttempt = useAttempt();
  const navigate = useNavigate();
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
            onConfirmed={({ licenseId }) =>
              void navigate({ to: `/license/${licenseId}`, search: { activated: 'yes' }, replace: true })
            }
            onDenied={() => setStep({ at: 'denied' })}
            onRestart={startAgain}
          />
        )}
        {step.at === 'denied' && <Denied onRestart={startAgain} />}
      </Suspense>
    </>
  );
}

const Denied = ({ onRestart }: { onRestart: () => void }) => (
  <FocusedCard title={texts.denied.title}>
    <p>{texts.denied.text}</p>
    <Actions>
      <Button onClick={onRestart}>{texts.denied.another}</Button>
    </Actions>
  </FocusedCard>
);
