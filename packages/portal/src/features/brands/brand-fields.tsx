import { useFormContext } from 'react-hook-form';
import { brands as texts } from '#portal/texts/brands.ts';
import { Card } from '#portal/ui/layout/layout.tsx';
import { EmailField, Select, TextArea, TextField } from '#portal/ui/fields/form-field.tsx';
import type { BrandValues } from './brand-values.ts';
import styles from './brand.module.css';

const { form: formTexts } = texts;

/** The fields for the name, the legal entity, the contact, the sender and the host names of a brand. */
export function BrandFields({ freeNumbers }: { freeNumbers: readonly number[] | undefined }) {
  const { register, formState } = useFormContext<BrandValues>();
  const { errors } = formState;
  return (
    <Card title={formTexts.brand}>
      <div className={styles.part}>
        {freeNumbers && <IdentityFields freeNumbers={freeNumbers} />}
        <div className={styles.pair}>
          <TextField label={formTexts.name} error={errors.name?.message} {...register('name')} />
          <TextField label={formTexts.legalEntity} error={errors.legalEntity?.message} {...register('legalEntity')} />
        </div>
        <div className={styles.pair}>
          <EmailField
            label={formTexts.supportEmail}
            hint={formTexts.supportEmailHint}
            error={errors.supportEmail?.message}
            {...register('supportEmail')}
          />
          <TextField
            label={formTexts.sender}
            hint={formTexts.senderHint}
            error={errors.senderAddress?.message}
            {...register('senderAddress')}
          />
        </div>
        <TextArea
          label={formTexts.hosts}
          hint={formTexts.hostsHint}
          rows={2}
          optional
          spellCheck={false}
          autoCapitalize="none"
          error={errors.hosts?.message}
          {...register('hosts')}
        />
      </div>
    </Card>
  );
}

/** The fields that can only be set for a new brand: id, theme and number. */
function IdentityFields({ freeNumbers }: { freeNumbers: readonly number[] }) {
  const { register, formState, getValues, setValue } = useFormContext<BrandValues>();
  const { errors, dirtyFields, touchedFields } = formState;
  const isThemeEdited = dirtyFields.theme === true || touchedFields.theme === true;
  const id = register('id', {
    // Most themes have the same name as the id, so the theme is filled in from the id until the user edits the theme.
    onChange: () => {
      if (!isThemeEdited) setValue('theme', getValues('id').trim());
    },
  });
  return (
    <div className={styles.pair}>
      <TextField label={formTexts.id} hint={formTexts.idHint} spellCheck={false} error={errors.id?.message} {...id} />
      <TextField
        label={formTexts.theme}
        hint={formTexts.themeHint}
        spellCheck={false}
        error={errors.theme?.message}
        {...register('theme')}
      />
      <Select
        label={formTexts.code}
        hint={formTexts.codeHint}
        options={freeNumbers.map((code) => ({ value: String(code), label: String(code) }))}
        error={errors.code?.message}
        {...register('code')}
      />
    </div>
  );
}
