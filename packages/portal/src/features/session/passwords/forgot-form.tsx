import { zodResolver } from '@hookform/resolvers/zod';
import { emailAddress } from '@basics/contract/fields/fields.ts';
import { Mail, LogIn } from 'lucide-react';
import { useState, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { HumanCheckLine } from '#portal/session/human-check/human-check-line.tsx';
import { createHumanCheck } from '#portal/session/human-check/human-check.ts';
import { useFormDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { EmailField } from '#portal/ui/fields/form-field.tsx';
import { isWide } from '#portal/ui/hooks/use-width.ts';
import styles from './passwords.module.css';
import { requestPasswordLink } from '../sign-in.queries.ts';
import { Link } from '@tanstack/react-router';
import { DemoMail } from '#portal/session/demo-mail.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';

const schema = z.object({ email: emailAddress });

const emptyValues = { email: '' };

type ForgotFormProps = {
  submitLabel: string;
  /** The title of the notice when the request fails. */
  failureTitle: string;
  onSent: (email: string) => void;
  /** Whether another form of the page is the first choice. */
  isSecondary?: boolean;
};

/** The form that requests an e-mail with a link to set a new password. The reply to a request for a link is the same for every address. */
export function ForgotForm({ submitLabel, failureTitle, onSent, isSecondary = false }: ForgotFormProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: emptyValues });
  const draft = useFormDraft(form, 'email', emptyValues);
  const { errors, isSubmitting } = form.formState;
  const { problem, attempt } = useAttempt(['email'], form.setError);
  const [humanCheck] = useState(createHumanCheck);
  const { setFocus } = form;
  useEffect(() => {
    // A phone would cover the page with its keyboard.
    if (!isSecondary && isWide()) setFocus('email');
  }, [isSecondary, setFocus]);
  const submitForm = form.handleSubmit(({ email }) =>
    attempt(async () => {
      await humanCheck.send((humanVerification) => requestPasswordLink({ email, humanVerification }));
      draft.forget();
      onSent(email.trim());
    }),
  );
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submitForm(event)}>
      {problem && <ProblemNotice problem={problem} title={failureTitle} />}
      <EmailField
        {...form.register('email')}
        label={texts.email}
        autoComplete="username"
        error={errors.email?.message}
      />
      <HumanCheckLine check={humanCheck} />
      <Button
        type="submit"
        variant={isSecondary ? 'secondary' : 'primary'}
        wide
        busy={isSubmitting}
        icon={<Mail aria-hidden="true" />}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

/** Links back to the sign-in page. */
export const BackToSignIn = () => (
  <p className={styles.onward}>
    <Link to="/sign-in">{texts.backToSignIn}</Link>
  </p>
);

/** Says that the e-mail was sent. The message is the same for every address, so that it does not reveal whether an account exists. */
export function MailSent({ email, onOtherAddress }: { email: string; onOtherAddress: () => void }) {
  useEffect(() => document.querySelector<HTMLElement>('h1')?.focus(), []);
  return (
    <>
      <PageHeading title={texts.mailSentTitle} introText={texts.mailSent(email)} />
      <div className={styles.stack}>
        <DemoMail />
        <ul className={styles.hints}>
          {texts.mailSentHints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <LinkButton to="/sign-in" variant="primary" icon={<LogIn aria-hidden="true" />}>
            {texts.toSignIn}
          </LinkButton>
          <Button onClick={onOtherAddress}>{texts.otherAddress}</Button>
        </div>
      </div>
    </>
  );
}
