import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { account as texts } from '#portal/texts/account.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useSaveOwnAccount, type OwnAccountChange } from './own-account.queries.ts';

/**
 * Returns the state of a field that is saved as soon as it changes. The field shows the new value at once and a check
 * mark after the save. If the save fails, the error appears beside the typed value, so that no input is lost.
 * `draftValue` is a value that was typed before a reload and restored from a draft.
 */
export function useSavedField<Value>(
  savedValue: Value,
  createChange: (value: Value) => OwnAccountChange,
  draftValue?: Value,
) {
  const { userId } = useUser();
  const saveMutation = useSaveOwnAccount(userId);
  const [typedValue, setTypedValue] = useState<{ value: Value } | null>(
    draftValue === undefined ? null : { value: draftValue },
  );
  const [error, setError] = useState<string | undefined>();

  function saveValue(value: Value, onSaved?: () => void): void {
    setTypedValue({ value });
    setError(undefined);
    saveMutation.mutate(createChange(value), {
      onSuccess: () => {
        setTypedValue(null);
        onSaved?.();
      },
      onError: (problem) => {
        if (problem instanceof ApiProblem && problem.reaction.shown !== 'signOut')
          setError(Object.values(problem.fields)[0] ?? problem.message);
      },
    });
  }

  return {
    value: typedValue ? typedValue.value : savedValue,
    error,
    state: saveMutation.isPending
      ? texts.saved.saving
      : saveMutation.isSuccess && !typedValue
        ? texts.saved.saved
        : null,
    /** Shows the typed value without saving it. */
    type: (value: Value) => setTypedValue({ value }),
    save: saveValue,
  };
}
