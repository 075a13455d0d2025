import { zodResolver } from '@hookform/resolvers/zod';
import { registerForm } from '@basics/contract/registration/registration.ts';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useForm, Controller, type DefaultValues, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { useSetup } from '#portal/brand/brand.tsx';
import { registration as texts } from '#portal/texts/registration.ts';
import { HumanCheckLine } from '#portal/session/human-check/human-check-line.tsx';
import { createHumanCheck } from '#portal/session/human-check/human-check.ts';
import { DraftNotice } from '#portal/session/drafts/draft-notice.tsx';
import { useFormDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { ErrorSummary, listWrongFields } from '#portal/ui/forms/error-summary.tsx';
import { PersonFields } from './person-fields.tsx';
import styles from './register.module.css';
import { sendRegistration, type Registration } from './registration.queries.ts';
import { YesNoField } from '#portal/ui/fields/choice-group.tsx';
import { TextArea } from '#portal/ui/fields/form-field.tsx';
import { ToolFields } from './tool-fields.tsx';

/** The fields in the order of the form. */
const fieldNames = [
  'login',
  'email',
  'firstName',
  'lastName',
  'phone',
  'company',
  'country',
  'brand',
  'tool',
  'reason',
  'canReceiveMail',
] as const;

const emptyValues = {
  login: '',
  email: '',
  firstName: '',
  lastName: '',
  phone: '',
  company: '',
  country: '',
  tool: '',
  reason: '',
  comment: '',
};

type RegisterValues = z.input<typeof registerForm>;

type RegisterFormProps = {
  /** The values of the sent request, when the user goes back to correct them; otherwise null. */
  previousValues: Registration | null;
  onSent: (sentRequest: Registration) => void;
};

export function RegisterForm({ previousValues, onSent }: RegisterFormProps) {
  const { setup } = useSetup();
  const [initialValues] = useState(
    (): DefaultValues<RegisterValues> => previousValues ?? { ...emptyValues, brand: setup.brand },
  );
  const form = useForm<RegisterValues, unknown, Registration>({
    resolver: zodResolver(registerForm),
    defaultValues: initialValues,
  });
  const draft = useFormDraft(form, 'register', { canReceiveMail: undefined, ...initialValues });
  const { errors, isSubmitting } = form.formState;
  const { problem, attempt } = useAttempt(fieldNames, form.setError);
  const [humanCheck] = useState(createHumanCheck);
  // The e-mail address for which the tools are loaded. It is set when the user leaves the field, not at each key press.
  const [address, setAddress] = useState(previousValues?.login ?? '');

  const submitForm = form.handleSubmit((body) =>
    attempt(async () => {
      await humanCheck.send((humanVerification) => sendRegistration({ ...body, humanVerification }));
      draft.forget();
      onSent(body);
    }),
  );

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submitForm(event)}>
      {problem && <ProblemNotice problem={problem} title={texts.failed} />}
      <DraftNotice draft={draft} />
      <ErrorSummary errors={listWrongFields(fieldNames, errors)} onChoose={(name) => form.setFocus(name)} />
      <div className={styles.part}>
        <PersonFields form={form} onEmailAddress={setAddress} />
        <NeedFields form={form} emailAddress={address} />
      </div>
      <HumanCheckLine check={humanCheck} />
      <Button type="submit" variant="primary" wide busy={isSubmitting} icon={<Send aria-hidden="true" />}>
        {texts.submit}
      </Button>
    </form>
  );
}

type NeedFieldsProps = { form: UseFormReturn<Registration>; emailAddress: string };

/** The fields for the tools and the reason of the request. */
function NeedFields({ form, emailAddress }: NeedFieldsProps) {
  const { control } = form;
  return (
    <>
      <ToolFields form={form} emailAddress={emailAddress} />
      <PurposeField form={form} />
      <Controller
        name="canReceiveMail"
        control={control}
        render={({ field, fieldState }) => (
          <YesNoField
            ref={field.ref}
            name={field.name}
            label={texts.canReceiveMail}
            hint={texts.canReceiveMailHint}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
}

/**
 * This is a separate component, so that its field is registered in the form library after the tool fields. The fields are validated in
 * the order of their registration: the first invalid field gets the focus.
 */
function PurposeField({ form: { register, formState } }: Pick<NeedFieldsProps, 'form'>) {
  const { errors } = formState;
  return (
    <TextArea
      {...register('reason')}
      rows={2}
      label={texts.reason}
      hint={texts.reasonHint}
      error={errors.reason?.message}
    />
  );
}
