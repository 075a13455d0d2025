import { limits } from '@basics/contract/calls/limits.ts';
import type { Inbox } from '@basics/contract/home/inbox.ts';
import { formatCountry } from '#portal/messages/names.ts';
import { countDaysUntil, formatDayFromNow, formatShortAge } from '#portal/messages/times.ts';
import { inbox as texts } from '#portal/texts/inbox.ts';

/** The kinds of work in the queue, the most urgent first. Accounts that were never activated are a number of the page, and no work. */
export const workKinds = ['lostPcs', 'questions', 'requests', 'ending', 'failedMails', 'followUps', 'gaps'] as const;
export type WorkKind = (typeof workKinds)[number];

/** What a row of the queue is about. All gaps in coverage are one row, because they are no work of one day. */
type Row<Kind extends WorkKind> = Kind extends 'gaps' ? readonly Gap[] : Inbox[Kind]['items'][number];
type Gap = Inbox['gaps']['items'][number] & { place: string };

/** One row of the queue: what it is about, why it waits, and how long. */
export type WorkItem = {
  key: string;
  title: string;
  facts: readonly string[];
  age: string;
  isLate: boolean;
} & { [Kind in WorkKind]: { kind: Kind; row: Row<Kind> } }[WorkKind];

type ReadOptions = { /** Milliseconds. */ now: number; findBrandName: (brand: string) => string };

/** A licence that expires later than this number of days is no work for today. */
const riskDays = 7;

/** Lists the work of an inbox by urgency: by kind, and in each kind the most urgent first. */
export const listWorkItems = (inbox: Inbox, { now, findBrandName }: ReadOptions): WorkItem[] => [
  ...inbox.lostPcs.items.map((row) => ({
    kind: 'lostPcs' as const,
    row,
    key: `lost-${row.machineId}`,
    ...describe(row, [row.company, row.machineName || texts.unnamed]),
    ...readAge(row.seenAt, now),
    isLate: true,
  })),
  ...inbox.questions.items.map((row) => ({
    kind: 'questions' as const,
    row,
    key: `help-${row.helpRequestId}`,
    ...describe(row, [row.company, row.machineName || texts.unnamed]),
    ...readAge(row.askedAt, now),
  })),
  ...inbox.requests.items.map((row) => ({
    kind: 'requests' as const,
    row,
    key: `request-${row.userId}`,
    ...describe(row, [row.company]),
    ...readAge(row.requestDate, now),
  })),
  ...inbox.ending.items
    .filter(({ expiryDate }) => countDaysUntil(expiryDate, now) <= riskDays)
    .map((row) => ({
      kind: 'ending' as const,
      row,
      key: `licence-${row.licenseId}`,
      ...describe(row, [texts.ending.expires(row.machineName || texts.unnamed, formatDayFromNow(row.expiryDate, now))]),
      age: '',
      isLate: false,
    })),
  ...inbox.failedMails.items.map((row) => ({
    kind: 'failedMails' as const,
    row,
    key: `mail-${row.mailId}`,
    ...describe(row, [row.subject, row.openedSince ? texts.failedMails.openedSince : '']),
    ...readAge(row.at, now),
    isLate: false,
  })),
  ...inbox.followUps.items.map((row) => ({
    kind: 'followUps' as const,
    row,
    key: `follow-up-${row.noteId}`,
    ...describe(row, [row.text, row.userId === null ? '' : row.company]),
    age: formatDayFromNow(row.day, now),
    isLate: false,
  })),
  ...listGaps(inbox, findBrandName),
];

function listGaps({ gaps: { total, items } }: Inbox, findBrandName: ReadOptions['findBrandName']): WorkItem[] {
  if (items.length === 0) return [];
  const row = items.map((gap) => ({
    ...gap,
    place: texts.gaps.place(formatCountry(gap.country), findBrandName(gap.brand)),
  }));
  const places = row.map(({ place }) => place).join(' · ');
  return [{ kind: 'gaps', row, key: 'gaps', title: texts.gaps.count(total), facts: [places], age: '', isLate: false }];
}

/** Whether an item is work for today, which the heading of the page counts. */
export const isForToday = ({ kind }: WorkItem): boolean => kind !== 'gaps';

const describe = ({ name, deputyFor }: { name: string; deputyFor?: string | undefined }, facts: readonly string[]) => ({
  title: name,
  facts: [...(deputyFor === undefined ? [] : [texts.deputyFor(deputyFor)]), ...facts].filter((fact) => fact !== ''),
});

function readAge(since: string, now: number): { age: string; isLate: boolean } {
  const seconds = (now - Date.parse(since)) / 1000;
  return { age: formatShortAge(seconds), isLate: seconds > limits.inbox.lateDays * 86_400 };
}
