import { useState } from 'react';
import { Mail } from 'lucide-react';
import { Button } from '#portal/ui/buttons/button.tsx';
import { LicensesDialog } from './licenses-dialog.tsx';
import type { BulkRow } from './mass-effects.tsx';

type ChangeLicensesProps = {
  /** The text of the button that opens the dialog. */
  label: string;
  rows: readonly BulkRow[];
  onDone: () => void;
};

/** A button that opens the dialog to send licences, or to remind their owners. If `rows` is empty, there is no button. */
export function ChangeLicenses({ label, rows, onDone }: ChangeLicensesProps) {
  // A change can change the rows of the page, but the dialog keeps the rows with which it was opened.
  const [openedRows, setOpenedRows] = useState<readonly BulkRow[] | null>(null);
  return (
    <>
      {rows.length > 0 && (
        <Button icon={<Mail aria-hidden="true" />} onClick={() => setOpenedRows(rows)}>
          {label}
        </Button>
      )}
      {openedRows && <LicensesDialog rows={openedRows} onDone={onDone} onClose={() => setOpenedRows(null)} />}
    </>
  );
}
