import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { CompanySeats } from '@basics/contract/companies/companies.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatShortDate } from '#portal/messages/times.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { OrdersLine } from '#portal/session/orders/orders-line.tsx';
import { Allowed } from '#portal/session/session-context.tsx';
import { companies } from '#portal/texts/companies.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { Form } from '#portal/ui/forms/form.tsx';
import { Card, Stack, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { DialogButton, FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import {
  areSeatsTaken,
  companyOptionsQuery,
  createSeatsQuery,
  invalidateCompanies,
  setSeats,
} from './companies.queries.ts';
import { Pips } from './pips.tsx';
import styles from './company.module.css';

const texts = companies.seats;
/** The seats of a company by tool and brand. Staff change the PCs bought, with a reason. */
export function SeatsCard({ companyId }: { companyId: number }) {
  const query = useQuery(createSeatsQuery(companyId));
  return (
    <Card
      title={texts.title}
      actions={
        <Allowed any={['users.edit']}>
          <DialogButton variant="quiet" icon={<Plus aria-hidden="true" />} label={texts.add}>
            {(closeDialog) => <AddSeats companyId={companyId} onClose={closeDialog} />}
          </DialogButton>
        </Allowed>
      }
    >
      <QueryContent query={query} failedTitle={texts.failed} loading={<ItemsLoading loadingText={texts.loading} />}>
        {(items) => <SeatsList seats={items} companyId={companyId} />}
      </QueryContent>
      <Allowed any={['users.view']}>
        <OrdersLine companyId={companyId} />
      </Allowed>
    </Card>
  );
}

/** The seats as a list. Without `companyId`, nobody can change them. */
export function SeatsList({ seats, companyId }: { seats: readonly CompanySeats[]; companyId?: number }) {
  if (seats.length === 0) return <p>{texts.none}</p>;
  // The facts of the company above have the numbers of its only tool.
  const isShownAbove = companyId !== undefined && seats.length === 1 && seats[0]?.state === 'valid';
  const mainRow = areSeatsTaken(seats) ? seats.find(({ state }) => state === 'valid') : undefined;
  return (
    <ul className={styles.seats}>
      {seats.map((row) => (
        <li key={row.seatsId}>
          <p className={styles.tool}>{`${row.toolName} (${row.brandName})`}</p>
          {row.seatsAllowed === null && <p>{texts.usedByPolicy(row.seatsUsed)}</p>}
          {row.seatsAllowed !== null && !isShownAbove && (
            <>
              <p>{texts.used(row.seatsUsed, row.seatsAllowed)}</p>
              <Pips used={row.seatsUsed} allowed={row.seatsAllowed} />
            </>
          )}
          <p className={styles.second}>{describeSeats(row, isShownAbove)}</p>
          {companyId !== undefined && (
            <Allowed any={['users.edit']}>
              <PcsBought companyId={companyId} seats={row} isMain={row === mainRow} />
            </Allowed>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Says how many seats are free, how many PC changes are left, and when the seats are valid. The facts and the first PC above already say
 * which seat is free next.
 */
function describeSeats(seats: CompanySeats, isShownAbove: boolean): string {
  const { seatsUsed, seatsAllowed, movesUsed, movesAllowed, nextFree, validFrom, validTo, state } = seats;
  const freeSeats = seatsAllowed === null ? 0 : seatsAllowed - seatsUsed;
  return [
    ...(freeSeats > 0 ? [texts.free(freeSeats)] : []),
    ...(seatsAllowed !== null && freeSeats <= 0 && nextFree && !isShownAbove
      ? [texts.next(nextFree.machineName, nextFree.owner, formatShortDate(nextFree.day))]
      : []),
    ...(movesAllowed === null || movesUsed === 0 ? [] : [texts.changesLeft(movesAllowed - movesUsed, movesAllowed)]),
    ...(state === 'later' && validFrom !== null ? [texts.later(formatShortDate(validFrom))] : []),
    ...(validTo === null ? [] : [(state === 'ended' ? texts.ended : texts.until)(formatShortDate(validTo))]),
  ].join(' ');
}

/** Changes the PCs bought in their place. A reason is required; fewer than are in use are refused. */
function PcsBought({ companyId, seats, isMain }: { companyId: number; seats: CompanySeats; isMain: boolean }) {
  const [isEditing, setEditing] = useState(false);
  const initialValues = { pcs: String(seats.pcs ?? ''), reason: '' };
  const { values, change, forget } = useValuesDraft(`seats ${seats.seatsId}`, initialValues);
  const { pcs, reason } = values;
  const { mutate, isPending, problem } = useSeatsChange(companyId, () => {
    setEditing(false);
    change({ reason: '' });
    forget();
  });
  const cancel = (): void => {
    setEditing(false);
    change(initialValues);
  };
  const name = `${seats.toolName} (${seats.brandName})`;
  if (!isEditing)
    return (
      <div>
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          icon={<Pencil aria-hidden="true" />}
          onClick={() => setEditing(true)}
        >
          <span>{texts.edit}</span> <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
      </div>
    );
  const { tool, brand, configTools, validFrom, validTo, source = null, version } = seats;
  const body = { tool, brand, configTools, validFrom, validTo, source, version };
  return (
    <Form onSubmit={() => mutate({ ...body, pcs: Number(pcs), reason })}>
      <Stack>
        {problem && <ProblemNotice problem={problem} title={companies.notSaved} />}
        <TextField
          label={texts.bought}
          type="number"
          min={0}
          value={pcs}
          error={problem?.fields?.['pcs']}
          onChange={({ currentTarget }) => change({ pcs: currentTarget.value })}
        />
        <TextField
          label={texts.reason}
          value={reason}
          error={problem?.fields?.['reason']}
          maxLength={500}
          onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
        />
        <div>
          <Button type="submit" busy={isPending} disabled={pcs === '' || reason.trim() === ''}>
            {companies.save}
          </Button>{' '}
          <Button variant="quiet" onClick={cancel}>
            {companies.cancel}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}

function useSeatsChange(companyId: number, onDone: () => void) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Parameters<typeof setSeats>[1]) => setSeats(companyId, body),
    onSuccess: ({ pcs }) => {
      toasts.done(texts.changed(pcs ?? 0));
      onDone();
      return invalidateCompanies(client);
    },
  });
  return { mutate, isPending, problem: error instanceof ApiProblem ? error : null };
}

/** The dialog that gives a company seats for another tool or brand. */
function AddSeats({ companyId, onClose }: { companyId: number; onClose: () => void }) {
  const { data: options } = useQuery(companyOptionsQuery);
  const { values, change, forget } = useValuesDraft('new seats', { tool: '', brand: '', pcs: '', reason: '' });
  const close = (): void => {
    forget();
    onClose();
  };
  const { mutate, isPending, problem } = useSeatsChange(companyId, close);
  const { tool, brand, pcs, reason } = values;
  const createFieldProps = (name: keyof typeof values) => ({
    value: values[name],
    error: problem?.fields?.[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });
  const isComplete = Object.values(values).every((value) => value.trim() !== '');
  return (
    <FormDialog
      title={texts.add}
      submitLabel={companies.save}
      busy={isPending}
      disabled={!isComplete}
      onSubmit={() =>
        mutate({ tool, brand, pcs: Number(pcs), reason, configTools: [], validFrom: null, validTo: null, source: null })
      }
      onClose={close}
    >
      {problem && <ProblemNotice problem={problem} title={companies.notSaved} />}
      <Select
        label={texts.tool}
        options={toOptions(options?.tools)}
        placeholder={companies.none}
        {...createFieldProps('tool')}
      />
      <Select
        label={texts.brand}
        options={toOptions(options?.brands)}
        placeholder={companies.none}
        {...createFieldProps('brand')}
      />
      <TextField label={texts.bought} type="number" min={0} {...createFieldProps('pcs')} />
      <TextField label={texts.reason} maxLength={500} {...createFieldProps('reason')} />
    </FormDialog>
  );
}

const toOptions = (options: readonly { id: string; name: string }[] = []) =>
  options.map(({ id, name }) => ({ value: id, label: name }));
