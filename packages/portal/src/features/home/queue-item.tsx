import { Link } from '@tanstack/react-router';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Inbox } from '@basics/contract/home/inbox.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { formatDay, formatMoment } from '#portal/messages/times.ts';
import { inbox as texts } from '#portal/texts/inbox.ts';
import { RenewButton } from '#portal/session/bulk/renew-button.tsx';
import { changeNote } from '#portal/session/notes/notes.queries.ts';
import { useUndo } from '#portal/session/editing/undo.queries.ts';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { Fact, Facts } from '#portal/ui/content/facts.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { InlinePanel } from '#portal/ui/overlays/side-panel.tsx';
import { dismissMail, invalidateInbox, inviteAgain, repeatMail } from './staff-inbox.queries.ts';
import type { WorkItem } from './work-items.ts';

type FailedMail = Inbox['failedMails']['items'][number];
type FollowUp = Inbox['followUps']['items'][number];
type EndingLicense = Inbox['ending']['items'][number];
type Leave = (what: string) => void;

/** An item of the queue that is neither a request nor a help request: its facts, and the button that completes it. */
export const QueueItem = (props: ItemProps) => (
  <InlinePanel title={props.item.title} onClose={() => {}} footer={<ItemActions {...props} />}>
    {props.item.kind === 'gaps' ? <GapFacts gaps={props.item.row} /> : <ItemFacts item={props.item} />}
  </InlinePanel>
);

/** The gaps in coverage: who waits in each, and the link to assign a salesman. */
const GapFacts = ({ gaps }: { gaps: Extract<WorkItem, { kind: 'gaps' }>['row'] }) => (
  <Facts>
    {gaps.map(({ country, brand, place, people }) => (
      <Fact key={place} name={place}>
        <span>{texts.gaps.people(people)}</span> ·{' '}
        <Link to="/country-salesman" search={{ add: { country, brand } }}>
          {texts.gaps.action} <VisuallyHidden>{place}</VisuallyHidden>
        </Link>
      </Fact>
    ))}
  </Facts>
);

const ItemFacts = ({ item }: { item: FactItem }) => (
  <Facts>
    {listFacts(item).map(([name, value]) => (
      <Fact key={name} name={name}>
        {value}
      </Fact>
    ))}
  </Facts>
);

type FactItem = Exclude<WorkItem, { kind: 'gaps' }>;

type ItemProps = { item: WorkItem; onLeave: Leave };
type FactRow = readonly [name: string, value: string];

function listFacts({ kind, row }: FactItem): readonly FactRow[] {
  const labels = texts.facts;
  if (kind === 'failedMails') {
    const since: FactRow[] = row.openedSince ? [[labels.since, texts.failedMails.openedSince]] : [];
    return [[labels.subject, row.subject], [labels.sentAt, formatMoment(row.at)], ...since];
  }
  const facts: FactRow[] = [[labels.company, row.company]];
  if (kind === 'followUps') return [[labels.note, row.text], [labels.day, formatDay(row.day)], ...facts];
  if (kind !== 'requests') facts.push([labels.machine, row.machineName || texts.unnamed]);
  if (kind === 'lostPcs') facts.push([labels.codeSent, formatMoment(row.seenAt)]);
  if (kind === 'ending') facts.push([labels.expires, formatDay(row.expiryDate)]);
  return facts;
}

function ItemActions({ item, onLeave }: ItemProps) {
  if (item.kind === 'ending') return <RenewActions license={item.row} onLeave={onLeave} />;
  if (item.kind === 'failedMails') return <MailActions failedMail={item.row} onLeave={onLeave} />;
  if (item.kind === 'followUps') return <FollowUpActions followUp={item.row} onLeave={onLeave} />;
  if (item.kind !== 'gaps') return <OpenCustomer {...item.row} isPrimary />;
  return (
    <LinkButton variant="primary" to="/country-salesman" search={{ view: 'coverage' }}>
      {texts.gaps.open}
    </LinkButton>
  );
}

type PersonOrCompany = { userId: number } | { userId: null; companyId: number };
type OpenCustomerProps = PersonOrCompany & { name: string; isPrimary?: boolean };

const OpenCustomer = ({ name, isPrimary, ...about }: OpenCustomerProps) => (
  <LinkButton
    to={about.userId === null ? `/companies/${about.companyId}` : `/users/${about.userId}`}
    variant={isPrimary ? 'primary' : 'secondary'}
  >
    <span>{about.userId === null ? texts.openCompany : texts.openCustomer}</span>{' '}
    <VisuallyHidden>{name}</VisuallyHidden>
  </LinkButton>
);

function RenewActions({ license, onLeave }: { license: EndingLicense; onLeave: Leave }) {
  const client = useQueryClient();
  const { licenseId, machineName, userId, name, company, expiryDate, canRenew } = license;
  const pc = machineName || texts.unnamed;
  const renewable = { id: licenseId, machineName: pc, ownerId: userId, ownerName: name, company, expiryDate };
  return (
    <>
      <OpenCustomer {...license} isPrimary={!canRenew} />
      {canRenew && (
        <RenewButton
          rows={[renewable]}
          variant="primary"
          onDone={(renewedCount) => {
            // A refused renewal changes nothing, and its sheet stays open with the reason.
            if (renewedCount === 0) return;
            onLeave(texts.ending.renewed(pc, name));
            void invalidateInbox(client);
          }}
        />
      )}
    </>
  );
}

/** Sends a failed e-mail or a new invitation again, or removes the e-mail from the queue. */
function MailActions({ failedMail, onLeave }: { failedMail: FailedMail; onLeave: Leave }) {
  const { userId, name, subject, canSend } = failedMail;
  const itemName = `${subject} ${name}`;
  return (
    <>
      <ActionButton
        label={texts.failedMails.dismiss}
        itemName={itemName}
        dataKey="done"
        done={texts.failedMails.dismissed(name)}
        runAction={() => dismissMail(failedMail)}
        onLeave={onLeave}
      />
      {canSend === undefined && <OpenCustomer {...failedMail} isPrimary />}
      {canSend === 'sameMail' && (
        <ActionButton
          label={texts.failedMails.send}
          itemName={itemName}
          done={texts.failedMails.done(name)}
          runAction={() => repeatMail(failedMail)}
          onLeave={onLeave}
          isPrimary
        />
      )}
      {canSend === 'invitation' && (
        <ActionButton
          label={texts.neverActivated.action}
          itemName={name}
          done={texts.neverActivated.done(name)}
          runAction={() => inviteAgain(userId)}
          onLeave={onLeave}
          isPrimary
        />
      )}
    </>
  );
}

const FollowUpActions = ({ followUp, onLeave }: { followUp: FollowUp; onLeave: Leave }) => (
  <>
    <OpenCustomer {...followUp} />
    <ActionButton
      label={texts.followUps.action}
      itemName={`${followUp.text} ${followUp.name}`}
      dataKey="done"
      done={texts.followUps.done(followUp.name)}
      runAction={() => closeFollowUp(followUp)}
      onLeave={onLeave}
      isPrimary
    />
  </>
);

async function closeFollowUp({ noteId, ...about }: FollowUp): Promise<undefined> {
  const subject = about.userId === null ? { companyId: about.companyId } : { userId: about.userId };
  await changeNote(subject, noteId, { isDone: true });
}

type UndoOffer = Parameters<ReturnType<typeof useUndo>['announce']>[1];
type ActionButtonProps = {
  label: string;
  itemName: string;
  /** The key of the keyboard that presses the button, by its name in `row-keys.ts`. */
  dataKey?: string;
  /** What was done, for the message and for the list of what is done. */
  done: string;
  runAction: () => Promise<UndoOffer | undefined>;
  onLeave: Leave;
  isPrimary?: boolean;
};

/** A button that runs an action without leaving the queue, and then reloads the queue. */
function ActionButton({ label, itemName, dataKey, done, runAction, onLeave, isPrimary = false }: ActionButtonProps) {
  const client = useQueryClient();
  const { announce } = useUndo();
  const { isPending, mutate } = useMutation({
    mutationFn: runAction,
    onSuccess: (reply) => {
      announce(done, reply ?? {});
      onLeave(done);
    },
    meta: failureAsToast,
    onSettled: () => invalidateInbox(client),
  });
  return (
    <Button
      variant={isPrimary ? 'primary' : 'secondary'}
      busy={isPending}
      {...(dataKey !== undefined && { 'data-key': dataKey })}
      onClick={() => mutate()}
    >
      <span>{label}</span> <VisuallyHidden>{itemName}</VisuallyHidden>
    </Button>
  );
}
