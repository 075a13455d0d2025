import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Request } from '@basics/contract/requests.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { formatApplicant } from './request-words.tsx';
import { invalidateRequests, removeRequests } from './requests.queries.ts';

/** Hides requests from the list and deletes them when the time to undo is over. */
export function useDelayedDeletion() {
  const client = useQueryClient();
  const toasts = useToasts();
  const [leaving, setLeaving] = useState<readonly number[]>([]);
  const keep = (userId: number): void => setLeaving((ids) => ids.filter((id) => id !== userId));

  async function deleteNow({ userId }: Request): Promise<void> {
    try {
      const [result] = await removeRequests([userId]);
      if (result?.outcome === 'refused') stays(userId, result.message);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.reaction.shown !== 'signOut') stays(userId);
    }
    await invalidateRequests(client);
  }

  function stays(userId: number, why?: string): void {
    keep(userId);
    toasts.problem(why === undefined ? texts.remove.failed : `${texts.remove.failed}: ${why}`);
  }

  function remove(request: Request): void {
    setLeaving((ids) => [...ids, request.userId]);
    toasts.later(
      texts.remove.leaves(formatApplicant(request)),
      () => deleteNow(request),
      () => keep(request.userId),
    );
  }

  return {
    /** Returns the requests that were not deleted. */
    others: (rows: readonly Request[] | undefined) => rows?.filter(({ userId }) => !leaving.includes(userId)),
    remove,
  };
}
