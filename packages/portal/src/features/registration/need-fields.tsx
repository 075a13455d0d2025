import { Controller } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { registration as texts } from '#portal/texts/registration.ts';
import { ChoiceGroup } from '#portal/ui/forms/choice-group.tsx';
import { TextArea } from '#portal/ui/forms/text-area.tsx';
import styles from './register.module.css';
import type { Registration } from './registration.queries.ts';
import { ToolFields } from './tool-fields.tsx';

type NeedFieldsProps = { form: UseFormReturn<Registration>; emailAddress: string };

const yesNoOptions = [
  { value: 'yes', label: texts.yes },
  { value: 'no', label: texts.no },
] as const;

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
          <ChoiceGroup
            ref={field.ref}
            name={field.name}
            label={texts.canReceiveMail}
            hint={texts.canReceiveMailHint}
            options={yesNoOptions}
            value={toChoice(field.value)}
            onChange={(value) => field.onChange(value === 'yes')}
            error={fieldState.error?.message}
          />
        )}
      />
    </section>
  );
}

/** A separate component, so that its fields register after the tools. The first invalid field in this order gets the focus. */
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

/** Returns the selected option; null if the applicant has not chosen yet. */
function toChoice(value: boolean | undefined): 'yes' | 'no' | null {
  if (value === undefined) return null;
  return value ? 'yes' : 'no';
}
