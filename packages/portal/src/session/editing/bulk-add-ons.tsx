import { addOnGuards } from '@basics/contract/permissions.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Checkbox } from '#portal/ui/forms/checkbox.tsx';

type BulkAddOnsProps = {
  /** The add-ons of the tool. */
  addOns: readonly { id: string; name: string }[];
  /** The add-ons that each user gets; null: each user keeps the current add-ons. */
  chosenIds: readonly string[] | null;
  onChange: (chosenIds: readonly string[] | null) => void;
};

/**
 * Sets the add-ons of a tool for many users. An add-on that can be added only with a special permission is offered only to users with this
 * permission.
 */
export function BulkAddOns({ addOns, chosenIds, onChange }: BulkAddOnsProps) {
  const { permissions } = useUser();
  const offeredAddOns = addOns.filter(({ id }) =>
    addOnGuards.every((guard) => guard.addOn !== id || permissions.includes(guard.toAdd)),
  );
  if (offeredAddOns.length === 0) return null;
  return (
    <>
      <Checkbox
        label={texts.setAddOns}
        hint={texts.setAddOnsHint}
        checked={chosenIds !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [] : null)}
      />
      {chosenIds !== null && (
        <fieldset>
          <legend>{texts.addOns}</legend>
          {offeredAddOns.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosenIds.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosenIds, id] : chosenIds.filter((chosenId) => chosenId !== id))
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
