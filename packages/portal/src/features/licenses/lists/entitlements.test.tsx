import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { problems } from '@basics/contract/calls/problems.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { createHelpRequest } from '#portal/testing/records/help-requests.ts';
import {
  answerLicenses,
  createDay,
  createEntitlement,
  createEntitlements,
  createGrants,
  createLicense,
  createLicensePage,
  createPreview,
  createVerificationCode,
} from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const addOn = { id: 'configRail', name: 'Config Rail' };
const entitlementWithAddOn = createEntitlement({ addOns: [addOn], validTo: createDay(40) });
const endedEntitlement = createEntitlement({
  brand: 'red',
  brandName: 'Basics Red',
  validTo: '2026-10-31',
  state: 'ended',
});

const openPage = (at: string, prepareServer: (server: FakeServer) => void) =>
  openPortal({
    at,
    user: createUser('OEM'),
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(licenses.entitlements, () => createEntitlements(entitlementWithAddOn, endedEntitlement));
      server.answer(helpRequests.ask, ({ body }) =>
        createHelpRequest({
          verificationCode: '',
          code: null,
          asksFor: { tool: body.tool ?? '', brand: body.brand ?? '' },
        }),
      );
      prepareServer(server);
    },
  });

test('My Account shows the tools with add-ons and dates and the responsible salesman, and a button requests a tool that has ended', async () => {
  const { screen, server } = await openPage('/account', (fakeServer) =>
    fakeServer.answer(licenses.list, () =>
      createLicensePage(createLicense({ configTools: ['configRail', 'deleted'] })),
    ),
  );
  const card = screen.getByRole('region', { name: 'What you can use' });
  await expect
    .element(card)
    .toMatchTextContent(
      /Harbour Design.*Looked after by.*Simon Aasen.*Basics for Basics Blue Active.*with Config Rail · until .* \(in 40 days\).*Basics for Basics Red Ended.*until 31 October 2026/,
    );
  await expect
    .element(screen.getByRole('row', { name: /^DESKTOP/ }))
    .toMatchTextContent(/Basics Blue · Config Rail · deleted/);
  await expectAccessible();
  await card.getByRole('button', { name: 'Ask Simon Aasen to extend it' }).click();
  await expect.element(card.getByRole('status')).toMatchTextContent('Help request sent to Simon Aasen');
  expect(server.requests(helpRequests.ask).map(({ body }) => body)).toEqual([
    { tool: 'basics', brand: 'red', comment: '' },
  ]);
});

test('a user whose only tool has ended sees the last day and can request the tool', async () => {
  const { screen } = await openPage('/license/verify', (server) => {
    server.answer(tools.licensable, () => ({ items: [] }));
    server.answer(licenses.entitlements, () => createEntitlements(endedEntitlement));
  });
  await expect.element(screen.getByText("User hasn't tools and brands")).toBeVisible();
  expect(screen.getByText(/no tools yet/).elements()).toEqual([]);
  await expect.element(screen.getByText('Basics for Basics Red ended on 31 October 2026.')).toBeVisible();
  await expectAccessible();
  await screen.getByRole('button', { name: 'Ask Simon Aasen to extend it' }).click();
  await expect.element(screen.getByText('Help request sent to Simon Aasen')).toBeVisible();
});

test('a code for a tool that has ended is refused, and the error names the last day', async () => {
  const problem = { code: 'NO_TOOL_GRANT', message: problems.NO_TOOL_GRANT.message } as const;
  const { screen } = await openPage(`/license/verify#c=${createVerificationCode()}`, (server) =>
    server.answer(licenses.issue, () => createPreview({ brand: null, offer: null, problem })),
  );
  await expect
    .element(screen.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/User hasn't tools and brands ?Basics for Basics Red ended on 31 October 2026\.$/);
});

test('a user whose only tool has not begun sees its first day before a code is entered, and no sentence that there is no tool', async () => {
  const { screen } = await openPage('/license/verify', (server) => {
    server.answer(tools.licensable, () => ({ items: [] }));
    server.answer(licenses.entitlements, () =>
      createEntitlements(createEntitlement({ validFrom: '2027-01-01', state: 'later' })),
    );
  });
  await expect.element(screen.getByText("User hasn't tools and brands")).toBeVisible();
  await expect.element(screen.getByText('Basics for Basics Blue begins on 1 January 2027.')).toBeVisible();
  expect(screen.getByText(/no tools yet/).elements()).toEqual([]);
});

test('the check of a code names the add-ons of the licence', async () => {
  const { screen } = await openPage(`/license/verify#c=${createVerificationCode()}`, (server) =>
    server.answer(tools.licensable, () => ({
      items: createGrants('blue').map((grant) => ({ ...grant, configTools: ['configRail'], addOns: [addOn] })),
    })),
  );
  await expect.element(screen.getByText('Config Rail')).toBeVisible();
});

test('the list of usable tools can be loaded again after an error', async () => {
  const { screen, server } = await openPage('/account', (fakeServer) =>
    fakeServer.answer(licenses.entitlements, () => createRefusal('INTERNAL')),
  );
  const card = screen.getByRole('region', { name: 'What you can use' });
  await expect.element(card.getByText('Your tools could not be loaded')).toBeVisible();
  server.answer(licenses.entitlements, () => createEntitlements());
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect.element(card.getByText('Your account has no tools.')).toBeVisible();
});
