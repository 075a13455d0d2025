import { zodResolver } from '@hookform/resolvers/zod';
import { setUpBody } from '@basics/contract/session/session.ts';
import { useNavigate } from '@tanstack/react-router';
import { UserRoundPlus } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { findNameHint } from '#portal/ui/forms/error-summary.tsx';
import { isProblem } from '#portal/api/api-problem.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { DraftNotice } from '#portal/session/drafts/draft-notice.tsx';
import { useFormDraft } from '#portal/session/drafts/use-draft.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { EmailField, TextField } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import styles from './passwords.module.css';
import { setUpFirstAdministrator } from '../sign-in.queries.ts';

const fieldNames = ['login', 'email', 'firstName', 'lastName', 'password', 'confirmPassword'] as const;
/** The fields that the draft stores. Passwords are never stored. */
const emptyPerson = { login: '', email: '', firstName: '', lastName: '' };
const emptyValues = { ...emptyPerson, password: '', confirmPassword: '' };
const setUpTexts = texts.setUp;

type SetUpFormProps = {
  token: string;
  /** Called when the link has expired since the page checked the link. */
  onEnded: () => void;
};

/**
 * The form that creates the account of the first administrator and signs in. When the portal starts for the first time, it prints a link to
 * this form.
 */
export function SetUpForm({ token, onEnded }: SetUpFormProps) {
  const session = useSession();
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(setUpBody), defaultValues: { token, ...emptyValues } });
  const draft = useFormDraft(form, 'setUp', emptyPerson);
  const values = useWatch({ control: form.control });
  const { errors, isSubmitting } = form.formState;
  const { problem, attempt } = useAttempt(fieldNames, form.setError);
  const createFieldProps = (name: 'login' | 'email' | 'firstName' | 'lastName') => ({
    ...form.register(name),
    label: setUpTexts[name],
    error: errors[name]?.message,
    ...findNameHint(name, errors),
  });

  const submitForm = form.handleSubmit((body) =>
    attempt(async () => {
      try {
        const sessionToken = await setUpFirstAdministrator(body);
        draft.forget();
        await session.enter(sessionToken);
      } catch (error) {
        if (isProblem(error, 'LINK_NOT_VALID')) return onEnded();
        throw error;
      }
      await navigate({ to: '/', replace: true });
    }),
  );

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submitForm(event)}>
      <DraftNotice draft={draft} />
      {problem && <ProblemNotice problem={problem} title={setUpTexts.failed} />}
      <EmailField {...createFieldProps('login')} hint={setUpTexts.loginHint} autoComplete="email" />
      <EmailField {...createFieldProps('email')} autoComplete="email" />
      <TextField {...createFieldProps('firstName')} autoComplete="given-name" />
      <TextField {...createFieldProps('lastName')} autoComplete="family-name" />
      <NewPasswordFields
        register={form.register}
        trigger={form.trigger}
        errors={errors}
        values={{ password: values.password ?? '', confirmPassword: values.confirmPassword ?? '' }}
      />
      <Button type="submit" variant="primary" wide busy={isSubmitting} icon={<UserRoundPlus aria-hidden="true" />}>
        {setUpTexts.submit}
      </Button>
    </form>
  );
}
