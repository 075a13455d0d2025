import { Mail } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { LicenseChange } from '@basics/contract/calls/bulk.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { useUndo } from '../editing/undo.queries.ts';
import { listDoneIds } from './mass-effects.tsx';
import type { BulkRow } from './preview-all.ts';
import type { SelectedAll } from '#portal/ui/selection/use-selection.ts';
import { changeLicenses, sampleLicenses } from './bulk.queries.ts';

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

/** The changes of this dialog. Staff renew licences in a dialog of their own. */
const changes = z.enum(['send', 'remind'] satisfies LicenseChange[]);
type Change = z.infer<typeof changes>;

type LicensesDialogProps = {
  rows: readonly BulkRow[];
  all?: SelectedAll | null;
  onDone: () => void;
  onClose: () => void;
};

/** Sends licences by e-mail, or reminds their owners. */
function LicensesDialog({ rows, all, onDone, onClose }: LicensesDialogProps) {
  const { announceLetters } = useUndo();
  const [change, setChange] = useState<Change>('send');
  return (
    <BulkDialog
      title={texts.title.licenses(all?.count ?? rows.length)}
      rows={rows}
      all={all}
      choice={change}
      isComplete
      summary={texts.licenseChanges[change]}
      undoText={rows.length !== 1 ? texts.undo.mass : texts.undo.one}
      readSample={sampleLicenses(change)}
      action={texts.run[change]}
      run={async (target, isPreview) => {
        const reply = await changeLicenses(target, change, isPreview);
        announceLetters(texts.undoable.licenses(listDoneIds(reply.results).length), reply.undoIds, rows.length);
        return reply;
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <Select
        label={texts.what}
        options={changes.options.map((value) => ({ value, label: texts.licenseChanges[value] }))}
        value={change}
        onChange={({ target }) => setChange(changes.parse(target.value))}
        data-autofocus
      />
    </BulkDialog>
  );
}
