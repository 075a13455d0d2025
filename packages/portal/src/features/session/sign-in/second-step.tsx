import { ArrowLeft, LogIn } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { readTotpCode } from '@basics/contract/second-factor/totp-code.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { secondStep as texts } from '#portal/texts/second-step.ts';
import { HumanCheckLine } from '#portal/session/human-check/human-check-line.tsx';
import { useSetup } from '#portal/brand/brand.tsx';
import { findPasskeyPlace, WherePasskeysWork } from '#portal/session/passkeys.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Form } from '#portal/ui/forms/form.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { TextField } from '#portal/ui/fields/form-field.tsx';
import styles from './second-step.module.css';
import type { AcceptedSecondSteps, SignIn } from './use-sign-in.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';

// The button is imported from a file that the sign-in page has already loaded. With a static import, the button would be in a file with
// code for other pages.
const PasskeyButton = createLazyPart(async () => (await import('./late-parts.ts')).PasskeyButton);

type SecondStepProps = { signIn: SignIn; acceptedSteps: AcceptedSecondSteps };

/** The second step of signing in, after the password: the code of an app, a recovery code, or a passkey. */
export function SecondStep({ signIn, acceptedSteps }: SecondStepProps) {
  const hasApp = acceptedSteps['secondFactor'] !== fieldMessages.recoveryCode;
  const { setup } = useSetup();
  const hasPasskey = acceptedSteps['passkey'] !== undefined;
  const mayUsePasskey = hasPasskey && findPasskeyPlace(setup) === 'here';
  const [method, setMethod] = useState(findFirstMethod(hasApp, mayUsePasskey));
  const { problem, busy } = signIn;
  const changeMethod = (nextMethod: typeof method): void => {
    signIn.setProblem(null);
    setMethod(nextMethod);
  };
  const isWrong = isProblem(problem, 'WRONG_SECOND_STEP');
  return (
    <>
      <PageHeading title={texts.title} introText={texts.leads[method]} />
      <div className={styles.form}>
        {problem && !(isWrong && method !== 'passkey') && <ProblemNotice problem={problem} />}
        {method !== 'passkey' && (
          <CodeForm
            key={method}
            method={method}
            busy={busy}
            errorMessage={isWrong ? problem.message : undefined}
            onCode={(secondFactor) => void signIn.attempt(() => signIn.signIn({ secondFactor }))}
          />
        )}
        {signIn.humanCheck && <HumanCheckLine check={signIn.humanCheck} />}
        {hasPasskey && (
          <WherePasskeysWork>
            <PasskeyButton signIn={signIn} isSecondStep variant={method === 'passkey' ? 'primary' : 'secondary'} />
          </WherePasskeysWork>
        )}
        <div className={styles.ways}>
          {hasApp && method === 'recovery' && (
            <Button variant="quiet" onClick={() => changeMethod('app')}>
              {texts.byApp}
            </Button>
          )}
          {method !== 'recovery' && (
            <Button variant="quiet" onClick={() => changeMethod('recovery')}>
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
  method: 'app' | 'recovery';
  busy: boolean;
  errorMessage: string | undefined;
  onCode: (code: string) => void;
};

function CodeForm({ method, busy, errorMessage, onCode }: CodeFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  useEffect(() => input.current?.focus(), []);
  useLayoutEffect(() => {
    if (errorMessage !== undefined) input.current?.select();
  }, [errorMessage]);
  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        setMissing(code.trim() === '');
        if (code.trim() === '') input.current?.focus();
        else onCode(code);
      }}
    >
      <TextField
        ref={input}
        label={texts.fields[method]}
        hint={texts.hints[method]}
        error={isMissing && code.trim() === '' ? fieldMessages.secondFactor : errorMessage}
        name={method === 'app' ? 'one-time-code' : 'recovery-code'}
        autoComplete={method === 'app' ? 'one-time-code' : 'off'}
        inputMode={method === 'app' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        value={code}
        onChange={({ currentTarget: { value } }) => {
          setCode(value);
          if (method === 'app' && readTotpCode(value) !== null) onCode(value);
        }}
      />
      <Button type="submit" variant="primary" wide busy={busy} icon={<LogIn aria-hidden="true" />}>
        {texts.submit}
      </Button>
    </Form>
  );
}
