import { noteListFields, releaseNoteStatuses, type ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { useQuery } from '@tanstack/react-query';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { DeletableSelection, type Deletable } from '#portal/session/bulk/deletable-selection.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { declareShownFields } from '#portal/ui/filters/field-filters.ts';
import { FilterBar } from '#portal/ui/filters/filter-bar.tsx';
import { ListTable } from '#portal/ui/lists/list-table.tsx';
import { createSelectionColumn } from '#portal/ui/selection/selection-boxes.tsx';
import { useList } from '#portal/ui/lists/use-list.ts';
import { useShownColumns } from '#portal/ui/tables/use-shown-columns.tsx';
import { useSelection } from '#portal/ui/selection/use-selection.ts';
import { createNotesColumns } from './notes-columns.tsx';
import { invalidateNotes, pendingDeletions, notesList, removeNotes } from './release-notes.queries.ts';
import { useDeleteNote } from './use-deletion.ts';

/** The list of all notes. The address of the page contains keyword, filter, sort order and page. */
export function NotesTable() {
  const list = useList(notesList);
  const { permissions } = useUser();
  const { data: pendingIds } = useQuery(pendingDeletions);
  const deleteNote = useDeleteNote();
  const rows = list.page.data?.items.filter(({ releaseId }) => !pendingIds.includes(releaseId));
  const selection = useSelection<ReleaseNote>(rows ?? [], ({ releaseId }) => releaseId);
  const mayDelete = permissions.includes('releaseNotes.delete');
  const { columns, choice } = useShownColumns(
    'releaseNotes',
    createNotesColumns((note) => {
      selection.replace(selection.rows.filter(({ releaseId }) => releaseId !== note.releaseId));
      deleteNote(note);
    }),
  );

  return (
    <Card>
      <Stack>
        <FilterBar
          list={list}
          listTexts={texts}
          end={choice}
          shownFields={declareShownFields(noteListFields, {
            labels: texts.columns,
            choices: { status: statusOptions },
          })}
          fields={{ status: { label: texts.status, choices: statusOptions } }}
        />
        <ListTable<ReleaseNote>
          list={list}
          tableTexts={texts}
          columns={
            mayDelete ? [createSelectionColumn({ selection, readName: deletableNotes.readName }), ...columns] : columns
          }
          rowKey={({ releaseId }) => releaseId}
          rows={rows}
        />
        <DeletableSelection
          kind={deletableNotes}
          selection={selection}
          total={list.total}
          onSelectAll={async () => selection.replace(await notesList.allRows(list.address))}
        />
      </Stack>
    </Card>
  );
}

const statusOptions = releaseNoteStatuses.map((value) => ({ value, label: texts.statuses[value] }));

const deletableNotes: Deletable<ReleaseNote> = {
  readId: ({ releaseId }) => releaseId,
  readName: ({ title }) => title,
  deletionTexts: texts.deletion,
  deletion: { kind: 'releaseNotes', remove: removeNotes },
  invalidateLists: invalidateNotes,
};
