import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import { useQuery } from '@tanstack/react-query';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { ExportButton } from '#portal/ui/lists/export-button.tsx';
import { PagedTable } from '#portal/ui/lists/paged-table.tsx';
import { useSearchState } from '#portal/ui/lists/search-state.ts';
import { selectionColumn } from '#portal/ui/lists/selection-boxes.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { useSelection } from '#portal/ui/lists/use-selection.ts';
import { cleared, notesAddress } from './notes-address.ts';
import { notesColumns } from './notes-columns.tsx';
import { NotesFilters } from './notes-filters.tsx';
import { NotesSelection } from './notes-selection.tsx';
import { exportNotes, goingNotes, notesFound } from './release-notes.queries.ts';
import { useDeletion } from './use-deletion.ts';

/** All notes: search, filter, sort and page stand in the address. */
export function NotesTable() {
  const [address, change] = useSearchState(notesAddress);
  const { permissions } = useUser();
  const page = useQuery(notesFound(address));
  const { data: going } = useQuery(goingNotes);
  const remove = useDeletion();
  const { data } = page;
  const rows = data?.items.filter(({ releaseId }) => !going.includes(releaseId));
  const selection = useSelection<ReleaseNote>(rows ?? [], ({ releaseId }) => releaseId);
  const mayDelete = permissions.includes('releaseNotes.delete');
  const columns = notesColumns((note) => {
    selection.replace(selection.rows.filter(({ releaseId }) => releaseId !== note.releaseId));
    remove(note);
  });

  return (
    <Card>
      <Stack>
        <NotesFilters address={address} onChange={change} />
        <PagedTable<ReleaseNote>
          label={texts.title}
          columns={mayDelete ? [selectionColumn({ selection, nameOf: ({ title }) => title }), ...columns] : columns}
          rowKey={({ releaseId }) => releaseId}
          page={page}
          rows={rows}
          words={texts}
          address={address}
          cleared={cleared}
          onChange={change}
          announce={texts.found}
        />
        <ExportButton total={data?.total ?? 0} fetchFile={(signal) => exportNotes(address, signal)} />
        <NotesSelection selection={selection} asked={address} total={data?.total ?? 0} />
      </Stack>
    </Card>
  );
}
