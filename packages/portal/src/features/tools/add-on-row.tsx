import { limits } from '@basics/contract/calls/limits.ts';
import { addOnGuards } from '@basics/contract/calls/permissions.ts';
import type { AddOn } from '@basics/contract/tools/tools.ts';
import { Trash2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { tools as texts } from '#portal/texts/tools.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import type { ToolValues } from './tool-values.ts';
import styles from './tools.module.css';

type AddOnRowProps = {
  index: number;
  /** The stored add-on; null for a new one. */
  storedAddOn: AddOn | null;
  onRemove: () => void;
};

/** The fields of one add-on: its id, its name, its bit, and whether it is retired. */
export function AddOnRow({ index, storedAddOn, onRemove }: AddOnRowProps) {
  const { control, register, formState } = useFormContext<ToolValues>();
  const addOns = useWatch({ control, name: 'addOns' });
  const errors = formState.errors.addOns?.[index];
  const addOnName = addOns[index]?.name || texts.form.nextAddOn(index + 1);
  const hasLicenses = (storedAddOn?.uses.licenses ?? 0) > 0;
  const isUsed = hasLicenses || (storedAddOn?.uses.grants ?? 0) > 0;
  return (
    <fieldset className={styles.addOn} aria-label={addOnName}>
      {storedAddOn ? (
        <p className={styles.addOnId}>
          <span>{`${texts.id}: `}</span>
          <code translate="no">{storedAddOn.id}</code>
          {hasLicenses && <span>{` · ${texts.form.bit} ${storedAddOn.bit}`}</span>}
        </p>
      ) : (
        <TextField
          {...register(`addOns.${index}.id`)}
          label={texts.id}
          error={errors?.id?.message}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <div className={styles.beside}>
        <TextField {...register(`addOns.${index}.name`)} label={texts.name} error={errors?.name?.message} />
      </div>
      {/* Issued licences use the bit, so it cannot change. */}
      {!hasLicenses && (
        <div className={styles.beside}>
          <Select
            {...register(`addOns.${index}.bit`)}
            label={texts.form.bit}
            options={listBitOptions(
              addOns.map(({ bit }) => bit),
              index,
            )}
            error={errors?.bit?.message}
          />
        </div>
      )}
      {storedAddOn && <Checkbox {...register(`addOns.${index}.retired`)} label={texts.form.retire} />}
      <div className={styles.addOnEnd}>
        <p className={styles.muted}>
          {storedAddOn && <span>{isUsed ? texts.form.uses(storedAddOn.uses) : texts.form.unused}</span>}{' '}
          {isUsed && <span>{texts.form.inUse}</span>} {isProtected(storedAddOn) && <span>{texts.form.guarded}</span>}
        </p>
        <Button variant="quiet" disabled={isUsed} icon={<Trash2 aria-hidden="true" />} onClick={onRemove}>
          {texts.form.removeAddOn} <VisuallyHidden>{addOnName}</VisuallyHidden>
        </Button>
      </div>
    </fieldset>
  );
}

const isProtected = (storedAddOn: AddOn | null): boolean => addOnGuards.some(({ addOn }) => addOn === storedAddOn?.id);

/** Returns the options for the bit of an add-on: its own bit, and the bits that no other add-on uses. */
const listBitOptions = (bits: readonly string[], index: number) =>
  Array.from({ length: limits.tool.bit + 1 }, (_, bit) => String(bit))
    .filter((bit) => !bits.some((usedBit, otherIndex) => otherIndex !== index && usedBit === bit))
    .map((bit) => ({ value: bit, label: bit }));
