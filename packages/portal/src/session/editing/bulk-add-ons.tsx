import { addOnGuards } from '@basics/contract/permissions.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Checkbox } from '#portal/ui/forms/checkbox.tsx';

type BulkAddOnsProps = {
  /** The add-ons of the tool. */
  addOns: readonly { id: string; name: string }[];
  /** Null: each user keeps the add-ons of the tool. */
  chosen: readonly string[] | null;
  onChange: (chosen: readonly string[] | null) => void;
};

/** Sets the add-ons of a tool for many users. An add-on that needs a permission to add is offered only with it. */
export function BulkAddOns({ addOns, chosen, onChange }: BulkAddOnsProps) {
  const { permissions } = useUser();
  const offered = addOns.filter(({ id }) =>
    addOnGuards.every((guard) => guard.addOn !== id || permissions.includes(guard.toAdd)),
  );
  if (offered.length === 0) return null;
  return (
    <>
      <Checkbox
        label={texts.setAddOns}
        hint={texts.setAddOnsHint}
        checked={chosen !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [] : null)}
      />
      {chosen !== null && (
        <fieldset>
          <legend>{texts.addOns}</legend>
          {offered.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) =>
                onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
