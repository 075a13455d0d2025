import { useState } from 'react';
import * as z from 'zod/mini';
import type { LicenseChange } from '@basics/contract/calls/bulk.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { useUndo } from '../editing/undo.queries.ts';
import { listDoneIds, type BulkRow } from './mass-effects.tsx';
import { changeLicenses, sampleLicenses } from './bulk.queries.ts';

/** The changes of this dialog. Staff renew licences in a dialog of their own. */
const changes = z.enum(['send', 'remind'] satisfies LicenseChange[]);
type Change = z.infer<typeof changes>;

type LicensesDialogProps = {
  rows: readonly BulkRow[];
  onDone: () => void;
  onClose: () => void;
};

/** Sends licences by e-mail, or reminds their owners. */
export function LicensesDialog({ rows, onDone, onClose }: LicensesDialogProps) {
  const { announceLetters } = useUndo();
  const [change, setChange] = useState<Change>('send');
  return (
    <BulkDialog
      title={texts.title.licenses(rows.length)}
      rows={rows}
      choice={change}
      isComplete
      summary={texts.licenseChanges[change]}
      undoText={rows.length > 1 ? texts.undo.mass : texts.undo.one}
      readSample={sampleLicenses(change)}
      action={texts.run[change]}
      run={async (ids, isPreview) => {
        const { results, undoIds, act } = await changeLicenses(ids, change, isPreview);
        announceLetters(texts.undoable.licenses(listDoneIds(results).length), undoIds, rows.length);
        return { results, act };
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
