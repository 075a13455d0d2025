import { signInBody } from '@basics/contract/session.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { LogIn } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { placeFieldProblems } from '#portal/api/field-problems.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { session as texts } from '#portal/messages/en/session.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { ClockIsWrong } from '#portal/session/session.ts';
import { Button } from '#portal/ui/button.tsx';
import { PasswordField } from '#portal/ui/password-field.tsx';
import { TextField } from '#portal/ui/text-field.tsx';
import styles from './sign-in-page.module.css';
import { SignInProblem } from './sign-in-problem.tsx';

const DemoAccounts = lazy(async () => ({ default: (await import('./demo-accounts.tsx')).DemoAccounts }));

/** Login and password; one neutral message when they do not match, and the password selected to be typed again. */
export function SignInForm() {
  const session = useSession();
  const { setup } = useSetup();
  const [problem, setProblem] = useState<ApiProblem | ClockIsWrong | null>(null);
  const form = useForm({
    resolver: zodResolver(signInBody),
    defaultValues: { login: '', password: '' },
    reValidateMode: 'onChange',
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (credentials) => {
    setProblem(null);
    try {
      await session.signIn(credentials);
    } catch (error) {
      if (!(error instanceof ApiProblem || error instanceof ClockIsWrong)) throw error;
      if (error instanceof ApiProblem && placeFieldProblems(error, ['login', 'password'], form.setError)) return;
      setProblem(error);
      if (isProblem(error, 'WRONG_CREDENTIALS')) form.setFocus('password', { shouldSelect: true });
    }
  });

  return (
    <>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {problem && <SignInProblem problem={problem} />}
        <TextField
          label={texts.login}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.login?.message}
          {...form.register('login')}
        />
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" variant="primary" wide busy={isSubmitting} icon={<LogIn aria-hidden="true" />}>
          {texts.submit}
        </Button>
      </form>
      {setup.demo && (
        <Suspense>
          <DemoAccounts onPick={({ login, password }) => form.reset({ login, password })} />
        </Suspense>
      )}
    </>
  );
}
