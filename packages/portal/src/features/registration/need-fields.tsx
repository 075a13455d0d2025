import { Controller } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { registration as texts } from '#portal/texts/registration.ts';
import { YesNoField } from '#portal/ui/forms/choice-group.tsx';
import { TextArea } from '#portal/ui/forms/text-area.tsx';
import styles from './register.module.css';
import type { Registration } from './registration.queries.ts';
import { ToolFields } from './tool-fields.tsx';

type NeedFieldsProps = { form: UseFormReturn<Registration>; emailAddress: string };

/** The fields for the tools and the reason of the request. */
export function NeedFields({ form, emailAddress }: NeedFieldsProps) {
  const { control } = form;
  return (
    <section className={styles.part} aria-labelledby="register-need">
      <h2 id="register-need">{texts.need}</h2>
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
    </section>
  );
}

/**
 * This is a separate component, so that its fields are registered in the form library after the tool fields. The fields are validated in
 * the order of their registration: the first invalid field gets the focus.
 */
function PurposeField({ form: { register, formState } }: Pick<NeedFieldsProps, 'form'>) {
  const { errors } = formState;
  return (
    <>
      <TextArea
        {...register('reason')}
        label={texts.reason}
        hint={texts.reasonHint}
        rows={3}
        error={errors.reason?.message}
      />
      <TextArea {...register('comment')} optional label={texts.comment} rows={3} error={errors.comment?.message} />
    </>
  );
}
