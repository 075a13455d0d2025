import { ColumnChoice } from '#portal/ui/tables/column-choice.tsx';
import { allColumns, defaultColumns, parseColumns } from './users-columns.tsx';

/** The columns that can be chosen. The first column of the list, with the name, is always visible. */
const choosableColumns = allColumns.slice(1);

type UsersColumnChoiceProps = { columns: string | undefined; onChange: (columns: string | undefined) => void };

/** The choice of the visible columns. `columns` has the format of the search parameter in the address. */
export function UsersColumnChoice({ columns, onChange }: UsersColumnChoiceProps) {
  const visibleIds = listIds(parseColumns(columns));
  return (
    <ColumnChoice
      columns={choosableColumns}
      isShown={(id) => visibleIds.includes(id)}
      onChange={(changedId, isShown) =>
        onChange(
          formatColumns(listIds(allColumns).filter((id) => (id === changedId ? isShown : visibleIds.includes(id)))),
        )
      }
    />
  );
}

const listIds = (columns: readonly { id: string }[]): string[] => columns.map(({ id }) => id);

/** Formats the ids of the visible columns for the address. Returns undefined for the default columns. */
const formatColumns = (ids: readonly string[]): string | undefined =>
  ids.join() === listIds(defaultColumns).join() ? undefined : ids.join();
