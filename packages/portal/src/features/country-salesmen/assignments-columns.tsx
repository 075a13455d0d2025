import type { Assignment } from '@basics/contract/country-salesmen.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import { IconButton } from '#portal/ui/layout/icon-button.tsx';
import styles from './country-salesman.module.css';
import type { Options } from './country-salesmen.queries.ts';
import { formatPerson } from './names.ts';
import type { Names } from './names.ts';
import { BrandField, CountryField, RowButtons, SalesmanField } from './row-fields.tsx';
import type { EditScope } from './use-reach.ts';
import { createOpenerId } from './use-row-editor.ts';
import type { RowEditor } from './use-row-editor.ts';

type Dependencies = {
  editor: RowEditor;
  options: Options;
  names: Names;
  reach: EditScope;
  onDelete: (assignment: Assignment) => void;
};

/** The ids of columns that sort are the fields of the call. The edited row shows fields in its cells. */
export function createAssignmentsColumns({
  editor,
  options,
  names,
  reach,
  onDelete,
}: Dependencies): readonly Column<Assignment>[] {
  const isWritten = (row: Assignment): boolean => row.id === editor.row?.id;
  return [
    {
      id: 'country',
      header: texts.country,
      sortable: true,
      isCardTitle: true,
      cell: (row) =>
        isWritten(row) ? (
          <CountryField editor={editor} options={options} reach={reach} />
        ) : (
          <span className={styles.country}>{names.country(row.country)}</span>
        ),
    },
    {
      id: 'continent',
      header: texts.continent,
      sortable: true,
      cell: (row) =>
        isWritten(row) ? options.countries.find(({ code }) => code === editor.country)?.continent : row.continent,
    },
    {
      id: 'brand',
      header: texts.brand,
      sortable: true,
      cell: (row) => (isWritten(row) ? <BrandField editor={editor} options={options} /> : names.brand(row.brand)),
    },
    {
      id: 'salesman',
      header: texts.salesman,
      sortable: true,
      cell: (row) =>
        isWritten(row) ? <SalesmanField editor={editor} options={options} /> : formatPerson(row.salesman),
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) =>
        isWritten(row) ? (
          <RowButtons editor={editor} />
        ) : (
          <Actions row={row} name={names.assignment(row)} {...{ editor, reach, onDelete }} />
        ),
    },
  ];
}

type ActionsProps = Pick<Dependencies, 'editor' | 'reach' | 'onDelete'> & { row: Assignment; name: string };

const Actions = ({ row, name, editor, reach, onDelete }: ActionsProps) => (
  <span className={styles.actions}>
    {reach.mayEdit(row.country) && (
      <IconButton
        id={createOpenerId(row.id)}
        label={texts.edit(name)}
        icon={<Pencil aria-hidden="true" />}
        data-key="edit"
        onClick={() => editor.open(row)}
      />
    )}
    {reach.mayDelete(row.country) && (
      <IconButton label={texts.remove(name)} icon={<Trash2 aria-hidden="true" />} onClick={() => onDelete(row)} />
    )}
  </span>
);
