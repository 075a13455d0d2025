import { useFormContext } from 'react-hook-form';
import { brands as texts } from '#portal/texts/brands.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { Select } from '#portal/ui/forms/select.tsx';
import { TextArea } from '#portal/ui/forms/text-area.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import type { BrandValues } from './brand-values.ts';
import styles from './brand.module.css';

const { form: words } = texts;

/** The name of the brand, its sender and contact, and its host names. */
export function BrandFields({ numbers }: { numbers: readonly number[] | undefined }) {
  const { register, formState } = useFormContext<BrandValues>();
  const { errors } = formState;
  return (
    <>
      <Card title={words.brand}>
        <div className={styles.part}>
          {numbers && <FixedFields numbers={numbers} />}
          <div className={styles.pair}>
            <TextField label={words.name} hint={words.nameHint} error={errors.name?.message} {...register('name')} />
            <TextField
              label={words.legalEntity}
              hint={words.legalEntityHint}
              error={errors.legalEntity?.message}
              {...register('legalEntity')}
            />
          </div>
          <div className={styles.pair}>
            <TextField
              label={words.supportEmail}
              hint={words.supportEmailHint}
              inputMode="email"
              error={errors.supportEmail?.message}
              {...register('supportEmail')}
            />
            <TextField
              label={words.sender}
              hint={words.senderHint}
              error={errors.senderAddress?.message}
              {...register('senderAddress')}
            />
          </div>
        </div>
      </Card>
      <Card title={words.hosts}>
        <TextArea
          label={words.hosts}
          hint={words.hostsHint}
          optional
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
          error={errors.hosts?.message}
          {...register('hosts')}
        />
      </Card>
    </>
  );
}

/** The fields that are set once and never changed. */
function FixedFields({ numbers }: { numbers: readonly number[] }) {
  const { register, formState, getValues, setValue } = useFormContext<BrandValues>();
  const { errors, dirtyFields, touchedFields } = formState;
  const isThemeOwn = dirtyFields.theme === true || touchedFields.theme === true;
  const id = register('id', {
    // Most themes have the id of their brand: the theme follows it until the user edits it.
    onChange: () => {
      if (!isThemeOwn) setValue('theme', getValues('id').trim());
    },
  });
  return (
    <div className={styles.pair}>
      <TextField label={words.id} hint={words.idHint} spellCheck={false} error={errors.id?.message} {...id} />
      <TextField
        label={words.theme}
        hint={words.themeHint}
        spellCheck={false}
        error={errors.theme?.message}
        {...register('theme')}
      />
      <Select
        label={words.code}
        hint={words.codeHint}
        options={numbers.map((code) => ({ value: String(code), label: String(code) }))}
        error={errors.code?.message}
        {...register('code')}
      />
    </div>
  );
}
