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
import { listAddOns } from './list-add-ons.ts';
import { GrantDays } from './grant-days.tsx';
import styles from './user-form.module.css';
import type { GrantValues, UserValues } from './user-fields.tsx';
import type { UserOptions } from './users.queries.ts';

type GrantRowProps = {
  index: number;
  options: UserOptions;
  storedGrants: readonly GrantValues[];
  onRemove: () => void;
};

/** The fields of one grant: tool, brand, dates and add-ons. A grant with an add-on that the user may not remove is read-only. */
export function GrantRow({ index, options, storedGrants, onRemove }: GrantRowProps) {
  const { control, register, formState } = useFormContext<UserValues>();
  const grant = useWatch({ control, name: `tools.${index}` });
  const { permissions } = useUser();
  const { message, dropAddOns } = useAddOnReset(index, options);
  const errors = formState.errors.tools?.[index];
  const storedGrant = storedGrants.find(({ tool, brand }) => tool === grant.tool && brand === grant.brand);
  const isReadOnly = addOnGuards.some(
    ({ addOn, toRemove }) => storedGrant?.configTools.includes(addOn) && !permissions.includes(toRemove),
  );
  const placeholderProps = isReadOnly ? {} : { placeholder: texts.form.choose };
  const grantName = texts.form.grant(
    findOptionName(listAllTools(options), grant.tool) || texts.form.nextGrant(index + 1),
    findOptionName(options.brands, grant.brand),
  );

  return (
    <fieldset className={styles.grant} aria-label={grantName}>
      <Select
        {...register(`tools.${index}.tool`, {
          onChange: ({ target }: { target: HTMLSelectElement }) => dropAddOns(target.value),
        })}
        label={texts.form.tool}
        {...placeholderProps}
        options={
          isReadOnly ? toOptions(listAllTools(options), grant.tool) : listOfferedTools(options, [grant, storedGrant])
        }
        error={errors?.tool?.message}
      />
      <Select
        {...register(`tools.${index}.brand`)}
        label={labels.brand}
        {...placeholderProps}
        options={toOptions(options.brands, isReadOnly ? grant.brand : null)}
        error={errors?.brand?.message}
      />
      <GrantDays index={index} options={options} storedGrant={storedGrant} />
      <AddOns index={index} options={options} storedGrant={storedGrant} />
      <div className={styles.grantEnd}>
        <output className={styles.said}>{message}</output>
        <Button variant="quiet" disabled={isReadOnly} icon={<Trash2 aria-hidden="true" />} onClick={onRemove}>
          {texts.form.removeTool} <VisuallyHidden>{grantName}</VisuallyHidden>
        </Button>
      </div>
    </fieldset>
  );
}

type NamedOption = { id: string; name: string };

/** Returns the options of a select field: all, or only the one with the given id. */
const toOptions = (options: readonly NamedOption[], onlyId: string | null) =>
  options.filter(({ id }) => onlyId === null || id === onlyId).map(({ id, name }) => ({ value: id, label: name }));

const listAllTools = ({ tools, retired }: UserOptions): NamedOption[] => [...tools, ...retired.tools];

/** Returns the available tools and the retired tools that the user already has. */
const listOfferedTools = ({ tools, retired }: UserOptions, grants: readonly (GrantValues | undefined)[]) => [
  ...toOptions(tools, null),
  ...retired.tools
    .filter(({ id }) => grants.some((grant) => grant?.tool === id))
    .map(({ id, name }) => ({ value: id, label: texts.form.retired(name) })),
];

const findOptionName = (options: readonly NamedOption[], id: string): string =>
  options.find((option) => option.id === id)?.name ?? id;

/** When another tool is selected, removes the add-ons that do not belong to this tool, and shows a message. */
function useAddOnReset(index: number, options: UserOptions) {
  const { setValue, getValues } = useFormContext<UserValues>();
  const [message, setMessage] = useState('');

  function dropAddOns(tool: string): void {
    const availableIds = listAddOns(options, tool).map(({ id }) => id);
    const previousAddOns = getValues(`tools.${index}.configTools`);
    const remainingAddOns = previousAddOns.filter((id) => availableIds.includes(id));
    if (remainingAddOns.length === previousAddOns.length) return setMessage('');
    setValue(`tools.${index}.configTools`, remainingAddOns, { shouldDirty: true });
    setMessage(texts.form.addOnsReset(findOptionName(listAllTools(options), tool)));
  }

  return { message, dropAddOns };
}
