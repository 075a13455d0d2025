import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Request } from '@basics/contract/requests/requests.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { useUndo } from '#portal/session/editing/undo.queries.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { formatApplicant } from './request-format.tsx';
import { approveRequest, invalidateRequests, removeRequests, type Approval } from './requests.queries.ts';

/** Called when a request leaves the list because it was decided or deleted, and when it returns. */
type DecisionHandlers = { onHide?: (request: Request, what: string) => void; onShow?: (userId: number) => void };

/**
 * Hides deleted and approved requests from the list. An approval takes effect at once and can be undone on the server; a deletion is sent
 * after the time to undo has passed.
 */
export function useDecisions({ onHide = () => {}, onShow = () => {} }: DecisionHandlers = {}) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { announce } = useUndo();
  const [hiddenIds, setHiddenIds] = useState<readonly number[]>([]);
  const showAgain = (userId: number): void => {
    setHiddenIds((ids) => ids.filter((id) => id !== userId));
    onShow(userId);
  };
  const hide = (request: Request, what: string): void => {
    setHiddenIds((ids) => [...ids, request.userId]);
    onHide(request, what);
  };

  /**
   * Sends a decision. If the server refuses the decision or does not answer, the request is shown in the list again. `sendDecision` returns
   * the reason of a refusal, or undefined.
   */
  async function runDecision(
    { userId }: Request,
    failureText: string,
    sendDecision: () => Promise<string | undefined>,
  ): Promise<void> {
    try {
      const refusal = await sendDecision();
      if (refusal !== undefined) showFailure(userId, `${failureText}: ${refusal}`);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.reaction.shown !== 'signOut')
        showFailure(userId, error.reaction.shown === 'inPlace' ? `${failureText}: ${error.message}` : failureText);
    }
    await invalidateRequests(client);
  }

  function showFailure(userId: number, message: string): void {
    showAgain(userId);
    toasts.problem(message);
  }

  function hideUntilDecided(request: Request, message: string, sendDecision: () => Promise<void>): void {
    hide(request, message);
    toasts.later(message, sendDecision, () => showAgain(request.userId));
  }

  return {
    /** Returns the requests without the hidden ones. */
    withoutHidden: (rows: readonly Request[] | undefined) => rows?.filter(({ userId }) => !hiddenIds.includes(userId)),
    remove: (request: Request): void =>
      hideUntilDecided(request, texts.remove.leaves(formatApplicant(request)), () =>
        runDecision(request, texts.remove.failed, async () => {
          const [result] = await removeRequests([request.userId]);
          return result?.outcome === 'refused' ? (result.message ?? texts.remove.failed) : undefined;
        }),
      ),
    approve: (request: Request, approval: Approval): void => {
      const name = formatApplicant(request);
      hide(request, texts.approve.leaves(name));
      void runDecision(request, texts.approve.failed(name), async () => {
        const reply = await approveRequest(request.userId, approval);
        announce(texts.approve.leaves(name), reply, () => showAgain(request.userId));
        return undefined;
      });
    },
  };
}
