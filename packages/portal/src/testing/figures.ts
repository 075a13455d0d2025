import { home } from '@basics/contract/home.ts';
import type { HomeFigures } from '@basics/contract/home.ts';
import { staffInbox } from '@basics/contract/inbox.ts';
import type { Inbox } from '@basics/contract/inbox.ts';
import type { FakeServer } from './fake-server.ts';

/** Figures for staff that are all zero, apart from those given. */
export const createFigures = (some: Partial<HomeFigures> = {}): HomeFigures => ({
  clock: null,
  spraying: null,
  requests: { total: 0, byAge: [] },
  licenses: { total: 0, byMonth: [] },
  neverActivated: { total: 0, byAge: [] },
  ...some,
});

const none = { total: 0, items: [] };

/** An inbox with nothing but what is given. */
export const createInbox = (some: Partial<Inbox> = {}): Inbox => ({
  lostPcs: none,
  questions: none,
  requests: none,
  failedMails: none,
  ending: none,
  neverActivated: none,
  gaps: none,
  ...some,
});

export function answerFigures(server: FakeServer): void {
  server.answer(staffInbox.inbox, () => createInbox());
  server.answer(home.figures, () => createFigures());
}

/** All steps of the set-up of a portal are done. */
export const setUp = {
  account: true,
  mail: true,
  host: true,
  brand: true,
  tool: true,
  salesmen: true,
  people: true,
  code: true,
};
