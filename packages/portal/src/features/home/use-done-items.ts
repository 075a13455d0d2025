import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkItem } from './work-items.ts';

/** An item that the user has completed, with what was done, and the page that shows it. */
export type DoneItem = { key: string; what: string; to: string; search: Readonly<Record<string, unknown>> };

// The texts contain names, so they are in the query cache, which ends with the session.
const queryKey = ['doneItems'] as const;

/**
 * The items that the user has completed since the sign-in. A completed item is hidden until the loaded inbox no longer contains it; if the
 * act is undone, the inbox contains it again.
 */
export function useDoneItems(client: QueryClient, loadedItems: readonly WorkItem[]) {
  const [hiddenKeys, setHiddenKeys] = useState<readonly string[]>([]);
  const [items, setItems] = useState(client.getQueryData<readonly DoneItem[]>(queryKey) ?? []);
  const loadedKeys = loadedItems.map(({ key }) => key).join(' ');
  const [latestKeys, setLatestKeys] = useState(loadedKeys);
  if (latestKeys !== loadedKeys) {
    setLatestKeys(loadedKeys);
    const loaded = new Set(loadedKeys.split(' '));
    setHiddenKeys(hiddenKeys.filter((key) => loaded.has(key)));
  }
  function store(change: (items: readonly DoneItem[]) => readonly DoneItem[]): void {
    client.setQueryDefaults(queryKey, { gcTime: Infinity });
    client.setQueryData(queryKey, change(client.getQueryData<readonly DoneItem[]>(queryKey) ?? []));
    setItems(change);
  }
  return {
    items,
    isHidden: (key: string): boolean => hiddenKeys.includes(key),
    add(this: void, item: WorkItem, what: string): void {
      setHiddenKeys((keys) => [...keys, item.key]);
      store((doneItems) => [
        { key: item.key, what, ...findPage(item) },
        ...doneItems.filter(({ key }) => key !== item.key),
      ]);
    },
    remove(this: void, key: string): void {
      setHiddenKeys((keys) => keys.filter((hiddenKey) => hiddenKey !== key));
      store((doneItems) => doneItems.filter((item) => item.key !== key));
    },
  };
}

/** Returns the page that shows a completed item; there a decision about a request can be taken back later. */
function findPage(item: WorkItem): Pick<DoneItem, 'to' | 'search'> {
  if (item.kind === 'requests') return { to: '/requests', search: { request: item.row.userId } };
  if (item.kind === 'questions') return { to: '/help-requests', search: { request: item.row.helpRequestId } };
  if (item.kind === 'gaps') return { to: '/country-salesman', search: {} };
  return { to: `/users/${item.row.userId}`, search: {} };
}
