import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BellRing, Package } from 'lucide-react';
import { useState } from 'react';
import type { RenewalWeeks, renewals } from '@basics/contract/licenses/renewals.ts';
import { NothingHere } from '#portal/ui/feedback/empty-state.tsx';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { countDaysUntil, formatDayFromNow, formatShortDate, formatShortDay } from '#portal/messages/times.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { Allowed } from '#portal/session/session-context.tsx';
import { OpenedRenewSheet, OpenRenewSheet } from '#portal/session/bulk/renew-button.tsx';
import type { RenewableRow } from '#portal/session/bulk/renew-sheet.tsx';
import { bulk } from '#portal/texts/bulk.ts';
import { renewals as texts } from '#portal/texts/renewals.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { Card, VisuallyHidden, Stack } from '#portal/ui/layout/layout.tsx';
import { findTimeTone } from '#portal/ui/content/time-signs.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { TimeRow, TimeRows } from '#portal/ui/lists/time-row.tsx';
import { invalidateLicenses } from '../license-admin.queries.ts';
import { remindOwners, sampleReminders } from '#portal/session/bulk/bulk.queries.ts';
import { useUndo } from '#portal/session/editing/undo.queries.ts';
import { invalidateRenewals, createPackQuery, sendPack } from './renewals.queries.ts';
import type { BulkResult } from '@basics/contract/calls/bulk.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { listDoneIds, MassEffects } from '#portal/session/bulk/mass-effects.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { ui } from '#portal/texts/ui.ts';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { MoreMenu } from '#portal/ui/overlays/more-menu.tsx';

type Customer = RenewalWeeks['customers'][number];
type RenewalCustomersProps = { renewals: RenewalWeeks; chosenWeek: string | undefined; isFirstPage: boolean };

/**
 * The customers whose licences expire in the listed days, each with a button that renews and a menu. The primary button renews for all.
 */
export function RenewalCustomers({
  renewals: { customers, next, week },
  chosenWeek,
  isFirstPage,
}: RenewalCustomersProps) {
  // A renewal or a reminder changes what the list offers, but the dialog or the sheet stays open to show the result.
  const [packCustomer, setPackCustomer] = useState<Customer | null>(null);
  const [renewedRows, setRenewedRows] = useState<readonly RenewableRow[] | null>(null);
  const [remindedCustomers, setRemindedCustomers] = useState<readonly Customer[] | null>(null);
  const page = chosenWeek === undefined ? {} : { from: chosenWeek };
  const client = useQueryClient();
  return (
    <Card
      title={describeDays(week, chosenWeek !== undefined)}
      actions={
        <ListActions
          customers={customers}
          isWeek={chosenWeek !== undefined}
          onRenew={setRenewedRows}
          onRemind={setRemindedCustomers}
        />
      }
    >
      {customers.length === 0 && <NothingHere text={texts.customers.nothing} />}
      <CustomerRows
        customers={customers}
        lastDay={week.to}
        onRenew={(customer) => setRenewedRows(listRenewable(customer))}
        onPack={setPackCustomer}
      />
      {!isFirstPage && (
        <LinkButton to="." search={page}>
          {texts.customers.firstPage}
        </LinkButton>
      )}
      {next !== undefined && (
        <LinkButton to="." search={{ ...page, after: next }}>
          {texts.customers.nextPage}
        </LinkButton>
      )}
      {packCustomer && (
        <RenewalPackDialog
          userId={packCustomer.userId}
          name={packCustomer.name}
          onClose={() => setPackCustomer(null)}
        />
      )}
      {remindedCustomers && (
        <RemindDialog customers={remindedCustomers} lastDay={week.to} onClose={() => setRemindedCustomers(null)} />
      )}
      {renewedRows && (
        <OpenedRenewSheet
          rows={renewedRows}
          onDone={() => void invalidateLicenses(client)}
          onClose={() => setRenewedRows(null)}
        />
      )}
    </Card>
  );
}

const describeDays = ({ from, to }: RenewalWeeks['week'], isWeek: boolean): string =>
  isWeek ? texts.customers.title(formatShortDay(from), formatShortDay(to)) : texts.customers.nextTitle;

type ListActionsProps = {
  customers: readonly Customer[];
  /** Whether the list covers a chosen week. */
  isWeek: boolean;
  onRenew: (rows: readonly RenewableRow[]) => void;
  onRemind: (customers: readonly Customer[]) => void;
};

/** The way back from a week, and what can be done for all listed customers at once. */
function ListActions({ customers, isWeek, onRenew, onRemind }: ListActionsProps) {
  const newCustomers = customers.filter(({ canReceiveMail, remindedAt }) => canReceiveMail && remindedAt === null);
  return (
    <>
      {isWeek && (
        <LinkButton to="." search={{}} variant="quiet">
          {texts.customers.nextDays}
        </LinkButton>
      )}
      {newCustomers.length > 0 && customers.length > 1 && (
        <Allowed any={['users.edit']}>
          <Button icon={<BellRing aria-hidden="true" />} onClick={() => onRemind(newCustomers)}>
            {texts.remind.all(newCustomers.length)}
          </Button>
        </Allowed>
      )}
      {customers.length > 1 && (
        <Allowed any={['users.edit']}>
          <OpenRenewSheet
            rows={customers.flatMap(listRenewable)}
            isForSeveral
            variant="primary"
            onOpen={({ rows }) => onRenew(rows)}
          />
        </Allowed>
      )}
    </>
  );
}

const listRenewable = ({ userId, name, company, licenses }: Customer): RenewableRow[] =>
  licenses.map(({ licenseId, machineName, expiryDate }) => ({
    id: licenseId,
    machineName: machineName || texts.unnamed,
    ownerId: userId,
    ownerName: name,
    company,
    expiryDate,
  }));

type CustomerRowsProps = {
  customers: readonly Customer[];
  lastDay: string;
  onRenew: (customer: Customer) => void;
  onPack: (customer: Customer) => void;
};

function CustomerRows({ customers, lastDay, onRenew, onPack }: CustomerRowsProps) {
  const reminder = describeCommonReminder(customers);
  return (
    <>
      {reminder !== null && <p>{reminder}</p>}
      <TimeRows>
        {customers.map((customer) => (
          <CustomerRow
            key={customer.userId}
            customer={customer}
            lastDay={lastDay}
            showsReminder={reminder === null}
            onOpenRenewal={() => onRenew(customer)}
            onOpenPack={() => onPack(customer)}
          />
        ))}
      </TimeRows>
    </>
  );
}

/** Says that the reminder of a customer waits, or when the last one was sent; null if there is none. */
const describeReminder = ({ remindedAt, isReminderWaiting }: Customer): string | null =>
  isReminderWaiting ? texts.customers.waiting : remindedAt && texts.customers.reminded(formatShortDay(remindedAt));

/** Says in one sentence what is the same about the reminders of several customers; null if they differ. */
function describeCommonReminder(customers: readonly Customer[]): string | null {
  const [first] = customers;
  if (!first || customers.length === 1 || new Set(customers.map(describeReminder)).size > 1) return null;
  if (first.isReminderWaiting) return texts.customers.allWaiting(customers.length);
  return first.remindedAt && texts.customers.allReminded(customers.length, formatShortDay(first.remindedAt));
}

type CustomerRowProps = {
  customer: Customer;
  lastDay: string;
  showsReminder: boolean;
  onOpenRenewal: () => void;
  onOpenPack: () => void;
};

function CustomerRow({ customer, lastDay, showsReminder, onOpenRenewal, onOpenPack }: CustomerRowProps) {
  const { userId, name, company, canReceiveMail, licenses } = customer;
  const reminder = describeReminder(customer);
  const [now] = useState(Date.now);
  const pcNames = licenses.map(({ machineName }) => machineName || texts.unnamed).join(', ');
  const firstDay = licenses[0]?.expiryDate ?? lastDay;
  const daysLeft = countDaysUntil(firstDay, now);
  return (
    <TimeRow
      tone={findTimeTone(daysLeft)}
      title={<Link to={`/users/${userId}`}>{name}</Link>}
      second={[
        ...(company === '' ? [] : [company]),
        texts.customers.pcs(licenses.length, pcNames),
        ...(reminder === null || !showsReminder ? [] : [reminder]),
        ...(canReceiveMail ? [] : [texts.customers.noMail]),
      ].join(' · ')}
      time={texts.customers.ends(formatDayFromNow(firstDay, now), licenses.length > 1)}
      day={formatShortDate(firstDay)}
      action={
        <Allowed any={['users.edit']}>
          <OpenRenewSheet rows={listRenewable(customer)} onOpen={onOpenRenewal} />
        </Allowed>
      }
      menu={
        <Allowed any={['users.edit']}>
          <MoreMenu label={texts.customers.more(name)}>
            {canReceiveMail && <RemindButton customer={customer} lastDay={lastDay} />}
            <Button variant="quiet" icon={<Package aria-hidden="true" />} onClick={onOpenPack}>
              {texts.pack.action} <VisuallyHidden>{name}</VisuallyHidden>
            </Button>
          </MoreMenu>
        </Allowed>
      }
    />
  );
}

type RemindDialogProps = { customers: readonly Customer[]; lastDay: string; onClose: () => void };

/** The dialog that says at once which customers would get a reminder, and then shows the result for each customer. */
function RemindDialog({ customers, lastDay, onClose }: RemindDialogProps) {
  const client = useQueryClient();
  const { announceLetters } = useUndo();
  return (
    <OptionalPart>
      <BulkDialog
        title={texts.remind.all(customers.length)}
        rows={customers.map(({ userId, name, company }) => ({ id: userId, name, company }))}
        touches={texts.remind.touches}
        undoText={customers.length > 1 ? bulk.undo.mass : bulk.undo.one}
        action={bulk.run.remind}
        choice={`remind ${lastDay}`}
        readSample={sampleReminders(lastDay)}
        isComplete
        isPreviewedAtOnce
        run={async ({ ids }, isPreview) => {
          const { results, undoIds, act } = await remindOwners(ids, lastDay, isPreview);
          announceLetters(bulk.undoable.licenses(listDoneIds(results).length), undoIds, customers.length);
          return { results, act };
        }}
        onDone={() => void invalidateRenewals(client)}
        onClose={onClose}
      />
    </OptionalPart>
  );
}

const BulkDialog = createLazyPart(async () => (await import('#portal/session/bulk/bulk-dialog.tsx')).BulkDialog);

function RemindButton({ customer: { userId, name }, lastDay }: { customer: Customer; lastDay: string }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { announce } = useUndo();
  const { isPending, mutate } = useMutation({
    mutationFn: () => remindOwners([userId], lastDay),
    onSuccess: ({ results: [result], undoIds: [undoId] }) => {
      if (result?.outcome === 'done')
        announce(texts.remind.done(name), undoId === undefined ? {} : { undo: { id: undoId } });
      else toasts.problem(texts.remind.refused(name, result?.message ?? ''));
      return invalidateRenewals(client);
    },
    meta: failureAsToast,
  });
  return (
    <Button variant="quiet" icon={<BellRing aria-hidden="true" />} busy={isPending} onClick={() => mutate()}>
      {texts.remind.action} <VisuallyHidden>{name}</VisuallyHidden>
    </Button>
  );
}

type RenewalPackDialogProps = { userId: number; name: string; onClose: () => void };

/** The dialog that shows what a renewal pack contains, and sends the pack. */
function RenewalPackDialog({ userId, name, onClose }: RenewalPackDialogProps) {
  const client = useQueryClient();
  const packPreview = useQuery(createPackQuery(userId));
  const sendMutation = useMutation({
    mutationFn: () => sendPack(userId),
    onSuccess: () => invalidateLicenses(client),
  });
  const pack = sendMutation.data ?? packPreview.data;
  const touches = packPreview.data?.touches;
  const problem = sendMutation.error ?? packPreview.error;
  return (
    <Dialog
      title={texts.pack.title(name)}
      isWide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.close}</Button>
          {!sendMutation.isSuccess && (
            <Button
              variant="primary"
              busy={sendMutation.isPending}
              disabled={!pack}
              onClick={() => sendMutation.mutate()}
            >
              {texts.pack.submit(pack?.licenses.length ?? 0)}
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {problem instanceof ApiProblem && <ProblemNotice problem={problem} title={texts.pack.failed} />}
        <p>
          <span>{texts.pack.text}</span> {pack && <span>{texts.pack.recipient(pack.recipient)}</span>}{' '}
          {touches && <span>{bulk.touches(touches.people, touches.companies)}</span>}
        </p>
        {!pack && !problem && <ItemsLoading loadingText={texts.loading} />}
        {sendMutation.isSuccess && <output>{texts.pack.done}</output>}
        {pack && (
          <MassEffects
            rows={pack.licenses.map(({ licenseId, machineName, owner, login }) => ({
              id: licenseId,
              name: texts.pack.row(machineName || texts.unnamed, owner, login),
            }))}
            results={pack.licenses.map(toResult)}
            isFinished={sendMutation.isSuccess}
          />
        )}
      </Stack>
    </Dialog>
  );
}

type PackedLicense = Reply<typeof renewals.sendPack>['licenses'][number];

const toResult = ({ licenseId, isRenewed, message }: PackedLicense): BulkResult => ({
  id: licenseId,
  outcome: 'done',
  effect: isRenewed ? 'renewed' : 'sent',
  ...(message !== undefined && { message }),
});
