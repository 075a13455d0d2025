import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import { home, type HomeFigures } from '@basics/contract/home/home.ts';
import { staffInbox, type Inbox, type InboxCounts } from '@basics/contract/home/inbox.ts';
import type { FakeServer } from '../fake-server.ts';

/** Creates figures for staff that are all zero, except the given ones. */
export const createFigures = (givenFigures: Partial<HomeFigures> = {}): HomeFigures => ({
  clock: null,
  spraying: null,
  requests: { total: 0, byAge: [] },
  licenses: { total: 0, byMonth: [] },
  neverActivated: { total: 0, byAge: [] },
  ...givenFigures,
});

const emptySection = { total: 0, items: [] };

/** Creates an inbox that is empty except for the given sections. */
export const createInbox = (givenSections: Partial<Inbox> = {}): Inbox => ({
  lostPcs: emptySection,
  questions: emptySection,
  requests: emptySection,
  failedMails: emptySection,
  followUps: emptySection,
  ending: emptySection,
  neverActivated: emptySection,
  gaps: emptySection,
  ...givenSections,
});

/** Creates the counts of the urgent sections of an inbox. */
export function createCounts({ lostPcs, questions, requests, failedMails, followUps }: Inbox): InboxCounts {
  const pickCount = ({ total, totalIsMinimum }: InboxCounts['questions']) => ({ total, totalIsMinimum });
  return {
    lostPcs: pickCount(lostPcs),
    questions: pickCount(questions),
    requests: pickCount(requests),
    failedMails: pickCount(failedMails),
    followUps: pickCount(followUps),
  };
}

export function answerFigures(server: FakeServer): void {
  server.answer(staffInbox.inbox, () => createInbox());
  server.answer(home.figures, () => createFigures());
  // Above an empty queue, a salesman is told if no country is assigned to them.
  server.answer(countrySalesmen.search, () => ({ items: [], total: 1, pageNumber: 1, pageSize: 1 }));
}

/** The steps of the set-up of a portal, all done. */
export const completedSteps = {
  account: true,
  mail: true,
  host: true,
  brand: true,
  tool: true,
  salesmen: true,
  people: true,
  code: true,
};
