import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { updateUserBody } from '@basics/contract/users/user-fields.ts';
import type { User } from '@basics/contract/users/users.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { createCountryOptions, formatCountry } from '#portal/messages/names.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { lists } from '#portal/texts/lists.ts';
import { users as texts } from '#portal/texts/users.ts';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { InlineEdit, type EditStep } from '#portal/ui/tables/inline-edit.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { fieldTable, findLabel } from '../user-fields.tsx';
import { formatUser } from '../user-format.tsx';
import { isInScope, storeUser, updateUser } from '../user.queries.ts';
import { usersList, type UserOptions } from '../users.queries.ts';
import type { EditableField } from './users-columns.tsx';

type EditedValue = {
  user: User;
  field: EditableField;
  options: UserOptions | undefined;
};

type EditableValueProps = EditedValue & {
  /** The head of the column. */
  header: string;
  /** The value as the list shows it. */
  children: ReactNode;
};

/** A value in the list of users with its pencil. */
export function EditableValue({ header, children, ...edited }: EditableValueProps) {
  const label = lists.fieldOf(header, formatUser(edited.user));
  return (
    <InlineEdit label={label} renderEditor={(onClose) => <EditUserCell label={label} onClose={onClose} {...edited} />}>
      {children}
    </InlineEdit>
  );
}

type EditUserCellProps = EditedValue & { label: string; onClose: (step: EditStep) => void };

/**
 * A field in the list of users. Enter saves, Tab saves and opens the next field, Escape keeps the former value; a field that loses the focus is
 * saved. A change by someone else is never overwritten unseen: the field names the new value, and only then Enter saves again.
 */
function EditUserCell({ user, field, label, options, onClose }: EditUserCellProps) {
  const stored = fieldTable[field].toForm(user[field] ?? '');
  const [value, setValue] = useState(stored);
  const { save, error, close, isClosed } = useSaving({ user, field, label, stored, onClose });

  function finish(step: EditStep): void {
    if (isClosed() || save.isPending) return;
    if (value.trim() === stored) close(step);
    else save.mutate({ value, before: stored, step });
  }
  function handleKey(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    if (key === 'Escape') close('row');
    else if (key === 'Enter') finish('row');
    else if (key === 'Tab') finish(shiftKey ? 'previous' : 'next');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  const control = {
    label,
    value,
    error,
    // The user has asked for this field, so it gets the focus.
    ref: focusOnce,
    onKeyDown: handleKey,
    // A page that is hidden and shown again keeps its field. A value that was refused waits for Enter or Escape.
    onBlur: () => document.hasFocus() && error === undefined && finish('none'),
    onChange: ({ target }: { target: { value: string } }) => !save.isPending && setValue(target.value),
  };
  return field === 'country' ? (
    <Select {...control} options={createCountryOptions(options?.countries ?? [])} />
  ) : (
    <TextField {...control} type={field === 'phone' ? 'tel' : 'text'} />
  );
}

type Saving = Pick<EditUserCellProps, 'user' | 'field' | 'label'> & {
  stored: string;
  onClose: (step: EditStep) => void;
};

/** Saves a value, and offers to undo this. The page may have been left meanwhile: then a message says what went wrong. */
function useSaving({ user, field, label, stored, onClose }: Saving) {
  const client = useQueryClient();
  const toasts = useToasts();
  const seesEverybody = findRole(useUser().profileID) === 'Administrator';
  const isEnded = useRef(false);
  useEffect(() => {
    isEnded.current = false;
    return () => {
      isEnded.current = true;
    };
  }, []);
  const isClosed = (): boolean => isEnded.current;
  const close = (step: EditStep): void => {
    isEnded.current = true;
    onClose(step);
  };
  const change = async (version: number, value: string): Promise<User> => {
    const parsed = updateUserBody.safeParse({ [field]: fieldTable[field].toBody(value), version });
    if (!parsed.success) throw new InvalidValue(parsed.error.issues[0]?.message);
    const changed = await updateUser(user.userId, parsed.data);
    void storeUser(client, changed);
    return changed;
  };
  const save = useMutation({
    mutationFn: ({ value }: { value: string; before: string; step: EditStep }) => change(user.version, value),
    onSuccess: async (saved, { before, step }) => {
      close(step);
      // In another country, the user may belong to another salesman. Then nobody can undo the change here.
      if (field === 'country' && !seesEverybody && !(await isInScope(client, saved)))
        return toasts.notice(texts.editedAndLeft(findLabel(field), formatUser(saved)));
      toasts.undoable(texts.edited(findLabel(field), formatUser(saved)), limits.undo.oneSeconds * 1000, () => {
        change(saved.version, before).catch((problem: Error) => toasts.problem(problem.message));
      });
      return undefined;
    },
    onError: (problem) => {
      if (isClosed()) toasts.problem(texts.notEdited(label, problem.message));
      // Someone else may have changed the user, so the list is loaded again.
      void client.invalidateQueries({ queryKey: usersList.key });
    },
  });
  const problem = save.error;
  if (!(problem instanceof ApiProblem)) return { save, close, isClosed, error: problem?.message };
  const isStale = problem.code === 'STALE';
  const shown = field === 'country' ? formatCountry(stored) : stored;
  const before = save.variables?.before;
  return {
    save,
    close,
    isClosed,
    error: isStale
      ? texts.changedMeanwhile(stored === before ? null : shown)
      : (problem.fields[field] ?? problem.message),
  };
}

/** Thrown for a value that the API contract does not accept. */
class InvalidValue extends Error {}

const focusOnce = (control: HTMLElement | null): void => control?.focus();
