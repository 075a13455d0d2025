import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileText, RotateCcw } from 'lucide-react';
import type { DeletedNote } from '@basics/contract/release-notes/release-notes.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { formatDay } from '#portal/messages/times.ts';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { ui } from '#portal/texts/ui.ts';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Stack, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemList, ItemRow, ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { deletedNotes, invalidateNotes, restoreNote } from './release-notes.queries.ts';

/** The bin: deleted notes that can be restored. */
export function DeletedNotes({ onClose }: { onClose: () => void }) {
  const notesQuery = useQuery(deletedNotes);
  return (
    <Dialog title={texts.bin.title} onClose={onClose} footer={<Button onClick={onClose}>{ui.close}</Button>}>
      <Stack>
        <p>{texts.bin.text}</p>
        <QueryContent
          query={notesQuery}
          failedTitle={texts.failed}
          loading={<ItemsLoading loadingText={texts.bin.title} />}
        >
          {(notes) => <DeletedList notes={notes} />}
        </QueryContent>
      </Stack>
    </Dialog>
  );
}

function DeletedList({ notes }: { notes: readonly DeletedNote[] }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { isPending, variables, mutate } = useMutation({
    mutationFn: restoreNote,
    onSuccess: ({ title }) => toasts.done(texts.bin.restored(title)),
    meta: failureAsToast,
    onSettled: () => invalidateNotes(client),
  });
  if (notes.length === 0) return <p>{texts.bin.empty}</p>;
  return (
    <ItemList>
      {notes.map(({ releaseId, title, version, status, deletedAt, keptUntil }) => (
        <ItemRow
          key={releaseId}
          icon={FileText}
          title={title}
          facts={[
            `${texts.columns.version} ${version}`,
            texts.statuses[status],
            texts.bin.deleted(formatDay(deletedAt.slice(0, 10)), formatDay(keptUntil)),
          ]}
          actions={
            <Button
              icon={<RotateCcw aria-hidden="true" />}
              busy={isPending && variables === releaseId}
              onClick={() => mutate(releaseId)}
            >
              {texts.bin.restore} <VisuallyHidden>{title}</VisuallyHidden>
            </Button>
          }
        />
      ))}
    </ItemList>
  );
}
