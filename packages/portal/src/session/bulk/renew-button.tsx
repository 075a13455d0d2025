import { CalendarSync } from 'lucide-react';
import { useState } from 'react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { renewSheet as texts } from '#portal/texts/renew-sheet.ts';
import { Button, type ButtonVariant } from '#portal/ui/buttons/button.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import type { SelectedAll } from '#portal/ui/selection/use-selection.ts';
import type { RenewableRow } from './renew-sheet.tsx';

const RenewSheet = createLazyPart(async () => (await import('./renew-sheet.tsx')).RenewSheet);

type OpenedRows = { rows: readonly RenewableRow[]; all?: SelectedAll | null };
type RenewLicensesProps = OpenedRows & {
  /** Whether the button says how many licences it renews. A button in a row names its licence only for screen readers. */
  isForSeveral?: boolean;
  variant?: ButtonVariant;
  /** Called with the number of licences that were renewed. */
  onDone: (renewedCount: number) => void;
};

/** The button with which staff renew licences. It renews nothing itself: the sheet says what will happen. Without rows, there is no button. */
export function RenewButton({ onDone, ...button }: RenewLicensesProps) {
  // A renewal changes the rows of the page, but the sheet keeps the rows with which it was opened.
  const [opened, setOpened] = useState<OpenedRows | null>(null);
  return (
    <>
      <OpenRenewSheet {...button} onOpen={setOpened} />
      {opened && <OpenedRenewSheet {...opened} onDone={onDone} onClose={() => setOpened(null)} />}
    </>
  );
}

type OpenRenewSheetProps = Omit<RenewLicensesProps, 'onDone'> & { onOpen: (opened: OpenedRows) => void };

/** The button alone, for a row that a renewal can remove from the page: the sheet then belongs to the page. */
export const OpenRenewSheet = ({
  rows,
  all = null,
  isForSeveral = false,
  variant = 'secondary',
  onOpen,
}: OpenRenewSheetProps) =>
  (all ?? rows.length > 0) && (
    <Button
      variant={variant}
      icon={<CalendarSync aria-hidden="true" />}
      data-key="renew"
      onClick={() => onOpen({ rows, all })}
    >
      <span>{isForSeveral ? texts.actionFor(all?.count ?? rows.length) : texts.action}</span>
      {!isForSeveral && <VisuallyHidden>{` ${nameRows(rows)}`}</VisuallyHidden>}
    </Button>
  );

type OpenedRenewSheetProps = OpenedRows & Pick<RenewLicensesProps, 'onDone'> & { onClose: () => void };

export const OpenedRenewSheet = (props: OpenedRenewSheetProps) => (
  <OptionalPart>
    <RenewSheet {...props} />
  </OptionalPart>
);

const nameRows = (rows: readonly RenewableRow[]): string =>
  rows.map(({ machineName, ownerName }) => texts.row(machineName, ownerName)).join(', ');
