import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { addOnGuards } from '@basics/contract/permissions.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { user as texts } from '#portal/texts/user.ts';
import { userFields as labels } from '#portal/texts/user-fields.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Select } from '#portal/ui/forms/select.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import { AddOns } from './grant-add-ons.tsx';
import { listAddOns } from './add-ons-of.ts';
import { GrantDays } from './grant-days.tsx';
import styles from './user-form.module.css';
import type { GrantValues, UserValues } from './user-fields.tsx';
import type { UserOptions } from './users.queries.ts';

type GrantRowProps = {
  index: number;
  options: UserOptions;
  granted: readonly GrantValues[];
  onRemove: () => void;
};

/** One tool for one brand, with its dates. A row with an add-on that the user may not remove cannot be changed. */
export function GrantRow({ index, options, granted, onRemove }: GrantRowProps) {
  const { control, register, formState } = useFormContext<UserValues>();
  const grant = useWatch({ control, name: `tools.${index}` });
  const { permissions } = useUser();
  const { said, dropAddOns } = useAddOnReset(index, options);
  const errors = formState.errors.tools?.[index];
  const stored = granted.find(({ tool, brand }) => tool === grant.tool && brand === grant.brand);
  const isHeld = addOnGuards.some(
    ({ addOn, toRemove }) => stored?.configTools.includes(addOn) && !permissions.includes(toRemove),
  );
  const open = isHeld ? {} : { placeholder: texts.form.choose };
  const name = texts.form.grant(
    findName(listAllTools(options), grant.tool) || texts.form.nextGrant(index + 1),
    findName(options.brands, grant.brand),
  );

  return (
    <fieldset className={styles.grant} aria-label={name}>
      <Select
        {...register(`tools.${index}.tool`, {
          onChange: ({ target }: { target: HTMLSelectElement }) => dropAddOns(target.value),
        })}
        label={texts.form.tool}
        {...open}
        options={isHeld ? toOptions(listAllTools(options), grant.tool) : listOfferedTools(options, [grant, stored])}
        error={errors?.tool?.message}
      />
      <Select
        {...register(`tools.${index}.brand`)}
        label={labels.brand}
        {...open}
        options={toOptions(options.brands, isHeld ? grant.brand : null)}
        error={errors?.brand?.message}
      />
      <GrantDays index={index} options={options} stored={stored} />
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

type Named = { id: string; name: string };

/** Returns all tools, or only the one that must stay. */
const toOptions = (list: readonly Named[], only: string | null) =>
  list.filter(({ id }) => only === null || id === only).map(({ id, name }) => ({ value: id, label: name }));

const listAllTools = ({ tools, retired }: UserOptions): Named[] => [...tools, ...retired.tools];

/** Returns the tools on offer, and a retired tool that the user already has. */
const listOfferedTools = ({ tools, retired }: UserOptions, grants: readonly (GrantValues | undefined)[]) => [
  ...toOptions(tools, null),
  ...retired.tools
    .filter(({ id }) => grants.some((grant) => grant?.tool === id))
    .map(({ id, name }) => ({ value: id, label: texts.form.retired(name) })),
];

const findName = (list: readonly Named[], id: string): string => list.find((option) => option.id === id)?.name ?? id;

/** Add-ons belong to a tool: changing the tool removes them with a message. */
function useAddOnReset(index: number, options: UserOptions) {
  const { setValue, getValues } = useFormContext<UserValues>();
  const [said, setSaid] = useState('');

  function dropAddOns(tool: string): void {
    const known = listAddOns(options, tool).map(({ id }) => id);
    const before = getValues(`tools.${index}.configTools`);
    const after = before.filter((id) => known.includes(id));
    if (after.length === before.length) return setSaid('');
    setValue(`tools.${index}.configTools`, after, { shouldDirty: true });
    setSaid(texts.form.addOnsReset(findName(listAllTools(options), tool)));
  }

  return { said, dropAddOns };
}
