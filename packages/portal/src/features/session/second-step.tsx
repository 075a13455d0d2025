import { ArrowLeft, LogIn } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { words } from '@basics/contract/words.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { secondStep as texts } from '#portal/texts/second-step.ts';
import { HumanCheckLine } from '#portal/session/human-check/human-check-line.tsx';
import { hasPasskeys } from '#portal/session/passkeys.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import styles from './second-step.module.css';
import type { SecondStepWanted, SignIn } from './use-sign-in.ts';

type SecondStepProps = { signIn: SignIn; wanted: SecondStepWanted };

/** The second step after the password: the code of an app, a recovery code, or a passkey. */
export function SecondStep({ signIn, wanted }: SecondStepProps) {
  const hasApp = wanted['secondFactor'] !== words.recoveryCode;
  const mayUsePasskey = wanted['passkey'] !== undefined && hasPasskeys();
  const [way, setWay] = useState(findFirstMethod(hasApp, mayUsePasskey));
  const { problem, busy } = signIn;
  const change = (next: typeof way): void => {
    signIn.show(null);
    setWay(next);
  };
  const isWrong = isProblem(problem, 'WRONG_SECOND_STEP');
  return (
    <>
      <PageHeading title={texts.title} lead={texts.leads[way]} />
      <div className={styles.form}>
        {problem && !(isWrong && way !== 'passkey') && <ProblemNotice problem={problem} />}
        {way !== 'passkey' && (
          <CodeForm
            key={way}
            way={way}
            busy={busy}
            refusal={isWrong ? problem.message : undefined}
            onCode={(secondFactor) => void signIn.attempt(() => signIn.signIn({ secondFactor }))}
          />
        )}
        {signIn.human && <HumanCheckLine check={signIn.human} />}
        {mayUsePasskey && (
          <PasskeyButton signIn={signIn} isSecondStep variant={way === 'passkey' ? 'primary' : 'secondary'} />
        )}
        <div className={styles.ways}>
          {hasApp && way === 'recovery' && (
            <Button variant="quiet" onClick={() => change('app')}>
              {texts.byApp}
            </Button>
          )}
          {way !== 'recovery' && (
            <Button variant="quiet" onClick={() => change('recovery')}>
              {texts.byRecovery}
            </Button>
          )}
          <Button variant="quiet" icon={<ArrowLeft aria-hidden="true" />} onClick={signIn.startOver}>
            {texts.startOver}
          </Button>
        </div>
      </div>
    </>
  );
}

function findFirstMethod(hasApp: boolean, mayUsePasskey: boolean): 'app' | 'recovery' | 'passkey' {
  if (hasApp) return 'app';
  return mayUsePasskey ? 'passkey' : 'recovery';
}

type CodeFormProps = {
  way: 'app' | 'recovery';
  busy: boolean;
  refusal: string | undefined;
  onCode: (code: string) => void;
};

function CodeForm({ way, busy, refusal, onCode }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  useEffect(() => field.current?.focus(), []);
  useLayoutEffect(() => {
    if (refusal !== undefined) field.current?.select();
  }, [refusal]);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(code.trim() === '');
        if (code.trim() === '') field.current?.focus();
        else onCode(code);
      }}
    >
      <TextField
        ref={field}
        label={texts.fields[way]}
        hint={texts.hints[way]}
        error={isMissing && code.trim() === '' ? words.secondFactor : refusal}
        name={way === 'app' ? 'one-time-code' : 'recovery-code'}
        autoComplete={way === 'app' ? 'one-time-code' : 'off'}
        inputMode={way === 'app' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Button type="submit" variant="primary" wide busy={busy} icon={<LogIn aria-hidden="true" />}>
        {texts.submit}
      </Button>
    </form>
  );
}
