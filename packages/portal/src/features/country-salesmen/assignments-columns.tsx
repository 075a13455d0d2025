import type { Assignment } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { Pencil, Trash2 } from 'lucide-react';
import { formatNumber } from '#portal/messages/formats.ts';
import { countrySalesmen as texts } from '#portal/texts/country-salesmen.ts';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { IconButton } from '#portal/ui/buttons/button.tsx';
import { CellActions } from '#portal/ui/tables/cells.tsx';
import styles from './country-salesman.module.css';
import type { FindLoad, Options } from './country-salesmen.queries.ts';
import { formatPerson, type NameFormatter } from './name-formatter.ts';
import { BrandField, CountryField, RowButtons, SalesmanField } from './row-fields.tsx';
import type { EditScope } from './use-edit-scope.ts';
import { createOpenerId, type RowEditor } from './use-row-editor.ts';

type ColumnOptions = {
  editor: RowEditor;
  options: Options;
  names: NameFormatter;
  scope: EditScope;
  /** Finds how many users and open requests a pair of country and brand has; undefined until they are counted. */
  findLoad: FindLoad;
  onDelete: (assignment: Assignment) => void;
};

/** The columns that say how much depends on an assignment. */
const createLoadColumns = (findLoad: (row: Assignment) => ReturnType<FindLoad>): readonly Column<Assignment>[] => [
  { id: 'users', header: texts.users, align: 'end', cell: (row) => formatCount(findLoad(row)?.users) },
  {
    id: 'requests',
    header: texts.openRequests,
    align: 'end',
    isOnlyInTable: true,
    cell: (row) => formatCount(findLoad(row)?.requests),
  },
];

/** Formats a number of a pair. It is empty if there is nothing, because zeros would hide the other numbers. */
const formatCount = (count: number | undefined): string => (count ? formatNumber(count) : '');

/**
 * Creates the columns of the list of assignments. The id of a sortable column is the name of the sort field in the
 * request. The row that is edited shows fields in its cells.
 */
export function createAssignmentsColumns({
  editor,
  options,
  names,
  scope,
  findLoad,
  onDelete,
}: ColumnOptions): readonly Column<Assignment>[] {
  const isEdited = (row: Assignment): boolean => row.id === editor.row?.id;
  return [
    {
      id: 'country',
      header: texts.country,
      sortable: true,
      isCardTitle: true,
      cell: (row) =>
        isEdited(row) ? (
          <CountryField editor={editor} options={options} scope={scope} />
        ) : (
          <span className={styles.country}>{names.country(row.country)}</span>
        ),
    },
    {
      id: 'continent',
      header: texts.continent,
      sortable: true,
      isOnlyInTable: true,
      cell: (row) =>
        isEdited(row) ? options.countries.find(({ code }) => code === editor.country)?.continent : row.continent,
    },
    {
      id: 'brand',
      header: texts.brand,
      sortable: true,
      needsNoHeading: true,
      cell: (row) => (isEdited(row) ? <BrandField editor={editor} options={options} /> : names.brand(row.brand)),
    },
    {
      id: 'salesman',
      header: texts.salesman,
      sortable: true,
      needsNoHeading: true,
      cell: (row) => (isEdited(row) ? <SalesmanField editor={editor} options={options} /> : formatPerson(row.salesman)),
    },
    ...createLoadColumns((row) => (isEdited(row) ? undefined : findLoad(row))),
    {
      id: 'actions',
      header: '',
      align: 'end',
      cell: (row) =>
        isEdited(row) ? (
          <RowButtons editor={editor} />
        ) : (
          <RowActions row={row} name={names.assignment(row)} {...{ editor, scope, onDelete }} />
        ),
    },
  ];
}

type ActionsProps = Pick<ColumnOptions, 'editor' | 'scope' | 'onDelete'> & { row: Assignment; name: string };

const RowActions = ({ row, name, editor, scope, onDelete }: ActionsProps) => (
  <CellActions>
    {scope.mayEdit(row.country) && (
      <IconButton
        id={createOpenerId(row.id)}
        label={texts.edit(name)}
        icon={<Pencil aria-hidden="true" />}
        data-key="edit"
        onClick={() => editor.open(row)}
      />
    )}
    {scope.mayDelete(row.country) && (
      <IconButton label={texts.remove(name)} icon={<Trash2 aria-hidden="true" />} onClick={() => onDelete(row)} />
    )}
  </CellActions>
);
