import { addOnGuards } from '@basics/contract/permissions.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { user as texts } from '#portal/texts/user.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Checkbox } from '#portal/ui/forms/checkbox.tsx';
import { ErrorText } from '#portal/ui/forms/error-text.tsx';
import { listAddOns } from './add-ons-of.ts';
import styles from './user-form.module.css';
import type { GrantValues, UserValues } from './user-fields.tsx';
import type { UserOptions } from './users.queries.ts';

type AddOnsProps = {
  index: number;
  options: UserOptions;
  /** The stored grant of this tool and brand, if there is one. */
  stored: GrantValues | undefined;
};

/** Selects the add-ons of the tool; some need a permission to add or remove. */
export function AddOns({ index, options, stored }: AddOnsProps) {
  const { control, setValue, formState } = useFormContext<UserValues>();
  const { permissions } = useUser();
  const { tool, configTools } = useWatch({ control, name: `tools.${index}` });
  const all = listAddOns(options, tool);
  // A retired add-on of the user stays visible, so that it can be removed.
  const known = all.filter(({ id, isRetired }) => !isRetired || stored?.configTools.includes(id));
  const error = formState.errors.tools?.[index]?.configTools?.message;
  if (known.length === 0) return null;

  const mayTurn = (addOn: string): boolean => {
    const guard = addOnGuards.find((each) => each.addOn === addOn);
    if (!guard) return true;
    return permissions.includes(stored?.configTools.includes(addOn) ? guard.toRemove : guard.toAdd);
  };
  const turn = (addOn: string, isOn: boolean): void =>
    setValue(
      `tools.${index}.configTools`,
      all.map(({ id }) => id).filter((id) => (id === addOn ? isOn : configTools.includes(id))),
      { shouldDirty: true },
    );

  return (
    <fieldset className={styles.addOns}>
      <legend>{texts.form.addOns}</legend>
      {known.map(({ id, name, isRetired }) => (
        <Checkbox
          key={id}
          label={isRetired ? texts.form.retired(name) : name}
          checked={configTools.includes(id)}
          disabled={!mayTurn(id)}
          {...(!mayTurn(id) && { hint: texts.form.guarded })}
          onChange={({ currentTarget }) => turn(id, currentTarget.checked)}
        />
      ))}
      {error !== undefined && <ErrorText>{error}</ErrorText>}
    </fieldset>
  );
}
