import { useRef, useState, type ChangeEvent } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { useTextDraft } from '#portal/session/drafts/use-draft.ts';
import { useAttempt } from './use-attempt.ts';

const fieldNames = ['reason'] as const;

type ReasonOptions = {
  /** The name of the draft of the reason, which contains the action and the id of the record. */
  name: string;
  act: (reason: string) => Promise<void>;
  isNeeded?: boolean;
};

/**
 * Returns the field for a reason, and `submit`, which runs `act` with the reason. Spread `field` on a text area. While `act` runs, `submit`
 * does not start it again. When a required reason is missing, the field shows an error and gets the focus.
 */
export function useReason({ name, act, isNeeded = true }: ReasonOptions) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const { text: reason, write: setReason, forget: forgetText } = useTextDraft(`reason ${name}`);
  const [error, setError] = useState<string>();
  const { problem, isBusy, attempt, forget } = useAttempt(isNeeded ? fieldNames : [], (_, { message }) =>
    showError(message),
  );

  function showError(message: string): void {
    setError(message);
    ref.current?.focus();
  }

  function writeText(text: string): void {
    setReason(text);
    setError(undefined);
  }

  async function submit(): Promise<void> {
    if (!isNeeded || reason.trim() !== '') return attempt(sendReason);
    forget();
    showError(fieldMessages.reason);
  }

  async function sendReason(): Promise<void> {
    await act(reason);
    forgetText();
  }

  const field = {
    ref,
    rows: 3,
    maxLength: limits.text.reason,
    value: reason,
    error,
    onChange: ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) => writeText(currentTarget.value),
  };
  return { field, problem, isBusy, write: writeText, submit, focus: () => ref.current?.focus() };
}
