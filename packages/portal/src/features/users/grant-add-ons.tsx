import { addOnGuards } from '@basics/contract/permissions.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { user as texts } from '#portal/messages/en/user.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Checkbox } from '#portal/ui/checkbox.tsx';
import styles from './user-form.module.css';
import type { GrantValues, UserValues } from './user-values.ts';
import type { UserOptions } from './users.queries.ts';

type AddOnsProps = {
  index: number;
  options: UserOptions;
  /** This tool and brand as it is stored, if it is. */
  stored: GrantValues | undefined;
};

/** What a licence of the tool switches on besides; some of it only for those who may add or take it. */
export function AddOns({ index, options, stored }: AddOnsProps) {
  const { control, setValue, formState } = useFormContext<UserValues>();
  const { permissions } = useUser();
  const { tool, configTools } = useWatch({ control, name: `tools.${index}` });
  const known = options.configTools.filter((addOn) => addOn.tool === tool);
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
      known.map(({ id }) => id).filter((id) => (id === addOn ? isOn : configTools.includes(id))),
      { shouldDirty: true },
    );

  return (
    <fieldset className={styles.addOns}>
      <legend>{texts.form.addOns}</legend>
      {known.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={configTools.includes(id)}
          disabled={!mayTurn(id)}
          {...(!mayTurn(id) && { hint: texts.form.guarded })}
          onChange={({ currentTarget }) => turn(id, currentTarget.checked)}
        />
      ))}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
