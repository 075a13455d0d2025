import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { renewSheet as texts } from '#portal/texts/renew-sheet.ts';
import { Button, type ButtonVariant } from '#portal/ui/buttons/button.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import type { RenewableRow } from './renew-sheet.tsx';

const RenewSheet = createLazyPart(async () => (await import('./renew-sheet.tsx')).RenewSheet);

type RenewLicensesProps = {
  rows: readonly RenewableRow[];
  /** Whether the button says how many licences it renews. A button in a row names its licence only for screen readers. */
  isForSeveral?: boolean;
  variant?: ButtonVariant;
  onDone: () => void;
};

/** The button with which staff renew licences. It renews nothing itself: the sheet says what will happen. Without rows, there is no button. */
export function RenewLicenses({ rows, isForSeveral = false, variant = 'secondary', onDone }: RenewLicensesProps) {
  // A renewal changes the rows of the page, but the sheet keeps the rows with which it was opened.
  const [openedRows, setOpenedRows] = useState<readonly RenewableRow[] | null>(null);
  return (
    <>
      {rows.length > 0 && (
        <Button
          variant={variant}
          icon={<CalendarSync aria-hidden="true" />}
          data-key="renew"
          onClick={() => setOpenedRows(rows)}
        >
          <span>{isForSeveral ? texts.actionFor(rows.length) : texts.action}</span>
          {!isForSeveral && <VisuallyHidden>{` ${nameRows(rows)}`}</VisuallyHidden>}
        </Button>
      )}
      {openedRows && (
        <OptionalPart>
          <RenewSheet rows={openedRows} onDone={onDone} onClose={() => setOpenedRows(null)} />
        </OptionalPart>
      )}
    </>
  );
}

const nameRows = (rows: readonly RenewableRow[]): string =>
  rows.map(({ machineName, ownerName }) => texts.row(machineName, ownerName)).join(', ');
