import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { account as texts } from '#portal/texts/account.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useSaveOwn } from './own-account.queries.ts';
import type { OwnChange } from './own-account.queries.ts';

/**
 * A field that is saved as soon as it changes. It shows the new value at once and a tick after the save. If the save fails, the error
 * appears beside the typed value, so that no input is lost. `typedBefore` is a value from a draft.
 */
export function useSavedField<Value>(kept: Value, changeOf: (value: Value) => OwnChange, typedBefore?: Value) {
  const { userId } = useUser();
  const saving = useSaveOwn(userId);
  const [typed, setTyped] = useState<{ value: Value } | null>(
    typedBefore === undefined ? null : { value: typedBefore },
  );
  const [error, setError] = useState<string | undefined>();

  function save(value: Value, onSaved?: () => void): void {
    setTyped({ value });
    setError(undefined);
    saving.mutate(changeOf(value), {
      onSuccess: () => {
        setTyped(null);
        onSaved?.();
      },
      onError: (problem) => {
        if (problem instanceof ApiProblem && problem.reaction.shown !== 'signOut')
          setError(Object.values(problem.fields)[0] ?? problem.message);
      },
    });
  }

  return {
    value: typed ? typed.value : kept,
    error,
    state: saving.isPending ? texts.saved.saving : saving.isSuccess && !typed ? texts.saved.saved : null,
    /** Shows the typed value without saving it. */
    type: (value: Value) => setTyped({ value }),
    save,
  };
}
