import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Request } from '@basics/contract/requests.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { formatApplicant } from './request-words.tsx';
import { approveRequest, invalidateRequests, removeRequests } from './requests.queries.ts';
import type { Approval } from './requests.queries.ts';

/** Hides requests from the list, and deletes or approves them when the time to undo is over. */
export function useDelayedDecisions() {
  const client = useQueryClient();
  const toasts = useToasts();
  const [leaving, setLeaving] = useState<readonly number[]>([]);
  const keep = (userId: number): void => setLeaving((ids) => ids.filter((id) => id !== userId));

  /** `act` returns why it did nothing, if so. */
  async function run({ userId }: Request, failed: string, act: () => Promise<string | undefined>): Promise<void> {
    try {
      const refusal = await act();
      if (refusal !== undefined) stays(userId, `${failed}: ${refusal}`);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.reaction.shown !== 'signOut')
        stays(userId, error.reaction.shown === 'inPlace' ? `${failed}: ${error.message}` : failed);
    }
    await invalidateRequests(client);
  }

  function stays(userId: number, why: string): void {
    keep(userId);
    toasts.problem(why);
  }

  function leave(request: Request, words: string, decide: () => Promise<void>): void {
    setLeaving((ids) => [...ids, request.userId]);
    toasts.later(words, decide, () => keep(request.userId));
  }

  return {
    /** Returns the requests without those that were decided here. */
    others: (rows: readonly Request[] | undefined) => rows?.filter(({ userId }) => !leaving.includes(userId)),
    remove: (request: Request): void =>
      leave(request, texts.remove.leaves(formatApplicant(request)), () =>
        run(request, texts.remove.failed, async () => {
          const [result] = await removeRequests([request.userId]);
          return result?.outcome === 'refused' ? (result.message ?? texts.remove.failed) : undefined;
        }),
      ),
    approve: (request: Request, approval: Approval): void =>
      leave(request, texts.approve.leaves(formatApplicant(request)), () =>
        run(request, texts.approve.failed(formatApplicant(request)), async () => {
          await approveRequest(request.userId, approval);
          return undefined;
        }),
      ),
  };
}
