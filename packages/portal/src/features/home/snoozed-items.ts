import { useState } from 'react';

const storageKey = (userId: number): string => `snoozed ${userId}`;

/** The keys of the snoozed items, with the time until which each stays away, in milliseconds. They contain ids, and no names. */
type Snoozed = Readonly<Record<string, number>>;

/** The items that a user has put off. The browser stores them, so they stay away after a reload, but not on another PC. */
export function useSnoozedItems(userId: number, now: number) {
  const [snoozed, setSnoozed] = useState<Snoozed>(() => readSnoozed(userId, now));
  function store(newSnoozed: Snoozed): void {
    setSnoozed(newSnoozed);
    localStorage.setItem(storageKey(userId), JSON.stringify(newSnoozed));
  }
  return {
    isSnoozed: (key: string): boolean => (snoozed[key] ?? 0) > now,
    snooze: (key: string, until: number): void => store({ ...snoozed, [key]: until }),
    wakeAll: (): void => store({}),
  };
}

function readSnoozed(userId: number, now: number): Snoozed {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(userId)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const entries = Object.entries(stored).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > now,
    );
    return Object.fromEntries(entries);
  } catch {
    // The stored text is not JSON: nothing is snoozed.
    return {};
  }
}

/** The times to which an item can be put off: the beginning of a day in the time zone of the browser. */
export function listSnoozeTimes(now: number): { id: 'tomorrow' | 'monday' | 'week'; until: number }[] {
  const startIn = (days: number): number => {
    const date = new Date(now);
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
  };
  const daysToMonday = (8 - new Date(now).getDay()) % 7 || 7;
  return [
    { id: 'tomorrow', until: startIn(1) },
    { id: 'monday', until: startIn(daysToMonday) },
    { id: 'week', until: startIn(7) },
  ];
}
