import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Request } from '@basics/contract/requests.ts';
import { words } from '@basics/contract/words.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { requests as texts } from '#portal/messages/en/requests.ts';
import { useToasts } from '#portal/ui/toasts.tsx';
import { nameOf } from './request-words.tsx';
import { forgetRequests, rejectRequest } from './requests.queries.ts';

type Hears = { onRejected: () => void; /** The reason needs another look. */ onRefused: () => void };

/** Rejects once, however often it is pressed. */
export function useRejecting(request: Request, { onRejected, onRefused }: Hears) {
  const client = useQueryClient();
  const toasts = useToasts();
  const isRunning = useRef(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isBusy, setBusy] = useState(false);

  function refuse(message: string): void {
    setError(message);
    onRefused();
  }

  async function send(): Promise<void> {
    try {
      await rejectRequest(request, reason);
      toasts.done(texts.reject.done(nameOf(request)));
      onRejected();
      void forgetRequests(client);
    } catch (caught) {
      if (!(caught instanceof ApiProblem)) throw caught;
      if (caught.fields['reason'] !== undefined) refuse(caught.fields['reason']);
      else if (caught.reaction.shown !== 'signOut') setProblem(caught);
    }
  }

  async function reject(): Promise<void> {
    if (isRunning.current) return;
    setProblem(null);
    if (reason.trim() === '') return refuse(words.reason);
    isRunning.current = true;
    setBusy(true);
    await send().finally(() => {
      isRunning.current = false;
      setBusy(false);
    });
  }

  function write(text: string): void {
    setReason(text);
    setError(undefined);
  }

  return { reason, error, problem, isBusy, write, reject };
}
