import type { ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { invalidateNotes, removeNote, setPendingDeletion } from './release-notes.queries.ts';

/** Returns a function that deletes a note. The lists hide the note at once, and the user can undo the deletion while the toast is shown. */
export function useDeleteNote(): (note: ReleaseNote) => void {
  const client = useQueryClient();
  const toasts = useToasts();

  async function sendDeletion({ releaseId }: ReleaseNote): Promise<void> {
    try {
      await removeNote(releaseId);
      await invalidateNotes(client);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.reaction.shown !== 'signOut') toasts.problem(texts.deletion.failed);
    } finally {
      setPendingDeletion(client, releaseId, false);
    }
  }

  return (note) => {
    setPendingDeletion(client, note.releaseId, true);
    toasts.later(
      texts.deletion.later(note.title),
      () => sendDeletion(note),
      () => setPendingDeletion(client, note.releaseId, false),
    );
  };
}
