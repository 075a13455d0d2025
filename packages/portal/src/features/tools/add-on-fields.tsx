import type { AddOn } from '@basics/contract/tools.ts';
import { Plus } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { tools as texts } from '#portal/texts/tools.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { ErrorText } from '#portal/ui/forms/error-text.tsx';
import { AddOnRow } from './add-on-row.tsx';
import { findFreeBit } from './tool-values.ts';
import type { ToolValues } from './tool-values.ts';
import styles from './tools.module.css';

/** The fields for the add-ons of a tool, each with its bit in a licence. */
export function AddOnFields({ storedAddOns }: { storedAddOns: readonly AddOn[] }) {
  const { control, formState, getValues } = useFormContext<ToolValues>();
  // The form library would use `id` for its own key, but an add-on already has an `id`.
  const rows = useFieldArray({ control, name: 'addOns', keyName: 'rowKey' });
  const isFull = findFreeBit(rows.fields) === null;
  const problem = formState.errors.addOns?.root?.message ?? formState.errors.addOns?.message;
  const addRow = (): void =>
    rows.append({ id: '', name: '', bit: String(findFreeBit(getValues('addOns')) ?? ''), retired: false });
  return (
    <section className={styles.addOns} aria-labelledby="add-ons">
      <h3 id="add-ons">{texts.addOns}</h3>
      <p className={styles.muted}>{texts.form.addOnsLead}</p>
      {problem !== undefined && <ErrorText>{problem}</ErrorText>}
      {rows.fields.length === 0 && <p>{texts.form.noAddOns}</p>}
      {rows.fields.map(({ rowKey, id }, index) => (
        <AddOnRow
          key={rowKey}
          index={index}
          storedAddOn={storedAddOns.find((addOn) => addOn.id === id && id !== '') ?? null}
          onRemove={() => rows.remove(index)}
        />
      ))}
      <div>
        <Button icon={<Plus aria-hidden="true" />} disabled={isFull} onClick={addRow}>
          {texts.form.addAddOn}
        </Button>
        {isFull && <p className={styles.muted}>{texts.form.addOnFull}</p>}
      </div>
    </section>
  );
}
