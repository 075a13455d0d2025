import { addOnGuards } from '@basics/contract/permissions.ts';
import { useFormContext } from 'react-hook-form';
import { formatList } from '#portal/messages/numbers.ts';
import { user as texts } from '#portal/texts/user.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { listAddOns } from './list-add-ons.ts';
import type { GrantValues, UserValues } from './user-fields.tsx';
import type { UserOptions } from './users.queries.ts';

type GrantDaysProps = {
  index: number;
  options: UserOptions;
  /** The stored grant of this tool and brand, if there is one. */
  storedGrant: GrantValues | undefined;
};

/** The fields for the dates of a grant. The dates also apply to its add-ons, so users without permission for an add-on can only read them. */
export function GrantDays({ index, options, storedGrant }: GrantDaysProps) {
  const { register, formState } = useFormContext<UserValues>();
  const errors = formState.errors.tools?.[index];
  const protectedAddOns = useProtectedAddOns(options, storedGrant);
  const fieldProps = {
    type: 'date',
    optional: true,
    disabled: protectedAddOns.length > 0,
    ...(protectedAddOns.length > 0 && { hint: texts.form.guardedDays(formatList(protectedAddOns)) }),
  } as const;
  return (
    <>
      <TextField
        {...register(`tools.${index}.validFrom`)}
        {...fieldProps}
        label={texts.form.validFrom}
        error={errors?.validFrom?.message}
      />
      <TextField
        {...register(`tools.${index}.validTo`)}
        {...fieldProps}
        label={texts.form.validTo}
        error={errors?.validTo?.message}
      />
    </>
  );
}

/** Returns the names of the stored add-ons that the user may not both add and remove. */
function useProtectedAddOns(options: UserOptions, storedGrant: GrantValues | undefined): string[] {
  const { permissions } = useUser();
  const mayAddAndRemove = ({ toAdd, toRemove }: (typeof addOnGuards)[number]): boolean =>
    permissions.includes(toAdd) && permissions.includes(toRemove);
  return addOnGuards
    .filter((protection) => storedGrant?.configTools.includes(protection.addOn) && !mayAddAndRemove(protection))
    .map(({ addOn }) => listAddOns(options, storedGrant?.tool ?? '').find(({ id }) => id === addOn)?.name ?? addOn);
}
