import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { addOnGuards } from '@basics/contract/permissions.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { user as texts } from '#portal/messages/en/user.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/button.tsx';
import { Select } from '#portal/ui/select.tsx';
import { TextField } from '#portal/ui/text-field.tsx';
import { VisuallyHidden } from '#portal/ui/visually-hidden.tsx';
import { AddOns } from './grant-add-ons.tsx';
import styles from './user-form.module.css';
import type { GrantValues, UserValues } from './user-values.ts';
import type { UserOptions } from './users.queries.ts';

type GrantRowProps = {
  index: number;
  options: UserOptions;
  granted: readonly GrantValues[];
  onRemove: () => void;
};

/** One tool for one brand, from when to when. A row whose add-on one may not take away stays as it is. */
export function GrantRow({ index, options, granted, onRemove }: GrantRowProps) {
  const { control, register, formState } = useFormContext<UserValues>();
  const grant = useWatch({ control, name: `tools.${index}` });
  const { permissions } = useUser();
  const { said, dropAddOns } = useAddOnsOf(index, options);
  const errors = formState.errors.tools?.[index];
  const stored = granted.find(({ tool, brand }) => tool === grant.tool && brand === grant.brand);
  const isHeld = addOnGuards.some(
    ({ addOn, toRemove }) => stored?.configTools.includes(addOn) && !permissions.includes(toRemove),
  );
  const open = isHeld ? {} : { placeholder: texts.form.choose };
  const name = texts.form.grant(
    nameIn(options.tools, grant.tool) || texts.form.nextGrant(index + 1),
    nameIn(options.brands, grant.brand),
  );

  return (
    <fieldset className={styles.grant} aria-label={name}>
      <Select
        {...register(`tools.${index}.tool`, {
          onChange: ({ target }: { target: HTMLSelectElement }) => dropAddOns(target.value),
        })}
        label={texts.form.tool}
        {...open}
        options={offered(options.tools, isHeld ? grant.tool : null)}
        error={errors?.tool?.message}
      />
      <Select
        {...register(`tools.${index}.brand`)}
        label={texts.form.brand}
        {...open}
        options={offered(options.brands, isHeld ? grant.brand : null)}
        error={errors?.brand?.message}
      />
      <TextField
        {...register(`tools.${index}.validFrom`)}
        type="date"
        optional
        label={texts.form.validFrom}
        error={errors?.validFrom?.message}
      />
      <TextField
        {...register(`tools.${index}.validTo`)}
        type="date"
        optional
        label={texts.form.validTo}
        error={errors?.validTo?.message}
      />
      <AddOns index={index} options={options} stored={stored} />
      <div className={styles.grantEnd}>
        <output className={styles.said}>{said}</output>
        <Button variant="quiet" disabled={isHeld} icon={<Trash2 aria-hidden="true" />} onClick={onRemove}>
          {texts.form.removeTool} <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
      </div>
    </fieldset>
  );
}

/** All of them, or the one that must stay. */
const offered = (list: readonly { id: string; name: string }[], only: string | null) =>
  list.filter(({ id }) => only === null || id === only).map(({ id, name }) => ({ value: id, label: name }));

const nameIn = (list: readonly { id: string; name: string }[], id: string): string =>
  list.find((option) => option.id === id)?.name ?? id;

/** Add-ons belong to a tool: with another tool they go, and that they went is said. */
function useAddOnsOf(index: number, options: UserOptions) {
  const { setValue, getValues } = useFormContext<UserValues>();
  const [said, setSaid] = useState('');

  function dropAddOns(tool: string): void {
    const known = options.configTools.filter((addOn) => addOn.tool === tool).map(({ id }) => id);
    const before = getValues(`tools.${index}.configTools`);
    const after = before.filter((id) => known.includes(id));
    if (after.length === before.length) return setSaid('');
    setValue(`tools.${index}.configTools`, after, { shouldDirty: true });
    setSaid(texts.form.addOnsReset(nameIn(options.tools, tool)));
  }

  return { said, dropAddOns };
}
