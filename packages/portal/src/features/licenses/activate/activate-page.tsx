import { useQuery } from '@tanstack/react-query';
import { useNavigate, Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { WaitingPc } from '@basics/contract/licenses/activation.ts';
import { callWhenReady } from '#portal/loading/call-with-retries.ts';
import {
  FocusedCard,
  StepLoading,
  StepWithHelp,
  useCodeFragment,
  useLicenseOwner,
} from '#portal/features/licenses/issue-steps.tsx';
import { createToolGrantsQuery } from '#portal/features/licenses/licenses.queries.ts';
import type { RenderHelp } from '#portal/features/licenses/refusal-notice.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { activation as texts } from '#portal/texts/activation.ts';
import { licenses } from '#portal/texts/licenses.ts';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { findWaitingPc } from '../licenses.queries.ts';
import { ScanSearch } from 'lucide-react';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { WaitingNotice } from '#portal/ui/feedback/waiting-notice.tsx';
import { Form } from '#portal/ui/forms/form.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import styles from '../verify-license.module.css';

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
  const grantsQuery = useQuery(createToolGrantsQuery(userId));
  const toolGrants = grantsQuery.data?.items;
  const findAttempt = useAttempt();
  const navigate = useNavigate();
  useEffect(preloadSteps, []);

  const abortController = useRef(new AbortController());
  useEffect(() => {
    abortController.current = new AbortController();
    return () => abortController.current.abort();
  }, []);

  /** Looks up the PC. Without a connection, this waits until the portal can be reached, or until the user leaves the page. */
  const findPc = (userCode: string): void =>
    void findAttempt.attempt(async () => {
      const pc = await callWhenReady(() => findWaitingPc(userCode), abortController.current.signal);
      setStep({ at: 'check', pc });
    });
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
      {step.at !== 'check' && <PageHeading title={texts.title} />}
      <QueryFailed query={grantsQuery} title={licenses.grantsFailed} />
      {step.at === 'entry' && (
        <UserCodeEntry text={text} onChange={setText} findAttempt={findAttempt} onSubmit={() => findPc(text)} />
      )}
      <Suspense fallback={step.at === 'check' && <StepLoading title={texts.title} code={step.pc.userCode} />}>
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

type UserCodeEntryProps = {
  text: string;
  onChange: (text: string) => void;
  findAttempt: Pick<ReturnType<typeof useAttempt>, 'problem' | 'isBusy'>;
  onSubmit: () => void;
};

/** The field for the code that the PC shows. */
function UserCodeEntry({ text, onChange, findAttempt, onSubmit }: UserCodeEntryProps) {
  const [isMissing, setMissing] = useState(false);
  return (
    <StepWithHelp title={texts.help.title} help={<Help />}>
      <Card>
        <Form
          className={styles.pcEntry}
          onSubmit={() => {
            const isEmpty = text.trim() === '';
            setMissing(isEmpty);
            if (!isEmpty) onSubmit();
          }}
        >
          {findAttempt.problem && <ProblemNotice problem={findAttempt.problem} />}
          {findAttempt.isBusy && <WaitingNotice text={licenses.codeCheck.continuesLater} />}
          <TextField
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- The field is the purpose of the page.
            autoFocus
            label={texts.field}
            hint={texts.hint}
            error={isMissing ? texts.missing : undefined}
            value={text}
            onChange={(event) => {
              setMissing(false);
              onChange(event.currentTarget.value);
            }}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            required
          />
          <Actions>
            <Button type="submit" variant="primary" icon={<ScanSearch aria-hidden="true" />} busy={findAttempt.isBusy}>
              {texts.find}
            </Button>
          </Actions>
        </Form>
      </Card>
    </StepWithHelp>
  );
}

const Help = () => (
  <>
    <p>
      {texts.help.text} <code translate="no">basics activate</code>
    </p>
    <p>
      {texts.help.without} <Link to="/license/verify">{texts.help.toVerify}</Link>
    </p>
  </>
);
