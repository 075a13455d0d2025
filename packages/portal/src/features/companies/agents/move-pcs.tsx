import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import type { CompanySeats } from '@basics/contract/companies/companies.ts';
import { formatTool } from '#portal/messages/names.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { agents } from '#portal/texts/agents.ts';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { DialogButton, FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { createSeatsQuery, invalidateCompanies } from '../companies.queries.ts';
import { movePcs } from './agents.queries.ts';

const texts = agents.move;

type MovePcsProps = { agentId: number; customerId: number };

const countFree = ({ pcs, seatsUsed }: CompanySeats): number => Math.max(0, (pcs ?? 0) - seatsUsed);

/** The button with which an agent moves PCs of its stock to a customer. Without a free PC, the text says so. */
export function MovePcs(props: MovePcsProps) {
  const seats = useQuery(createSeatsQuery(props.agentId)).data;
  if (seats === undefined) return null;
  const stock = seats.filter((row) => row.state === 'valid' && countFree(row) > 0);
  if (stock.length === 0) return <p>{texts.none}</p>;
  return (
    <div>
      <DialogButton icon={<ArrowRightLeft aria-hidden="true" />} label={texts.action}>
        {(closeDialog) => <MoveDialog {...props} stock={stock} onClose={closeDialog} />}
      </DialogButton>
    </div>
  );
}

type MoveDialogProps = MovePcsProps & { stock: readonly CompanySeats[]; onClose: () => void };

function MoveDialog({ agentId, customerId, stock, onClose }: MoveDialogProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [seatsId, setSeatsId] = useState(stock[0]?.seatsId ?? 0);
  const [count, setCount] = useState('');
  const chosen = stock.find((row) => row.seatsId === seatsId);
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ tool, brand, version }: CompanySeats) =>
      movePcs(agentId, { customerId, tool, brand, version, pcs: Number(count) }),
    onSuccess: ({ stock: left }) => {
      toasts.done(texts.done(Number(count), countFree(left)));
      onClose();
    },
    // The newest stock is loaded also after a refusal, which may say that a colleague has moved PCs.
    onSettled: () => invalidateCompanies(client),
  });
  const problem = error instanceof ApiProblem ? error : null;
  return (
    <FormDialog
      title={texts.action}
      submitLabel={texts.submit}
      busy={isPending}
      disabled={count === '' || chosen === undefined}
      onSubmit={() => chosen && !isPending && mutate(chosen)}
      onClose={onClose}
    >
      {problem && <ProblemNotice problem={problem} title={agents.notChanged} />}
      {stock.length > 1 && (
        <Select
          label={texts.tool}
          options={stock.map((row) => ({ value: String(row.seatsId), label: formatTool(row.toolName, row.brandName) }))}
          value={String(seatsId)}
          onChange={({ currentTarget }) => setSeatsId(Number(currentTarget.value))}
        />
      )}
      <TextField
        label={texts.count}
        type="number"
        min={1}
        value={count}
        hint={chosen && texts.free(countFree(chosen), formatTool(chosen.toolName, chosen.brandName))}
        error={problem?.fields?.['pcs']}
        onChange={({ currentTarget }) => setCount(currentTarget.value)}
      />
      <p>{texts.cannotBeUndone}</p>
    </FormDialog>
  );
}
