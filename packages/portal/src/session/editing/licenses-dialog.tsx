import { useState } from 'react';
import { licenseChange } from '@basics/contract/bulk.ts';
import type { LicenseChange } from '@basics/contract/bulk.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkRow } from './bulk-dialog.tsx';
import { changeLicenses } from './bulk.queries.ts';

type LicensesDialogProps = {
  rows: readonly BulkRow[];
  /** The change that the dialog previews when it opens. */
  startsWith?: LicenseChange | undefined;
  onDone: () => void;
  onClose: () => void;
};

/** Renews licences, sends them by e-mail, or reminds their owners. */
export function LicensesDialog({ rows, startsWith, onDone, onClose }: LicensesDialogProps) {
  const [change, setChange] = useState<LicenseChange>(startsWith ?? 'renewAndSend');
  return (
    <BulkDialog
      title={texts.title.licenses(rows.length)}
      rows={rows}
      choice={change}
      isComplete
      isPreviewedAtOnce={startsWith !== undefined}
      run={(ids, isPreview) => changeLicenses(ids, change, isPreview)}
      onDone={onDone}
      onClose={onClose}
    >
      <Select
        label={texts.what}
        options={licenseChange.options.map((value) => ({ value, label: texts.licenseChanges[value] }))}
        value={change}
        onChange={({ target }) => setChange(licenseChange.parse(target.value))}
        {...(startsWith === undefined && { 'data-autofocus': true })}
      />
    </BulkDialog>
  );
}
