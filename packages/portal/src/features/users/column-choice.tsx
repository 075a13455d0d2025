import { Columns3 } from 'lucide-react';
import { users as texts } from '#portal/texts/users.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Checkbox } from '#portal/ui/forms/checkbox.tsx';
import { IconButton } from '#portal/ui/layout/icon-button.tsx';
import { Popover } from '#portal/ui/overlays/popover.tsx';
import { choosableColumns, parseColumns, formatColumns } from './users-columns.tsx';
import styles from './users-page.module.css';

type ColumnChoiceProps = { columns: string | undefined; onChange: (columns: string | undefined) => void };

/** A button that opens the choice of visible columns. `columns` has the format of the search parameter in the address. */
export function ColumnChoice({ columns, onChange }: ColumnChoiceProps) {
  const visibleColumns = parseColumns(columns);
  return (
    <Popover
      label={texts.columns.choose}
      renderTrigger={(triggerProps) => (
        <span className={styles.columns}>
          <IconButton label={texts.columns.choose} icon={<Columns3 aria-hidden="true" />} {...triggerProps} />
        </span>
      )}
    >
      {(closeProps) => (
        <div className={styles.choice}>
          {choosableColumns.map((column) => (
            <Checkbox
              key={column.id}
              label={column.header}
              checked={visibleColumns.includes(column)}
              onChange={({ currentTarget: { checked } }) => onChange(formatColumns(visibleColumns, column, checked))}
            />
          ))}
          <Button {...closeProps}>{texts.columns.done}</Button>
        </div>
      )}
    </Popover>
  );
}
