import { useRef, useState } from 'react';
import type { ChangeEvent } from 'react';
import { limits } from '@basics/contract/limits.ts';
import { words } from '@basics/contract/words.ts';
import { useAttempt } from './use-attempt.ts';

const names = ['reason'] as const;

/**
 * What is done with a reason, and the field that asks for it: spread `field` on a text area. `act` is run once, however often it is
 * asked for; without a reason that `isNeeded` the field says so and has the focus.
 */
export function useReason(act: (reason: string) => Promise<void>, isNeeded = true) {
  const ref = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const { problem, isBusy, attempt, forget } = useAttempt(isNeeded ? names : [], (_, { message }) => refuse(message));

  function refuse(message: string): void {
    setError(message);
    ref.current?.focus();
  }

  function write(text: string): void {
    setReason(text);
    setError(undefined);
  }

  async function submit(): Promise<void> {
    if (!isNeeded || reason.trim() !== '') return attempt(() => act(reason));
    forget();
    refuse(words.reason);
  }

  const field = {
    ref,
    rows: 3,
    maxLength: limits.text.reason,
    value: reason,
    error,
    onChange: ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) => write(currentTarget.value),
  };
  return { field, problem, isBusy, write, submit, focus: () => ref.current?.focus() };
}
