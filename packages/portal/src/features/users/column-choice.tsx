import { Columns3 } from 'lucide-react';
import { users as texts } from '#portal/texts/users.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { Checkbox } from '#portal/ui/forms/checkbox.tsx';
import { Popover } from '#portal/ui/overlays/popover.tsx';
import { columnIds, columnWords } from './users-columns.tsx';
import type { ColumnId } from './users-columns.tsx';
import styles from './users-page.module.css';

type ColumnChoiceProps = { shown: readonly ColumnId[]; onChange: (shown: readonly ColumnId[]) => void };

/** Which columns are in sight; the user himself always is. */
export const ColumnChoice = ({ shown, onChange }: ColumnChoiceProps) => (
  <Popover
    label={texts.columns.choose}
    renderTrigger={(opens) => (
      <Button icon={<Columns3 aria-hidden="true" />} {...opens}>
        {texts.columns.choose}
      </Button>
    )}
  >
    {(closes) => (
      <div className={styles.choice}>
        {columnIds
          .filter((id) => id !== 'lastName')
          .map((id) => (
            <Checkbox
              key={id}
              label={columnWords[id]}
              checked={shown.includes(id)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(columnIds.filter((each) => (each === id ? checked : shown.includes(each))))
              }
            />
          ))}
        <Button {...closes}>{texts.columns.done}</Button>
      </div>
    )}
  </Popover>
);
