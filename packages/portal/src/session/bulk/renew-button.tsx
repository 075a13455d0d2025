import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { renewSheet as texts } from '#portal/texts/renew-sheet.ts';
import { Button, type ButtonVariant } from '#portal/ui/buttons/button.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import type { SelectedAll } from '#portal/ui/selection/use-selection.ts';
import type { RenewableRow } from './renew-sheet.tsx';

const RenewSheet = createLazyPart(async () => (await import('./renew-sheet.tsx')).RenewSheet);

type RenewLicensesProps = {
  rows: readonly RenewableRow[];
  all?: SelectedAll | null;
  /** Whether the button says how many licences it renews. A button in a row names its licence only for screen readers. */
  isForSeveral?: boolean;
  variant?: ButtonVariant;
  onDone: () => void;
};

/** The button with which staff renew licences. It renews nothing itself: the sheet says what will happen. Without rows, there is no button. */
export function RenewButton({
  rows,
  all = null,
  isForSeveral = false,
  variant = 'secondary',
  onDone,
}: RenewLicensesProps) {
  // A renewal changes the rows of the page, but the sheet keeps the rows with which it was opened.
  const [opened, setOpened] = useState<Pick<RenewLicensesProps, 'rows' | 'all'> | null>(null);
  return (
    <>
      {(all ?? rows.length > 0) && (
        <Button
          variant={variant}
          icon={<CalendarSync aria-hidden="true" />}
          data-key="renew"
          onClick={() => setOpened({ rows, all })}
        >
          <span>{isForSeveral ? texts.actionFor(all?.count ?? rows.length) : texts.action}</span>
          {!isForSeveral && <VisuallyHidden>{` ${nameRows(rows)}`}</VisuallyHidden>}
        </Button>
      )}
      {opened && (
        <OptionalPart>
          <RenewSheet {...opened} onDone={onDone} onClose={() => setOpened(null)} />
        </OptionalPart>
      )}
    </>
  );
}

const nameRows = (rows: readonly RenewableRow[]): string =>
  rows.map(({ machineName, ownerName }) => texts.row(machineName, ownerName)).join(', ');
