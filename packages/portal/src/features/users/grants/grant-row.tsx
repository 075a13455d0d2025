import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { addOnGuards } from '@basics/contract/calls/permissions.ts';
import { useFormContext, useWatch, Controller } from 'react-hook-form';
import { user as texts } from '#portal/texts/user.ts';
import { userFields as labels } from '#portal/texts/user-fields.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { IconButton } from '#portal/ui/buttons/button.tsx';
import { Select, ErrorText } from '#portal/ui/fields/form-field.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import styles from '../write/user-form.module.css';
import type { GrantValues, UserValues } from '../user-fields.tsx';
import type { UserOptions } from '../users.queries.ts';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { formatList } from '#portal/messages/formats.ts';
import { DateField } from '#portal/ui/pickers/date-field.tsx';

type GrantRowProps = {
  index: number;
  options: UserOptions;
  storedGrants: readonly GrantValues[];
  /** Whether it is the only grant, which is not removable, because a user has at least one. */
  isOnly: boolean;
  onRemove: () => void;
};

/** The fields of one grant: tool, brand, dates and add-ons. A grant with an add-on that the user may not remove is read-only. */
export function GrantRow({ index, options, storedGrants, isOnly, onRemove }: GrantRowProps) {
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
      {!isOnly && (
        <div className={styles.grantEnd}>
          <IconButton
            label={texts.form.removeTool(grantName)}
            disabled={isReadOnly}
            icon={<Trash2 aria-hidden="true" />}
            onClick={onRemove}
          />
        </div>
      )}
      <output className={styles.said}>{message}</output>
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

type AddOnsProps = {
  index: number;
  options: UserOptions;
  /** The stored grant of this tool and brand, if there is one. */
  storedGrant: GrantValues | undefined;
};

/** The checkboxes for the add-ons of a tool. Some add-ons need a permission to add or remove. */
function AddOns({ index, options, storedGrant }: AddOnsProps) {
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
      <legend>
        <VisuallyHidden>{texts.form.addOns}</VisuallyHidden>
      </legend>
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

type GrantDaysProps = {
  index: number;
  options: UserOptions;
  /** The stored grant of this tool and brand, if there is one. */
  storedGrant: GrantValues | undefined;
};

/**
 * The fields for the dates of a grant. The dates of a grant also apply to its add-ons. So a user without permission for one of the add-ons
 * can read the dates and not change them.
 */
function GrantDays({ index, options, storedGrant }: GrantDaysProps) {
  const { control } = useFormContext<UserValues>();
  const protectedAddOns = useProtectedAddOns(options, storedGrant);
  const fieldProps = {
    optional: true,
    disabled: protectedAddOns.length > 0,
    ...(protectedAddOns.length > 0 && { hint: texts.form.guardedDays(formatList(protectedAddOns)) }),
  };
  return (
    <>
      {(['validFrom', 'validTo'] as const).map((name) => (
        <Controller
          key={name}
          name={`tools.${index}.${name}`}
          control={control}
          render={({ field, fieldState }) => (
            <DateField {...field} {...fieldProps} label={texts.form[name]} error={fieldState.error?.message} />
          )}
        />
      ))}
    </>
  );
}

/** Returns the names of the stored add-ons for which the user lacks the permission to add or the permission to remove. */
function useProtectedAddOns(options: UserOptions, storedGrant: GrantValues | undefined): string[] {
  const { permissions } = useUser();
  const mayAddAndRemove = ({ toAdd, toRemove }: (typeof addOnGuards)[number]): boolean =>
    permissions.includes(toAdd) && permissions.includes(toRemove);
  return addOnGuards
    .filter((protection) => storedGrant?.configTools.includes(protection.addOn) && !mayAddAndRemove(protection))
    .map(({ addOn }) => listAddOns(options, storedGrant?.tool ?? '').find(({ id }) => id === addOn)?.name ?? addOn);
}

type AddOn = { id: string; name: string; isRetired: boolean };

/** Returns every add-on of a tool, with the retired add-ons last. */
const listAddOns = ({ configTools, retired }: UserOptions, tool: string): AddOn[] => [
  ...configTools.filter((addOn) => addOn.tool === tool).map(({ id, name }) => ({ id, name, isRetired: false })),
  ...retired.configTools.filter((addOn) => addOn.tool === tool).map(({ id, name }) => ({ id, name, isRetired: true })),
];
