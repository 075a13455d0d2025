import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { countrySalesmen } from '#portal/texts/country-salesmen.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { Select } from '#portal/ui/forms/select.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { createHandOverQuery, handOver } from './country-salesmen.queries.ts';
import type { Options, Salesman } from './country-salesmen.queries.ts';

const texts = countrySalesmen.handOver;

/** A button with a dialog that transfers all assignments and users of one salesman to another, after a preview. */
export function HandOver({ salesmen }: { salesmen: Options['salesmen'] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<ArrowRightLeft aria-hidden="true" />} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen && <HandOverDialog salesmen={salesmen} onClose={() => setOpen(false)} />}
    </>
  );
}

function HandOverDialog({ salesmen, onClose }: { salesmen: Options['salesmen']; onClose: () => void }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const territory = { from: Number(from), to: Number(to) };
  const areBothChosen = from !== '' && to !== '';
  const preview = useQuery({ ...createHandOverQuery(territory), enabled: areBothChosen });
  const findName = (id: string): string => formatName(salesmen.find(({ userId }) => String(userId) === id));
  const mutation = useMutation({
    mutationFn: () => handOver(territory),
    onSuccess: async () => {
      toasts.done(texts.done(findName(from), findName(to)));
      onClose();
      // Every list can change, because the scope of both salesmen has changed. The preview is not loaded again.
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'handOver' });
    },
  });
  const problem = mutation.error ?? preview.error;
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button
            variant="primary"
            icon={<ArrowRightLeft aria-hidden="true" />}
            busy={mutation.isPending || preview.data === undefined}
            onClick={() => mutation.mutate()}
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <Stack>
        {problem instanceof ApiProblem && <ProblemNotice problem={problem} title={texts.failed} />}
        <Select
          label={texts.from}
          options={listChoices(salesmen, to)}
          placeholder={texts.choose}
          value={from}
          onChange={({ target }) => setFrom(target.value)}
          data-autofocus
        />
        <Select
          label={texts.to}
          options={listChoices(salesmen, from)}
          placeholder={texts.choose}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <output>{preview.data ? texts.moves(preview.data) : texts.lead}</output>
      </Stack>
    </Dialog>
  );
}

const formatName = (salesman: Salesman | undefined): string =>
  salesman ? `${salesman.firstName} ${salesman.lastName}` : '';

const listChoices = (salesmen: Options['salesmen'], excludedId: string) =>
  salesmen
    .filter(({ userId }) => String(userId) !== excludedId)
    .map((salesman) => ({ value: String(salesman.userId), label: formatName(salesman) }));
