import { useMemo, useState } from 'react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { user as texts } from '#portal/texts/user.ts';
import { userFields as labels } from '#portal/texts/user-fields.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { ChoiceGroup } from '#portal/ui/forms/choice-group.tsx';
import { PickerField } from '#portal/ui/forms/picker-field.tsx';
import { Select } from '#portal/ui/forms/select.tsx';
import { Fact } from './identity-fields.tsx';
import styles from './user-form.module.css';
import type { UserValues } from './user-fields.tsx';
import { formatProfile } from './user-words.tsx';
import type { UserOptions } from './users.queries.ts';

type AccessFieldsProps = { options: UserOptions; profileFixed: string | undefined };

/** The fields for profile, brand, country, language and e-mail. */
export function AccessFields({ options, profileFixed }: AccessFieldsProps) {
  return (
    <>
      <Card title={texts.form.access}>
        <div className={styles.pair}>
          <Profile options={options} fixed={profileFixed} />
          <BrandField options={options} />
        </div>
      </Card>
      <Card title={texts.form.place}>
        <div className={styles.part}>
          <div className={styles.pair}>
            <Country options={options} />
            <Language options={options} />
          </div>
          <CanReceiveMail />
        </div>
      </Card>
    </>
  );
}

function Profile({ options, fixed }: { options: UserOptions; fixed: string | undefined }) {
  const { register, formState, control } = useFormContext<UserValues>();
  const current = useWatch({ control, name: 'profileID' });
  if (fixed !== undefined) {
    return (
      <div>
        <Fact name={labels.profileID}>{formatProfile(current === '' ? null : Number(current))}</Fact>
        <p className={styles.hint}>{fixed}</p>
      </div>
    );
  }
  return (
    <Select
      {...register('profileID')}
      label={labels.profileID}
      hint={texts.form.profileHint}
      placeholder={texts.form.choose}
      options={options.profiles.map(({ id }) => ({ value: String(id), label: formatProfile(id) }))}
      error={formState.errors.profileID?.message}
    />
  );
}

/** The tools follow the brand while they belong to the previous brand or to none; a message reports the change. */
function BrandField({ options }: { options: UserOptions }) {
  const { register, formState, getValues, setValue } = useFormContext<UserValues>();
  const [followed, setFollowed] = useState('');
  const [before, setBefore] = useState(() => getValues('brand'));

  function follow(brand: string): void {
    const tools = getValues('tools');
    const moved = tools.map((grant) =>
      grant.brand === '' || (before === '' && grant.tool === '') ? { ...grant, brand } : grant,
    );
    const isMoved = brand !== '' && moved.some((grant, index) => grant.brand !== tools[index]?.brand);
    if (isMoved) setValue('tools', moved, { shouldDirty: true });
    setFollowed(isMoved ? texts.form.brandFollows(options.brands.find(({ id }) => id === brand)?.name ?? brand) : '');
    setBefore(brand);
  }

  return (
    <div>
      <Select
        {...register('brand', { onChange: ({ target }: { target: HTMLSelectElement }) => follow(target.value) })}
        label={labels.brand}
        hint={texts.form.brandHint}
        placeholder={texts.form.choose}
        options={options.brands.map(({ id, name }) => ({ value: id, label: name }))}
        error={formState.errors.brand?.message}
      />
      <output className={styles.said}>{followed}</output>
    </div>
  );
}

/** The continent follows from the country. */
function Country({ options }: { options: UserOptions }) {
  const { control } = useFormContext<UserValues>();
  const value = useWatch({ control, name: 'country' });
  const choices = useMemo(() => options.countries.map(({ code, name }) => ({ value: code, label: name })), [options]);
  const continent = options.countries.find(({ code }) => code === value)?.continent;
  return (
    <Controller
      name="country"
      control={control}
      render={({ field, fieldState }) => (
        <PickerField
          {...field}
          label={labels.country}
          hint={continent === undefined ? texts.form.countryHint : texts.form.continent(continent)}
          autoComplete="off"
          options={choices}
          unknown={texts.form.countryUnknown}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

function Language({ options }: { options: UserOptions }) {
  const { register, formState } = useFormContext<UserValues>();
  return (
    <Select
      {...register('language')}
      label={labels.language}
      hint={texts.form.languageHint}
      options={options.languages.map(({ id, name }) => ({ value: id, label: name }))}
      error={formState.errors.language?.message}
    />
  );
}

const choices = [
  { value: 'yes', label: texts.form.yes },
  { value: 'no', label: texts.form.no },
] as const;

/** A new user has no option selected by default. */
function CanReceiveMail() {
  const { control } = useFormContext<UserValues>();
  return (
    <Controller
      name="canReceiveMail"
      control={control}
      render={({ field, fieldState }) => (
        <ChoiceGroup
          ref={field.ref}
          name={field.name}
          label={labels.canReceiveMail}
          hint={texts.form.mailHint}
          options={choices}
          value={field.value === null ? null : field.value ? 'yes' : 'no'}
          onChange={(value) => field.onChange(value === 'yes')}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
