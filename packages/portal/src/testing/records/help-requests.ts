import type { HelpCase, HelpRequest, helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { createDay, createPreview, createSeatLimitRefusal, createVerificationCode } from './licenses.ts';

/** Creates an open help request of a customer, by default because all PCs of the licence are in use, sent an hour ago. */
export const createHelpRequest = (change: Partial<HelpRequest> = {}): HelpRequest => ({
  helpRequestId: 1,
  user: {
    userId: 101,
    login: 'grace.hopper@harbour.example',
    firstName: 'Grace',
    lastName: 'Hopper',
    company: 'Harbour Design',
    country: 'DE',
    brand: 'blue',
  },
  state: 'open',
  askedAt: new Date(Date.now() - 3_900_000).toISOString(),
  verificationCode: createVerificationCode(),
  code: {
    machineName: 'DESKTOP-4F7K2QX',
    toolNumber: 7,
    version: '1.0.1',
    reason: 'new',
    createdAt: new Date(Date.now() - 3_960_000).toISOString(),
    clockSkewSeconds: -60,
  },
  asksFor: null,
  problem: { code: 'SEAT_LIMIT', message: 'All 2 PCs that you can license are in use (A, B).' },
  comment: '',
  closed: null,
  ...change,
});

/** Creates a help request as staff see it, with the current result of the code. */
export const createHelpCase = (change: Partial<HelpCase> = {}): HelpCase => ({
  ...createHelpRequest({ comment: 'The old PC is broken.' }),
  toolName: 'Basics',
  now: createPreview(createSeatLimitRefusal()),
  missing: null,
  tools: [{ tool: 'basics', brand: 'blue', configTools: [], validFrom: null, validTo: null }],
  machines: [
    { name: 'A', expiryDate: createDay(100), holdsSeat: true },
    { name: 'B', expiryDate: null, holdsSeat: false },
  ],
  ...change,
});

/** Creates the reply with the user's own help requests. New help requests of the user go to one salesman. */
export const createOwnHelpRequests = (...items: HelpRequest[]): Reply<typeof helpRequests.listOf> => ({
  items,
  total: items.length,
  pageNumber: 1,
  pageSize: 10,
  helper: { by: 'salesmen', name: 'Simon Aasen' },
});
