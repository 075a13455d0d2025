import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { findNameHint } from '#portal/ui/forms/error-summary.tsx';
import { createCountryOptions } from '#portal/messages/names.ts';
import { registration as texts } from '#portal/texts/registration.ts';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import { EmailField, TextField } from '#portal/ui/fields/form-field.tsx';
import { joinClasses } from '#portal/ui/layout/layout.tsx';
import { useAfterPress } from '#portal/ui/hooks/use-timing.ts';
import styles from './register.module.css';
import { countryList, type Registration } from './registration.queries.ts';

type PersonFieldsProps = {
  form: UseFormReturn<Registration>;
  /** Called with the login when the user leaves the field with a valid address. */
  onEmailAddress: (emailAddress: string) => void;
};

/** The fields for the name and address of the applicant. */
export function PersonFields({ form, onEmailAddress }: PersonFieldsProps) {
  const { register, trigger, getValues, formState } = form;
  const { errors } = formState;
  const runAfterPress = useAfterPress();

  async function validateLogin(): Promise<void> {
    const { login, email } = getValues();
    if (login.trim() === '') return;
    if (email !== '') await trigger('email');
    if (await trigger('login')) onEmailAddress(login.trim());
  }

  return (
    <>
      <div className={joinClasses(styles.pair, styles.addresses)}>
        <EmailField
          {...register('login', { onBlur: () => runAfterPress(() => void validateLogin()) })}
          label={texts.login}
          autoComplete="email"
          error={errors.login?.message}
        />
        <EmailField
          {...register('email', {
            onBlur: () => getValues('email') !== '' && runAfterPress(() => void trigger('email')),
          })}
          label={texts.email}
          autoComplete="email"
          error={errors.email?.message}
        />
      </div>
      <NameAndCompanyFields form={form} />
      <CountryField form={form} />
    </>
  );
}

function NameAndCompanyFields({ form: { register, formState } }: Pick<PersonFieldsProps, 'form'>) {
  const { errors } = formState;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          {...register('firstName')}
          {...findNameHint('firstName', errors)}
          label={texts.firstName}
          autoComplete="given-name"
          error={errors.firstName?.message}
        />
        <TextField
          {...register('lastName')}
          {...findNameHint('lastName', errors)}
          label={texts.lastName}
          autoComplete="family-name"
          error={errors.lastName?.message}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          {...register('company')}
          optional
          label={texts.company}
          autoComplete="organization"
          error={errors.company?.message}
        />
        <TextField
          {...register('phone')}
          optional
          label={texts.phone}
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
        />
      </div>
    </>
  );
}

function CountryField({ form }: Pick<PersonFieldsProps, 'form'>) {
  const countries = useQuery(countryList);
  const { data } = countries;
  const options = useMemo(() => createCountryOptions(data?.items ?? []), [data]);
  return (
    <>
      <Controller
        name="country"
        control={form.control}
        render={({ field, fieldState }) => (
          <PickerField
            {...field}
            label={texts.country}
            autoComplete="country-name"
            options={options}
            unknownError={texts.countryUnknown}
            error={fieldState.error?.message}
          />
        )}
      />
      {countries.isError && <LoadFailed title={texts.countriesFailed} onRetry={() => void countries.refetch()} />}
    </>
  );
}
