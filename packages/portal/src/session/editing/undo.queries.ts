import { useQueryClient } from '@tanstack/react-query';
import { limits } from '@basics/contract/calls/limits.ts';
import { undo } from '@basics/contract/undo/undo.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { call } from '#portal/api/call.ts';
import { feedback as texts } from '#portal/texts/feedback.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';

type UndoOffer = { undo?: { id: string } | undefined };

/**
 * Returns functions that announce an act which has taken effect, with an Undo button for as long as the server accepts it. `announce` is for
 * the reply of a call about one record, `announceMass` for the undo ids of bulk calls. After Undo, all pages are loaded again.
 */
export function useUndo() {
  const client = useQueryClient();
  const toasts = useToasts();

  async function undoActs(ids: readonly string[]): Promise<void> {
    try {
      const replies = await Promise.all(ids.map((id) => call(undo.undo, { params: { id } })));
      const refused = replies.flatMap(({ results }) => results).filter(({ outcome }) => outcome !== 'done');
      const remains = [...new Set(replies.flatMap((reply) => reply.remains))];
      const [reason] = refused.flatMap(({ message }) => message ?? []);
      if (refused.length > 0) toasts.problem([texts.notAllUndone(refused.length), reason ?? '', ...remains].join(' '));
      else toasts.done([texts.undone, ...remains].join(' '));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.reaction.shown !== 'signOut') toasts.problem(`${texts.undoFailed}: ${error.message}`);
    }
    await client.invalidateQueries();
  }

  return {
    announce: (text: string, { undo: offer }: UndoOffer, onUndo: () => void = () => {}): void => {
      if (!offer) return toasts.done(text);
      toasts.undoable(text, limits.undo.oneSeconds * 1000, () => {
        onUndo();
        void undoActs([offer.id]);
      });
    },
    announceMass: (text: string, undoIds: readonly string[]): void => {
      if (undoIds.length > 0) toasts.undoable(text, limits.undo.massMinutes * 60_000, () => void undoActs(undoIds));
    },
    /** Announces e-mails that wait: one record can be undone for some seconds, many records for some minutes. */
    announceLetters: (text: string, undoIds: readonly string[], records: number): void => {
      const waitMs = records > 1 ? limits.undo.massMinutes * 60_000 : limits.undo.oneSeconds * 1000;
      if (undoIds.length > 0) toasts.undoable(text, waitMs, () => void undoActs(undoIds));
    },
  };
}
