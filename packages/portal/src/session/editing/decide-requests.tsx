import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { Select } from '#portal/ui/forms/select.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import type { BulkRow } from './bulk-dialog.tsx';
import { decideRequests } from './bulk.queries.ts';
import type { RequestDecision } from './bulk.queries.ts';

type DecideRequestsProps = { rows: readonly BulkRow[]; onDone: () => void };

/** A button that opens a dialog to make one decision about the selected requests. */
export function DecideRequests(props: DecideRequestsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ListChecks aria-hidden="true" />} onClick={() => setOpen(true)}>
        {texts.open.requests}
      </Button>
      {isOpen && <DecideDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function DecideDialog({ rows, onDone, onClose }: DecideRequestsProps & { onClose: () => void }) {
  const [choice, setWhat] = useState('approve');
  const [reason, setReason] = useState('');
  const decision: RequestDecision = choice === 'approve' ? { decision: 'approve' } : { decision: 'reject', reason };
  return (
    <BulkDialog
      title={texts.title.requests(rows.length)}
      rows={rows}
      choice={JSON.stringify(decision)}
      isComplete={choice === 'approve' || reason.trim() !== ''}
      run={(ids, preview) => decideRequests(ids, decision, preview)}
      onDone={onDone}
      onClose={onClose}
    >
      <Select
        label={texts.what}
        options={Object.entries(texts.decisions).map(([value, label]) => ({ value, label }))}
        value={choice}
        onChange={({ target }) => setWhat(target.value)}
        data-autofocus
      />
      {choice === 'reject' && (
        <TextField
          label={texts.reason}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </BulkDialog>
  );
}
