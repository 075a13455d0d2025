import { Columns3 } from 'lucide-react';
import { lists as texts } from '#portal/texts/lists.ts';
import { Button, IconButton } from '#portal/ui/buttons/button.tsx';
import { Checkbox } from '#portal/ui/fields/choice-group.tsx';
import { Popover } from '#portal/ui/popovers/popover.tsx';
import styles from './data-table.module.css';

type ColumnChoiceProps = {
  /** The accessible name of the button and of its popover, needed on a page with several lists. */
  label?: string;
  /** The columns that can be shown and hidden. */
  columns: readonly { id: string; header: string }[];
  isShown: (columnId: string) => boolean;
  onChange: (columnId: string, isShown: boolean) => void;
};

/**
 * A button that opens the choice of the visible columns of a list. A narrow window shows cards instead of columns, so the button is hidden
 * there.
 */
export const ColumnChoice = ({ label = texts.columns, columns, isShown, onChange }: ColumnChoiceProps) => (
  <Popover
    label={label}
    renderTrigger={(triggerProps) => (
      <span className={styles.columns}>
        <IconButton label={label} icon={<Columns3 aria-hidden="true" />} {...triggerProps} />
      </span>
    )}
  >
    {(closeProps) => (
      <div className={styles.choice}>
        {columns.map(({ id, header }) => (
          <Checkbox
            key={id}
            label={header}
            checked={isShown(id)}
            onChange={({ currentTarget: { checked } }) => onChange(id, checked)}
          />
        ))}
        <Button {...closeProps}>{texts.done}</Button>
      </div>
    )}
  </Popover>
);
