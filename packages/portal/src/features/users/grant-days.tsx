import { addOnGuards } from '@basics/contract/permissions.ts';
import { Controller, useFormContext } from 'react-hook-form';
import { formatList } from '#portal/messages/numbers.ts';
import { user as texts } from '#portal/texts/user.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { DateField } from '#portal/ui/forms/date-field.tsx';
import { listAddOns } from './list-add-ons.ts';
import type { GrantValues, UserValues } from './user-fields.tsx';
import type { UserOptions } from './users.queries.ts';

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
export function GrantDays({ index, options, storedGrant }: GrantDaysProps) {
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
