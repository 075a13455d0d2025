import { zodResolver } from '@hookform/resolvers/zod';
import { setUpBody } from '@basics/contract/session.ts';
import { useNavigate } from '@tanstack/react-router';
import { UserRoundPlus } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { isProblem } from '#portal/api/api-problem.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import styles from './passwords.module.css';
import { setUp } from './passwords.queries.ts';

const names = ['login', 'email', 'firstName', 'lastName', 'password', 'confirmPassword'] as const;
const empty = { login: '', email: '', firstName: '', lastName: '', password: '', confirmPassword: '' };
const words = texts.setUp;

type SetUpFormProps = {
  token: string;
  /** Called when the link has expired since it was checked. */
  onEnded: () => void;
};

/** Creates the account of the first administrator with the link that the start of the portal printed, and signs in. */
export function SetUpForm({ token, onEnded }: SetUpFormProps) {
  const session = useSession();
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(setUpBody), defaultValues: { token, ...empty } });
  const values = useWatch({ control: form.control });
  const { errors, isSubmitting } = form.formState;
  const { problem, attempt } = useAttempt(names, form.setError);
  const field = (name: 'login' | 'email' | 'firstName' | 'lastName') => ({
    ...form.register(name),
    label: words[name],
    error: errors[name]?.message,
  });

  const send = form.handleSubmit((body) =>
    attempt(async () => {
      try {
        await session.enter(await setUp(body));
      } catch (error) {
        if (isProblem(error, 'LINK_NOT_VALID')) return onEnded();
        throw error;
      }
      await navigate({ to: '/', replace: true });
    }),
  );

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      {problem && <ProblemNotice problem={problem} title={words.failed} />}
      <TextField {...field('login')} hint={words.loginHint} type="email" autoComplete="email" />
      <TextField {...field('email')} type="email" autoComplete="email" />
      <TextField {...field('firstName')} autoComplete="given-name" />
      <TextField {...field('lastName')} autoComplete="family-name" />
      <NewPasswordFields
        register={form.register}
        trigger={form.trigger}
        errors={errors}
        values={{ password: values.password ?? '', confirmPassword: values.confirmPassword ?? '' }}
      />
      <Button type="submit" variant="primary" wide busy={isSubmitting} icon={<UserRoundPlus aria-hidden="true" />}>
        {words.submit}
      </Button>
    </form>
  );
}
