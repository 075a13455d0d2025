import { ColumnChoice } from '#portal/ui/lists/column-choice.tsx';
import { choosableColumns, parseColumns, formatColumns } from './users-columns.tsx';

type UsersColumnChoiceProps = { columns: string | undefined; onChange: (columns: string | undefined) => void };

/** The choice of the visible columns. `columns` has the format of the search parameter in the address. */
export function UsersColumnChoice({ columns, onChange }: UsersColumnChoiceProps) {
  const visibleColumns = parseColumns(columns);
  return (
    <ColumnChoice
      columns={choosableColumns}
      isShown={(columnId) => visibleColumns.some(({ id }) => id === columnId)}
      onChange={(columnId, isShown) => onChange(formatColumns(visibleColumns, columnId, isShown))}
    />
  );
}
