import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useState, type ReactNode } from 'react';
import type { Inbox } from '@basics/contract/home/inbox.ts';
import { readRequestId } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { home } from '#portal/texts/home.ts';
import { inbox as texts } from '#portal/texts/inbox.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useSearchChange } from '#portal/ui/filters/search-state.ts';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { PageHeading, usePageTitle } from '#portal/ui/headings/page-heading.tsx';
import { AnnouncedText, type Elements } from '#portal/ui/layout/layout.tsx';
import { HomeTiles } from './home-tiles.tsx';
import { inboxQuery } from './staff-inbox.queries.ts';
import { useSnoozedItems } from './snoozed-items.ts';
import { useDoneItems } from './use-done-items.ts';
import { isForToday, listWorkItems, type WorkItem } from './work-items.ts';
import { WorkQueue } from './work-queue.tsx';
import styles from './staff-home.module.css';

/** What an open item tells the queue: that it is done, with the words for it, or that it waits again. */
export type ItemHandlers = { onLeave: (what: string) => void; onReturn: () => void };

export type StaffHomeProps = {
  /** The key of the open item; absent if the address names none. */
  openKey: string | undefined;
  /** Renders an item of a kind that belongs to another feature; null for the other kinds. */
  renderItem: (item: WorkItem, handlers: ItemHandlers) => ReactNode;
  /** What stands beside the title: the set-up of a new portal. */
  headAction?: Elements;
  /** The picture of renewals, and the other figures, which are shown below the queue. */
  children: Elements;
};

/** The home page of staff: figures, the queue of open work with the open item beside it, and a picture of the renewals. */
export function StaffHome(props: StaffHomeProps) {
  const inboxResult = useQuery(inboxQuery);
  // When the user returns to the page, the inbox is in the cache. It is rendered at once, so that the scroll position is restored.
  const [wasFetched] = useState(inboxResult.isFetched);
  const isFetched = useDeferredValue(inboxResult.isFetched, wasFetched);
  if (!isFetched) return <StaffHomePlaceholder />;
  return <LoadedHome {...props} result={inboxResult} />;
}

function LoadedHome({
  result: { data, error, refetch },
  ...props
}: StaffHomeProps & { result: UseQueryResult<Inbox> }) {
  if (data) return <OpenHome {...props} inbox={data} />;
  if (!error) return <StaffHomePlaceholder />;
  return (
    <>
      <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
      {props.children}
    </>
  );
}

export const StaffHomePlaceholder = () => (
  <div className={styles.placeholder}>
    <AnnouncedText>{texts.loading}</AnnouncedText>
    <Skeleton height="6rem" />
    <Skeleton height="28rem" />
  </div>
);

function OpenHome({ openKey, renderItem, headAction, inbox, children }: StaffHomeProps & { inbox: Inbox }) {
  usePageTitle(home.title); // The window title is not the number in the heading.
  const { userId } = useUser();
  const { setup } = useSetup();
  const client = useQueryClient();
  const change = useSearchChange();
  const [now] = useState(Date.now);
  const snoozed = useSnoozedItems(userId, now);
  const findBrandName = (brand: string): string => setup.brands.find(({ id }) => id === brand)?.name ?? brand;
  const allItems = listWorkItems(inbox, { now, findBrandName });
  const done = useDoneItems(client, allItems);
  const openItems = allItems.filter(({ key }) => !done.isHidden(key));
  const items = openItems.filter(({ key }) => !snoozed.isSnoozed(key));
  const countForToday = items.filter(isForToday).length;
  const open = (key: string | undefined): void => change({ item: key }, { replace: true });
  // A narrow window shows the queue or one item, so there no item opens by itself.
  const openNext = (key: string): void => open(openKey === undefined ? undefined : findNext(items, key));
  const createHandlers = (item: WorkItem): ItemHandlers => ({
    onLeave: (what) => {
      done.add(item, what);
      openNext(item.key);
    },
    onReturn: () => done.remove(item.key),
  });
  return (
    <>
      <div className={styles.top}>
        <PageHeading
          title={countForToday === 0 ? texts.allDone : texts.today(countForToday)}
          {...(headAction && { actions: headAction })}
        />
        <HomeTiles inbox={inbox} />
      </div>
      <WorkQueue
        items={items}
        openKey={openKey}
        renderItem={(item) => renderItem(item, createHandlers(item))}
        onOpen={open}
        onLeave={(item, what) => createHandlers(item).onLeave(what)}
        onSnooze={(item, until) => {
          snoozed.snooze(item.key, until);
          openNext(item.key);
        }}
        snoozedCount={openItems.length - items.length}
        onWake={snoozed.wakeAll}
        doneItems={done.items}
      />
      <div className={styles.below}>{children}</div>
    </>
  );
}

/** Returns the key of the item that opens after this one is done: the next one, or else the previous one. */
function findNext(items: readonly WorkItem[], key: string): string | undefined {
  const index = items.findIndex((item) => item.key === key);
  return (items[index + 1] ?? items[index - 1])?.key;
}
