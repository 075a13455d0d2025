import { Pencil } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { lists as texts } from '#portal/texts/lists.ts';
import { IconButton } from '#portal/ui/buttons/button.tsx';
import { joinClasses } from '#portal/ui/layout/layout.tsx';
import styles from './inline-edit.module.css';

/** What gets the focus after a field is closed: the row, the next or the previous field of the row, or what the user has chosen already. */
export type EditStep = 'row' | 'next' | 'previous' | 'none';

type InlineEditProps = {
  /** The value as the list shows it. */
  children: ReactNode;
  /** The accessible name of the field. */
  label: string;
  renderEditor: (onClose: (step: EditStep) => void) => ReactNode;
};

/**
 * A cell whose value can be changed in the list. The pencil opens the field; F2 in the row opens the first one. A double click would open
 * the row instead, because a row is a link.
 */
export function InlineEdit({ children, label, renderEditor }: InlineEditProps) {
  const [isOpen, setOpen] = useState(false);
  const [cell, setCell] = useState<HTMLElement | null>(null);
  const listCells = () => [...(cell?.closest('tr')?.querySelectorAll(`.${styles.cell}`) ?? [])];

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F2' || listCells()[0] !== cell) return;
    event.preventDefault();
    setOpen(true);
  });
  useEffect(() => {
    const row = cell?.closest('tr');
    const listen = (event: KeyboardEvent): void => handleKey(event);
    row?.addEventListener('keydown', listen);
    return () => row?.removeEventListener('keydown', listen);
  }, [cell]);

  function close(step: EditStep): void {
    const cells = listCells();
    const at = cells.findIndex((element) => element === cell);
    const neighbour = step === 'next' ? cells[at + 1] : step === 'previous' ? cells[at - 1] : undefined;
    const pencil = neighbour?.querySelector('button');
    setOpen(false);
    if (pencil) pencil.click();
    else if (step !== 'none') cell?.closest('tr')?.querySelector('a')?.focus();
  }

  return (
    <div ref={setCell} className={joinClasses(styles.cell, isOpen && styles.edited)}>
      <span className={styles.value}>{children}</span>
      <span className={styles.pencil}>
        <IconButton
          label={texts.edit(label)}
          icon={<Pencil aria-hidden="true" />}
          tabIndex={-1}
          onClick={() => setOpen(true)}
        />
      </span>
      {isOpen && <div className={styles.field}>{renderEditor(close)}</div>}
    </div>
  );
}
