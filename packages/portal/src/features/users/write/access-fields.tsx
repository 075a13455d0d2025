import { useMemo, useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { createCountryOptions, formatProfile } from '#portal/messages/names.ts';
import { user as texts } from '#portal/texts/user.ts';
import { userFields as labels } from '#portal/texts/user-fields.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { YesNoField } from '#portal/ui/fields/choice-group.tsx';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { Fact } from './identity-fields.tsx';
import styles from './user-form.module.css';
import type { UserValues } from '../user-fields.tsx';
import type { UserOptions } from '../users.queries.ts';

type AccessFieldsProps = {
  options: UserOptions;
  fixedProfileReason: string | undefined;
  renderProfileNotice: ((profileID: string) => Elements) | undefined;
};

/** The fields for profile, brand, country, language and e-mail. */
export function AccessFields({ options, fixedProfileReason, renderProfileNotice }: AccessFieldsProps) {
  const { control } = useFormContext<UserValues>();
  const profileID = useWatch({ control, name: 'profileID' });
  return (
    <div className={styles.part}>
      <div>
        <div className={styles.pair}>
          <ProfileField options={options} fixedReason={fixedProfileReason} />
          <BrandField options={options} />
        </div>
        {renderProfileNotice?.(profileID)}
      </div>
      <div className={styles.pair}>
        <CountryField options={options} />
        <LanguageField options={options} />
      </div>
      <CanReceiveMail />
    </div>
  );
}

export function ProfileField({ options, fixedReason }: { options: UserOptions; fixedReason: string | undefined }) {
  const { register, formState, control } = useFormContext<UserValues>();
  const current = useWatch({ control, name: 'profileID' });
  if (fixedReason !== undefined) {
    return (
      <div>
        <Fact name={labels.profileID}>{formatProfile(current === '' ? null : Number(current))}</Fact>
        <p className={styles.hint}>{fixedReason}</p>
      </div>
    );
  }
  return (
    <Select
      {...register('profileID')}
      label={labels.profileID}
      placeholder={texts.form.choose}
      options={options.profiles.map(({ id }) => ({ value: String(id), label: formatProfile(id) }))}
      error={formState.errors.profileID?.message}
    />
  );
}

/** The field for the brand. If the brand changes, incomplete rows of tools get the same brand, and a message reports this. */
export function BrandField({ options }: { options: UserOptions }) {
  const { register, formState, getValues, setValue } = useFormContext<UserValues>();
  const [brandMessage, setBrandMessage] = useState('');
  const [previousBrand, setPreviousBrand] = useState(() => getValues('brand'));

  function applyBrand(brand: string): void {
    const tools = getValues('tools');
    const updatedTools = tools.map((grant) =>
      grant.brand === '' || (previousBrand === '' && grant.tool === '') ? { ...grant, brand } : grant,
    );
    const isToolsChanged = brand !== '' && updatedTools.some((grant, index) => grant.brand !== tools[index]?.brand);
    if (isToolsChanged) setValue('tools', updatedTools, { shouldDirty: true });
    setBrandMessage(
      isToolsChanged ? texts.form.brandFollows(options.brands.find(({ id }) => id === brand)?.name ?? brand) : '',
    );
    setPreviousBrand(brand);
  }

  return (
    <div>
      <Select
        {...register('brand', { onChange: ({ target }: { target: HTMLSelectElement }) => applyBrand(target.value) })}
        label={labels.brand}
        placeholder={texts.form.choose}
        options={options.brands.map(({ id, name }) => ({ value: id, label: name }))}
        error={formState.errors.brand?.message}
      />
      <output className={styles.said}>{brandMessage}</output>
    </div>
  );
}

/** The field for the country. The hint of the field shows the continent of the country. */
export function CountryField({ options }: { options: UserOptions }) {
  const { control } = useFormContext<UserValues>();
  const value = useWatch({ control, name: 'country' });
  const countryOptions = useMemo(() => createCountryOptions(options.countries), [options]);
  const continent = options.countries.find(({ code }) => code === value)?.continent;
  return (
    <Controller
      name="country"
      control={control}
      render={({ field, fieldState }) => (
        <PickerField
          {...field}
          label={labels.country}
          isHintBelow
          hint={continent === undefined ? texts.form.countryHint : texts.form.continent(continent)}
          options={countryOptions}
          unknownError={texts.form.countryUnknown}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

export function LanguageField({ options }: { options: UserOptions }) {
  const { register, formState } = useFormContext<UserValues>();
  return (
    <Select
      {...register('language')}
      label={labels.language}
      options={options.languages.map(({ id, name }) => ({ value: id, label: name }))}
      error={formState.errors.language?.message}
    />
  );
}

/** The yes or no field whether the user can receive mail. */
export function CanReceiveMail() {
  const { control } = useFormContext<UserValues>();
  return (
    <Controller
      name="canReceiveMail"
      control={control}
      render={({ field, fieldState }) => (
        <YesNoField
          ref={field.ref}
          name={field.name}
          label={labels.canReceiveMail}
          hint={texts.form.mailHint}
          value={field.value}
          onChange={field.onChange}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
