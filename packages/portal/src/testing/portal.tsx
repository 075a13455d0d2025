import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import { storageKeys } from '@basics/contract/calls/limits.ts';
import type { CurrentUser } from '@basics/contract/session/current-user.ts';
import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { firstSteps } from '@basics/contract/first-steps/first-steps.ts';
import { staffInbox } from '@basics/contract/home/inbox.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { helpRequestPresence, userPresence } from '@basics/contract/users/presence.ts';
import { listCounts } from '@basics/contract/saved-views/list-counts.ts';
import { savedViews } from '@basics/contract/saved-views/saved-views.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { status } from '@basics/contract/status/status.ts';
import { users } from '@basics/contract/users/users.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { createPortal } from '#portal/app/app.tsx';
import { createFakeServer, type FakeServer } from './fake-server.ts';
import { answerOwnAccount } from './pages/own-account.ts';
import { setup as usualSetup, createToken } from './records/people.ts';
import { completedSteps, createCounts, createInbox } from './records/figures.ts';
import { createOwnHelpRequests } from './records/help-requests.ts';
import { createNotePage } from './records/release-notes.ts';
import { statusReport } from './records/status.ts';

type PortalOptions = {
  /** The URL that is opened. */
  at: string;
  /** The signed-in user. Without this option, nobody is signed in. */
  user?: CurrentUser;
  setup?: PortalSetup;
  /** Sets what the fake server answers, before the page is rendered. */
  prepareServer?: (server: FakeServer) => void;
};

/** Returns a fake server. A violation of the API contract fails the test. */
export function startFakeServer(): FakeServer {
  const server = createFakeServer();
  onTestFinished(() => expect(server.close().join('\n'), 'every call keeps the contract').toBe(''));
  return server;
}

/** Opens the whole portal at a URL, with a fake server. */
export async function openPortal({ at, user, setup = usualSetup, prepareServer }: PortalOptions) {
  const server = startFakeServer();
  if (user) {
    localStorage.setItem(storageKeys.token, createToken(user.userEmail));
    server.answer(users.current, () => user);
    answerOwnAccount(server);
  }
  // The home page loads the newest note: by default none is published.
  server.answer(releaseNotes.list, () => createNotePage());
  // The home page of an administrator asks for the steps of a new portal: by default all are done.
  server.answer(firstSteps.list, () => completedSteps);
  // The home page of a customer loads the PCs and the help requests of the customer: by default there are none.
  server.answer(licenseAdmin.machines, () => ({ items: [] }));
  server.answer(helpRequests.listOf, () => createOwnHelpRequests());
  // The menu of staff requests the numbers of waiting items, which are 0 by default.
  server.answer(staffInbox.counts, () => createCounts(createInbox()));
  // The home page and the renewals of staff show a picture of the renewals.
  server.answer(renewals.renewalStates, () => ({ weeks: [] }));
  // My Account of a salesman shows the renewals by month and the colleagues.
  server.answer(renewals.renewalMonths, () => ({ months: [] }));
  server.answer(countrySalesmen.coverage, () => ({ rows: [] }));
  // Panels of staff request who else has the record open. By default nobody has.
  server.answer(userPresence.reportPresence, () => ({ names: [] }));
  server.answer(helpRequestPresence.reportPresence, () => ({ names: [] }));
  // Forms that create an account look for deleted users with its address: by default there are none.
  server.answer(deletedUsers.listDeleted, () => ({ items: [], hasMore: false }));
  // Lists load their saved views, and the numbers of rows of these views.
  server.answer(savedViews.list, () => ({ items: [], shared: [] }));
  for (const count of Object.values(listCounts))
    server.answer(count, ({ body }) => ({ counts: body.searches.map(() => ({ total: 0 })) }));
  // The menu of Settings requests the status of the portal, which is all right by default.
  server.answer(status.get, () => statusReport);
  prepareServer?.(server);
  const history = createMemoryHistory({ initialEntries: [at] });
  const { Portal, start, router } = createPortal(setup, history);
  onTestFinished(start());
  const screen = await render(<Portal />);
  return { server, screen, router, address: () => history.location.href };
}
