import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Inbox as InboxIcon, LifeBuoy, MailPlus, MailX, MapPinned, MonitorX, UserRoundPlus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { Inbox } from '@basics/contract/home/inbox.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { formatAgo, formatDayFromNow, formatShortDay } from '#portal/messages/times.ts';
import { formatCountry } from '#portal/messages/names.ts';
import { inbox as texts } from '#portal/texts/inbox.ts';
import { EmptyState } from '#portal/ui/feedback/empty-state.tsx';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { RenewLicenses } from '#portal/session/bulk/renew-licenses.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { AnnouncedText, VisuallyHidden, type Elements } from '#portal/ui/layout/layout.tsx';
import { InboxSection, ActionButton } from './inbox-section.tsx';
import { dismissMail, inboxQuery, inviteAgain, invalidateInbox, repeatMail } from './staff-inbox.queries.ts';
import styles from './staff-inbox.module.css';

/**
 * The inbox of staff: open work by kind, the most urgent kind first, each item with its action. The sections below the
 * inbox (`children`) are rendered when the inbox is loaded, so that they do not move. The inbox and these sections are
 * rendered in short tasks that do not delay input.
 */
export function StaffInbox({ children }: { children: Elements }) {
  const inboxResult = useQuery(inboxQuery);
  // When the user returns to the page, the inbox is in the cache. The cached inbox is rendered at once, so that the
  // page has its full height when the scroll position is restored.
  const [wasFetched] = useState(inboxResult.isFetched);
  const isFetched = useDeferredValue(inboxResult.isFetched, wasFetched);
  if (!isFetched) return <StaffInboxPlaceholder />;
  return (
    <>
      <LoadedInbox result={inboxResult} />
      {children}
    </>
  );
}

function LoadedInbox({ result: { data, error, refetch } }: { result: UseQueryResult<Inbox> }) {
  if (data) return <InboxSections inbox={data} />;
  if (error) return <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />;
  return <StaffInboxPlaceholder />;
}

export const StaffInboxPlaceholder = () => (
  <div className={styles.inbox}>
    <AnnouncedText>{texts.loading}</AnnouncedText>
    <Skeleton height="14rem" />
    <Skeleton height="14rem" />
  </div>
);

function InboxSections({ inbox }: { inbox: Inbox }) {
  const [now] = useState(Date.now);
  if (Object.values(inbox).every(({ total }) => total === 0)) {
    return (
      <EmptyState title={texts.nothing.title}>
        <p>{texts.nothing.text}</p>
      </EmptyState>
    );
  }
  return (
    <div className={styles.inbox}>
      <LostPcs waitingItems={inbox.lostPcs} now={now} />
      <HelpRequests waitingItems={inbox.questions} now={now} />
      <Requests waitingItems={inbox.requests} now={now} />
      <FailedMails waitingItems={inbox.failedMails} />
      <ExpiringLicenses waitingItems={inbox.ending} now={now} />
      <NeverActivated waitingItems={inbox.neverActivated} />
      <CoverageGaps waitingItems={inbox.gaps} />
    </div>
  );
}

type SectionProps<Kind extends keyof Inbox> = { waitingItems: Inbox[Kind] };
type NowProp = { /** Milliseconds. */ now: number };

const LostPcs = ({ waitingItems, now }: SectionProps<'lostPcs'> & NowProp) => (
  <InboxSection
    title={texts.lostPcs.title}
    waitingItems={waitingItems}
    icon={MonitorX}
    keyOf={({ machineId }) => machineId}
    describe={({ userId, name, company, machineName, seenAt, deputyFor }) => ({
      deputyFor,
      title: name,
      userId,
      facts: [company, machineName || texts.unnamed, texts.lostPcs.seen(formatSince(seenAt, now))],
    })}
    renderAction={({ userId, name }) => (
      <LinkButton to={`/users/${userId}`} variant="primary">
        {texts.lostPcs.action} <VisuallyHidden>{name}</VisuallyHidden>
      </LinkButton>
    )}
  />
);

const HelpRequests = ({ waitingItems, now }: SectionProps<'questions'> & NowProp) => (
  <InboxSection
    title={texts.questions.title}
    waitingItems={waitingItems}
    icon={LifeBuoy}
    allItemsLink={{ to: '/help-requests' }}
    keyOf={({ helpRequestId }) => helpRequestId}
    describe={({ userId, name, company, machineName, askedAt, deputyFor }) => ({
      deputyFor,
      title: name,
      userId,
      facts: [company, machineName || texts.unnamed, formatSince(askedAt, now)],
    })}
    renderAction={({ helpRequestId, name }) => (
      <LinkButton to="/help-requests" search={{ request: helpRequestId }} variant="primary">
        {texts.questions.action} <VisuallyHidden>{name}</VisuallyHidden>
      </LinkButton>
    )}
  />
);

const Requests = ({ waitingItems, now }: SectionProps<'requests'> & NowProp) => (
  <InboxSection
    title={texts.requests.title}
    waitingItems={waitingItems}
    icon={InboxIcon}
    allItemsLink={{ to: '/requests' }}
    keyOf={({ userId }) => userId}
    describe={({ name, company, requestDate, deputyFor }) => ({
      deputyFor,
      title: name,
      facts: [company, formatSince(requestDate, now)],
    })}
    renderAction={({ userId, name }) => (
      <LinkButton to="/requests" search={{ request: userId }}>
        {texts.requests.action} <VisuallyHidden>{name}</VisuallyHidden>
      </LinkButton>
    )}
  />
);

const FailedMails = ({ waitingItems }: SectionProps<'failedMails'>) => (
  <InboxSection
    title={texts.failedMails.title}
    waitingItems={waitingItems}
    icon={MailX}
    keyOf={({ mailId }) => mailId}
    describe={({ userId, name, subject, at, openedSince, deputyFor }) => ({
      deputyFor,
      title: name,
      userId,
      facts: [subject, formatShortDay(at), openedSince ? texts.failedMails.openedSince : ''],
    })}
    renderAction={(failedMail) => (
      <>
        <SendFailedMail failedMail={failedMail} />
        <ActionButton
          label={texts.failedMails.dismiss}
          itemName={`${failedMail.subject} ${failedMail.name}`}
          successMessage={texts.failedMails.dismissed(failedMail.name)}
          runAction={() => dismissMail(failedMail)}
        />
      </>
    )}
  />
);

/**
 * Sends a failed e-mail or a new invitation. If neither e-mail nor invitation can be sent, for example because the
 * address is wrong, the button opens the page of the customer.
 */
function SendFailedMail({ failedMail }: { failedMail: Inbox['failedMails']['items'][number] }) {
  const { userId, name, subject, canSend } = failedMail;
  if (canSend === 'invitation') return <InviteAgain userId={userId} name={name} />;
  if (canSend === 'sameMail') {
    return (
      <ActionButton
        label={texts.failedMails.send}
        itemName={`${subject} ${name}`}
        successMessage={texts.failedMails.done(name)}
        runAction={() => repeatMail(failedMail)}
      />
    );
  }
  return (
    <LinkButton to={`/users/${userId}`}>
      {texts.failedMails.action} <VisuallyHidden>{name}</VisuallyHidden>
    </LinkButton>
  );
}

const InviteAgain = ({ userId, name }: { userId: number; name: string }) => (
  <ActionButton
    label={texts.neverActivated.action}
    itemName={name}
    successMessage={texts.neverActivated.done(name)}
    runAction={() => inviteAgain(userId)}
    findUndo={(reply) => reply}
  />
);

function ExpiringLicenses({ waitingItems, now }: SectionProps<'ending'> & NowProp) {
  const client = useQueryClient();
  const onRenewed = (): void => void invalidateInbox(client);
  return (
    <InboxSection
      title={texts.ending.title}
      waitingItems={waitingItems}
      icon={MailPlus}
      allItemsLink={{ to: '/licenses', search: { status: 'Active', sort: { field: 'expiryDate', direction: 'asc' } } }}
      keyOf={({ licenseId }) => licenseId}
      describe={({ userId, name, company, machineName, expiryDate, deputyFor }) => ({
        deputyFor,
        title: name,
        userId,
        facts: [company, machineName || texts.unnamed, texts.ending.ends(formatDayFromNow(expiryDate, now))],
      })}
      renderAction={(license) =>
        license.canRenew ? (
          <RenewLicenses
            rows={[
              {
                id: license.licenseId,
                machineName: license.machineName || texts.unnamed,
                ownerId: license.userId,
                ownerName: license.name,
                company: license.company,
                expiryDate: license.expiryDate,
              },
            ]}
            onDone={onRenewed}
          />
        ) : (
          <LinkButton to={`/users/${license.userId}`}>
            {texts.failedMails.action} <VisuallyHidden>{license.name}</VisuallyHidden>
          </LinkButton>
        )
      }
    />
  );
}

const NeverActivated = ({ waitingItems }: SectionProps<'neverActivated'>) => (
  <InboxSection
    title={texts.neverActivated.title}
    waitingItems={waitingItems}
    icon={UserRoundPlus}
    allItemsLink={{ to: '/users', search: { status: 'approved' } }}
    keyOf={({ userId }) => userId}
    describe={({ userId, name, company, createdAt, deputyFor }) => ({
      deputyFor,
      title: name,
      userId,
      facts: [company, formatShortDay(createdAt)],
    })}
    renderAction={({ userId, name }) => <InviteAgain userId={userId} name={name} />}
  />
);

function CoverageGaps({ waitingItems }: SectionProps<'gaps'>) {
  const { setup } = useSetup();
  const findBrandName = (brand: string): string => setup.brands.find(({ id }) => id === brand)?.name ?? brand;
  return (
    <InboxSection
      title={texts.gaps.title}
      waitingItems={waitingItems}
      icon={MapPinned}
      allItemsLink={{ to: '/country-salesman' }}
      keyOf={({ country, brand }) => `${country} ${brand}`}
      describe={({ country, brand, people }) => ({
        title: texts.gaps.place(formatCountry(country), findBrandName(brand)),
        facts: [texts.gaps.people(people)],
      })}
      renderAction={({ country, brand }) => (
        <LinkButton to="/country-salesman" search={{ add: { country, brand } }}>
          {texts.gaps.action}{' '}
          <VisuallyHidden>{texts.gaps.place(formatCountry(country), findBrandName(brand))}</VisuallyHidden>
        </LinkButton>
      )}
    />
  );
}

const formatSince = (since: string, now: number): string => formatAgo((now - Date.parse(since)) / 1000);
