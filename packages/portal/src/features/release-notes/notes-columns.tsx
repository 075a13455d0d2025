import type { ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { formatShortDate } from '#portal/messages/times.ts';
import { Allowed } from '#portal/session/session-context.tsx';
import { CellActions, RowLink } from '#portal/ui/tables/cells.tsx';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { IconButton, LinkButton } from '#portal/ui/buttons/button.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { NoteStatus } from './note-status.tsx';

/** Creates the columns of the list of release notes. The id of a sortable column is the name of the sort field in the request. */
export const createNotesColumns = (onDelete: (note: ReleaseNote) => void): readonly Column<ReleaseNote>[] => [
  {
    id: 'title',
    header: texts.columns.title,
    sortable: true,
    isCardTitle: true,
    cell: ({ releaseId, title }) => <RowLink to={`/admin/release-notes/${releaseId}`}>{title}</RowLink>,
  },
  {
    id: 'version',
    header: texts.columns.version,
    sortable: true,
    needsNoHeading: true,
    cell: ({ version }) => version,
  },
  {
    id: 'releaseDate',
    header: texts.columns.releaseDate,
    sortable: true,
    needsNoHeading: true,
    cell: ({ releaseDate }) => <time dateTime={releaseDate}>{formatShortDate(releaseDate)}</time>,
  },
  {
    id: 'status',
    header: texts.columns.status,
    sortable: true,
    isBesideCardTitle: true,
    repeatsFilter: true,
    cell: ({ status }) => <NoteStatus status={status} />,
  },
  {
    id: 'actions',
    header: '',
    align: 'end',
    cell: (note) => (
      <CellActions>
        <Allowed any={['releaseNotes.edit']}>
          <LinkButton
            to={`/admin/release-notes/${note.releaseId}/edit`}
            variant="quiet"
            icon={<Pencil aria-hidden="true" />}
          >
            <VisuallyHidden>{texts.edit(note.title)}</VisuallyHidden>
          </LinkButton>
        </Allowed>
        <Allowed any={['releaseNotes.delete']}>
          <IconButton
            label={texts.remove(note.title)}
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => onDelete(note)}
          />
        </Allowed>
      </CellActions>
    ),
  },
];
