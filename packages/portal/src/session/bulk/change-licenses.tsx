import { useState } from 'react';
import { Mail } from 'lucide-react';
import { Button } from '#portal/ui/buttons/button.tsx';
import { LicensesDialog } from './licenses-dialog.tsx';
import type { SelectedAll } from '#portal/ui/selection/use-selection.ts';
import type { BulkRow } from './mass-effects.tsx';

type ChangeLicensesProps = {
  /** The text of the button that opens the dialog. */
  label: string;
  rows: readonly BulkRow[];
  all?: SelectedAll | null;
  onDone: () => void;
};

/** A button that opens the dialog to send licences, or to remind their owners. Without licences, there is no button. */
export function ChangeLicenses({ label, rows, all = null, onDone }: ChangeLicensesProps) {
  // A change can change the rows of the page, but the dialog keeps the rows with which it was opened.
  const [opened, setOpened] = useState<Pick<ChangeLicensesProps, 'rows' | 'all'> | null>(null);
  return (
    <>
      {(all ?? rows.length > 0) && (
        <Button icon={<Mail aria-hidden="true" />} onClick={() => setOpened({ rows, all })}>
          {label}
        </Button>
      )}
      {opened && <LicensesDialog {...opened} onDone={onDone} onClose={() => setOpened(null)} />}
    </>
  );
}
