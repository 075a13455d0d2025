import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import { updateUserBody } from '@basics/contract/users/user-fields.ts';
import type { User } from '@basics/contract/users/users.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { users as texts } from '#portal/texts/users.ts';
import { FieldError, useFieldDescription } from '#portal/ui/fields/form-field.tsx';
import type { EditStep } from '#portal/ui/tables/inline-edit.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { fieldTable, findLabel } from '../user-fields.tsx';
import { formatUser } from '../user-format.tsx';
import { storeUser, updateUser } from '../user.queries.ts';
import { usersList } from '../users.queries.ts';
import type { EditableField } from './users-columns.tsx';

type EditUserCellProps = {
  user: User;
  field: EditableField;
  label: string;
  /** The countries, if the field is the country. */
  countries: readonly { code: string; name: string }[];
  onClose: (step: EditStep) => void;
};

/**
 * A field in the list of users. Enter saves, Tab saves and opens the next field, Escape keeps the former value. A change by someone else is
 * never overwritten unseen: the field says so, the list shows the new value, and only then Enter saves again.
 */
export function EditUserCell({ user, field, label, countries, onClose }: EditUserCellProps) {
  const before = fieldTable[field].toForm(user[field] ?? '');
  const [value, setValue] = useState(before);
  const isClosed = useRef(false);
  const { save, error } = useSaving({ user, field, before, onSaved: close });
  const { id, descriptionIds } = useFieldDescription({ error });

  function close(step: EditStep): void {
    isClosed.current = true;
    onClose(step);
  }
  function finish(step: EditStep): void {
    if (isClosed.current || save.isPending) return;
    if (value.trim() === before) close(step);
    else save.mutate({ value, step });
  }
  function handleKey(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    if (key === 'Escape') close(0);
    else if (key === 'Enter') finish(0);
    else if (key === 'Tab') finish(shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  const control = {
    id,
    value,
    'aria-label': label,
    'aria-describedby': descriptionIds,
    'aria-invalid': error !== undefined,
    // The user has asked for this field, so it gets the focus.
    ref: focusOnce,
    onKeyDown: handleKey,
    onChange: ({ target }: { target: { value: string } }) => setValue(target.value),
  };
  return (
    <span>
      {field === 'country' ? (
        <select {...control}>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        <input type={field === 'phone' ? 'tel' : 'text'} {...control} />
      )}
      <FieldError fieldId={id} error={error} />
    </span>
  );
}

type Saving = Pick<EditUserCellProps, 'user' | 'field'> & { before: string; onSaved: (step: EditStep) => void };

/** Saves a value, and offers to undo this. */
function useSaving({ user, field, before, onSaved }: Saving) {
  const client = useQueryClient();
  const toasts = useToasts();
  const change = async (version: number, newValue: string): Promise<User> => {
    const parsed = updateUserBody.safeParse({ [field]: fieldTable[field].toBody(newValue), version });
    if (!parsed.success) throw new InvalidValue(parsed.error.issues[0]?.message);
    const changed = await updateUser(user.userId, parsed.data);
    void storeUser(client, changed);
    return changed;
  };
  const save = useMutation({
    mutationFn: ({ value }: { value: string; step: EditStep }) => change(user.version, value),
    onSuccess: (saved, { step }) => {
      onSaved(step);
      toasts.undoable(texts.edited(findLabel(field), formatUser(saved)), limits.undo.oneSeconds * 1000, () => {
        change(saved.version, before).catch((problem: Error) => toasts.problem(problem.message));
      });
    },
    // Someone else may have changed the user, so the list is loaded again.
    onError: () => void client.invalidateQueries({ queryKey: usersList.key }),
  });
  const problem = save.error;
  const error = problem instanceof ApiProblem ? (problem.fields[field] ?? problem.message) : problem?.message;
  return { save, error };
}

/** Thrown for a value that the API contract does not accept. */
class InvalidValue extends Error {}

const focusOnce = (control: HTMLElement | null): void => control?.focus();
