import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import type { CompanySeats } from '@basics/contract/companies/companies.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatTool } from '#portal/messages/names.ts';
import { formatShortDate } from '#portal/messages/times.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Allowed } from '#portal/session/session-context.tsx';
import { companies } from '#portal/texts/companies.ts';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import { Card, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { DialogButton, FormDialog } from '#portal/ui/overlays/dialog.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { companyOptionsQuery, createSeatsQuery, invalidateCompanies, setSeats } from './companies.queries.ts';
import { SeatBar } from './seat-bar.tsx';
import styles from './company.module.css';

const texts = companies.seats;

/** The seats of a company by tool and brand. Staff change them, with a reason. */
export function SeatsCard({ companyId }: { companyId: number }) {
  const query = useQuery(createSeatsQuery(companyId));
  return (
    <Card
      title={texts.title}
      actions={
        <Allowed any={['users.edit']}>
          <DialogButton variant="quiet" icon={<Plus aria-hidden="true" />} label={texts.add}>
            {(closeDialog) => <SeatsDialog companyId={companyId} onClose={closeDialog} />}
          </DialogButton>
        </Allowed>
      }
    >
      <QueryContent query={query} failedTitle={texts.failed} loading={<ItemsLoading loadingText={texts.loading} />}>
        {(items) => <SeatsList seats={items} companyId={companyId} />}
      </QueryContent>
    </Card>
  );
}

/** The seats as a list. Without `companyId`, nobody can change them. */
export function SeatsList({ seats, companyId }: { seats: readonly CompanySeats[]; companyId?: number }) {
  if (seats.length === 0) return <p>{texts.none}</p>;
  return (
    <ul className={styles.seats}>
      {seats.map((row) => (
        <li key={row.seatsId}>
          <p className={styles.tool}>{formatTool(row.toolName, row.brandName)}</p>
          {row.seatsAllowed === null ? (
            <p>{texts.usedByPolicy(row.seatsUsed)}</p>
          ) : (
            <>
              <p>{texts.used(row.seatsUsed, row.seatsAllowed)}</p>
              <SeatBar used={row.seatsUsed} allowed={row.seatsAllowed} />
            </>
          )}
          <p className={styles.second}>{describeSeats(row)}</p>
          {companyId !== undefined && (
            <Allowed any={['users.edit']}>
              <div>
                <DialogButton
                  icon={<Pencil aria-hidden="true" />}
                  label={
                    <>
                      <span>{texts.edit}</span>{' '}
                      <VisuallyHidden>{formatTool(row.toolName, row.brandName)}</VisuallyHidden>
                    </>
                  }
                >
                  {(closeDialog) => <SeatsDialog companyId={companyId} seats={row} onClose={closeDialog} />}
                </DialogButton>
              </div>
            </Allowed>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Says how many seats are free, which is free next, how many PC changes are left, and when the seats are valid. */
function describeSeats(seats: CompanySeats): string {
  const { seatsUsed, seatsAllowed, movesUsed, movesAllowed, nextFree, validFrom, validTo, state } = seats;
  const freeSeats = seatsAllowed === null ? 0 : seatsAllowed - seatsUsed;
  return [
    ...(freeSeats > 0 ? [texts.free(freeSeats)] : []),
    ...(seatsAllowed !== null && freeSeats <= 0 && nextFree
      ? [texts.next(nextFree.machineName, nextFree.owner, formatShortDate(nextFree.day))]
      : []),
    ...(movesAllowed === null || movesUsed === 0 ? [] : [texts.changesLeft(movesAllowed - movesUsed, movesAllowed)]),
    ...(state === 'later' && validFrom !== null ? [texts.later(formatShortDate(validFrom))] : []),
    ...(validTo === null ? [] : [(state === 'ended' ? texts.ended : texts.until)(formatShortDate(validTo))]),
  ].join(' ');
}

type SeatsDialogProps = {
  companyId: number;
  /** The seats that are changed; without a value, the company gets seats for another tool or brand. */
  seats?: CompanySeats | undefined;
  onClose: () => void;
};

/** The dialog that changes the number of seats of a company, or adds seats. A reason is required; fewer than are in use are refused. */
export function SeatsDialog({ companyId, seats, onClose }: SeatsDialogProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { data: options } = useQuery({ ...companyOptionsQuery, enabled: seats === undefined });
  const { values, change, forget } = useValuesDraft(seats ? `seats ${seats.seatsId}` : 'new seats', {
    tool: seats?.tool ?? '',
    brand: seats?.brand ?? '',
    pcs: String(seats?.pcs ?? ''),
    reason: '',
  });
  const close = (): void => {
    forget();
    onClose();
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => setSeats(companyId, { ...values, ...pickTerms(seats), pcs: Number(values.pcs) }),
    onSuccess: ({ pcs }) => {
      toasts.done(texts.changed(pcs ?? 0));
      close();
      return invalidateCompanies(client);
    },
  });
  const problem = error instanceof ApiProblem ? error : null;
  const createFieldProps = (name: keyof typeof values) => ({
    value: values[name],
    error: problem?.fields?.[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });
  return (
    <FormDialog
      title={seats ? texts.edit : texts.add}
      submitLabel={companies.save}
      busy={isPending}
      disabled={Object.values(values).some((value) => value.trim() === '')}
      onSubmit={() => !isPending && mutate()}
      onClose={close}
    >
      {problem && <ProblemNotice problem={problem} title={companies.notSaved} />}
      {seats ? (
        <p>{formatTool(seats.toolName, seats.brandName)}</p>
      ) : (
        (['tool', 'brand'] as const).map((name) => (
          <Select
            key={name}
            label={texts[name]}
            options={toOptions(options?.[`${name}s`])}
            placeholder={companies.none}
            {...createFieldProps(name)}
          />
        ))
      )}
      <TextField label={texts.bought} type="number" min={0} {...createFieldProps('pcs')} />
      <TextField label={texts.reason} maxLength={500} {...createFieldProps('reason')} />
    </FormDialog>
  );
}

/** Returns what a change of the number leaves as it is. */
const pickTerms = (seats: CompanySeats | undefined) => ({
  configTools: seats?.configTools ?? [],
  validFrom: seats?.validFrom ?? null,
  validTo: seats?.validTo ?? null,
  source: seats?.source ?? null,
  ...(seats && { version: seats.version }),
});

const toOptions = (options: readonly { id: string; name: string }[] = []) =>
  options.map(({ id, name }) => ({ value: id, label: name }));
