import { zodResolver } from '@hookform/resolvers/zod';
import { emailAddress } from '@basics/contract/fields/fields.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { requiredText } from '@basics/contract/fields/required-text.ts';
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';

import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { linkCode as texts } from '#portal/texts/link-code.ts';
import { EmailField, TextField } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { Stack, type Elements } from '#portal/ui/layout/layout.tsx';
import { useFormDraft } from '../drafts/use-draft.ts';
import { ProblemNotice } from '../editing/problem-notice.tsx';
import { useAttempt } from '../editing/use-attempt.ts';
import styles from './link-code-form.module.css';
import { openLinkByCode } from './link-code.queries.ts';

const schema = z.object({ email: emailAddress, code: requiredText(fieldMessages.userCode, 40) });

/** The page of a link whose token is missing: it asks for the code of the e-mail. `children` says how to get a new link. */
export const LinkCodeEntry = ({ children }: { children: Elements }) => (
  <>
    <PageHeading title={texts.title} introText={texts.lead} />
    <div className={styles.stack}>
      <LinkCodeForm />
      <Disclosure label={texts.otherwise}>{() => <Stack>{children}</Stack>}</Disclosure>
    </div>
  </>
);

/**
 * The form for people whose mail program or mail gateway has damaged the link in an e-mail. The e-mail also contains a code, which opens the
 * page of the link.
 */
function LinkCodeForm() {
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { email: '', code: '' } });
  const draft = useFormDraft(form, 'link', { email: '' });
  const { errors, isSubmitting } = form.formState;
  const { problem, attempt } = useAttempt(['email', 'code'], form.setError);
  const submitForm = form.handleSubmit((typed) =>
    attempt(async () => {
      const { path, token } = await openLinkByCode(typed);
      draft.forget();
      await navigate({ to: path, search: {}, hash: `token=${token}`, replace: true });
    }),
  );
  return (
    <form noValidate onSubmit={(event) => void submitForm(event)}>
      <Stack>
        {problem && <ProblemNotice problem={problem} title={texts.failed} />}
        <EmailField
          {...form.register('email')}
          label={texts.email}
          hint={texts.emailHint}
          autoComplete="username"
          error={errors.email?.message}
        />
        <TextField
          {...form.register('code')}
          label={texts.code}
          hint={texts.codeHint}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          translate="no"
          error={errors.code?.message}
        />
        <Button type="submit" variant="primary" wide busy={isSubmitting} icon={<ArrowRight aria-hidden="true" />}>
          {texts.submit}
        </Button>
      </Stack>
    </form>
  );
}
