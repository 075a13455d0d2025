import { addOnGuards } from '@basics/contract/permissions.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { user as texts } from '#portal/texts/user.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Checkbox } from '#portal/ui/forms/checkbox.tsx';
import { ErrorText } from '#portal/ui/forms/error-text.tsx';
import { listAddOns } from './list-add-ons.ts';
import styles from './user-form.module.css';
import type { GrantValues, UserValues } from './user-fields.tsx';
import type { UserOptions } from './users.queries.ts';

type AddOnsProps = {
  index: number;
  options: UserOptions;
  /** The stored grant of this tool and brand, if there is one. */
  storedGrant: GrantValues | undefined;
};

/** The checkboxes for the add-ons of a tool. Some add-ons need a permission to add or remove. */
export function AddOns({ index, options, storedGrant }: AddOnsProps) {
  const { control, setValue, formState } = useFormContext<UserValues>();
  const { permissions } = useUser();
  const { tool, configTools } = useWatch({ control, name: `tools.${index}` });
  const allAddOns = listAddOns(options, tool);
  // A retired add-on that the user has stays visible, so that it can be removed.
  const visibleAddOns = allAddOns.filter(({ id, isRetired }) => !isRetired || storedGrant?.configTools.includes(id));
  const error = formState.errors.tools?.[index]?.configTools?.message;
  if (visibleAddOns.length === 0) return null;

  const mayToggle = (addOn: string): boolean => {
    const protection = addOnGuards.find((addOnGuard) => addOnGuard.addOn === addOn);
    if (!protection) return true;
    return permissions.includes(storedGrant?.configTools.includes(addOn) ? protection.toRemove : protection.toAdd);
  };
  const toggle = (addOn: string, isOn: boolean): void =>
    setValue(
      `tools.${index}.configTools`,
      allAddOns.map(({ id }) => id).filter((id) => (id === addOn ? isOn : configTools.includes(id))),
      { shouldDirty: true },
    );

  return (
    <fieldset className={styles.addOns}>
      <legend>{texts.form.addOns}</legend>
      {visibleAddOns.map(({ id, name, isRetired }) => (
        <Checkbox
          key={id}
          label={isRetired ? texts.form.retired(name) : name}
          checked={configTools.includes(id)}
          disabled={!mayToggle(id)}
          {...(!mayToggle(id) && { hint: texts.form.guarded })}
          onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
        />
      ))}
      {error !== undefined && <ErrorText>{error}</ErrorText>}
    </fieldset>
  );
}
