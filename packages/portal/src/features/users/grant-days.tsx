import { addOnGuards } from '@basics/contract/permissions.ts';
import { useFormContext } from 'react-hook-form';
import { formatList } from '#portal/messages/numbers.ts';
import { user as texts } from '#portal/texts/user.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { listAddOns } from './add-ons-of.ts';
import type { GrantValues, UserValues } from './user-fields.tsx';
import type { UserOptions } from './users.queries.ts';

type GrantDaysProps = {
  index: number;
  options: UserOptions;
  /** The stored grant of this tool and brand, if there is one. */
  stored: GrantValues | undefined;
};

/** The dates of a grant. Changed dates also add or remove its add-ons: users without these permissions can only read the dates. */
export function GrantDays({ index, options, stored }: GrantDaysProps) {
  const { register, formState } = useFormContext<UserValues>();
  const errors = formState.errors.tools?.[index];
  const held = useHeldAddOns(options, stored);
  const shared = {
    type: 'date',
    optional: true,
    disabled: held.length > 0,
    ...(held.length > 0 && { hint: texts.form.guardedDays(formatList(held)) }),
  } as const;
  return (
    <>
      <TextField
        {...register(`tools.${index}.validFrom`)}
        {...shared}
        label={texts.form.validFrom}
        error={errors?.validFrom?.message}
      />
      <TextField
        {...register(`tools.${index}.validTo`)}
        {...shared}
        label={texts.form.validTo}
        error={errors?.validTo?.message}
      />
    </>
  );
}

/** Returns the names of the stored add-ons that the user may not both add and remove. */
function useHeldAddOns(options: UserOptions, stored: GrantValues | undefined): string[] {
  const { permissions } = useUser();
  const mayBoth = ({ toAdd, toRemove }: (typeof addOnGuards)[number]): boolean =>
    permissions.includes(toAdd) && permissions.includes(toRemove);
  return addOnGuards
    .filter((guard) => stored?.configTools.includes(guard.addOn) && !mayBoth(guard))
    .map(({ addOn }) => listAddOns(options, stored?.tool ?? '').find(({ id }) => id === addOn)?.name ?? addOn);
}
