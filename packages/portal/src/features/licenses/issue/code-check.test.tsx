import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { licenseRefusals, licenses, type LicensePreview } from '@basics/contract/licenses/licenses.ts';
import { problems } from '@basics/contract/calls/problems.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { createOwnHelpRequests } from '#portal/testing/records/help-requests.ts';
import {
  answerLicenses,
  createDay,
  createEntitlements,
  createGrants,
  createLicense,
  createOverview,
  createPreview,
  createSeatLimitRefusal,
  secondsNow,
  createVerificationCode,
} from '#portal/testing/records/licenses.ts';
import { formatDay } from '#portal/messages/times.ts';
import { createMachine, createToolUsage } from '#portal/testing/records/license-admin.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const secondsPerDay = 86_400;
const code = createVerificationCode();
const user = createUser('DesignerOffice');

const openCheck = (prepareServer: (server: FakeServer) => void, verificationCode = code) =>
  openPortal({
    at: `/license/verify#c=${verificationCode}`,
    user,
    prepareServer: (server) => {
      answerLicenses(server);
      prepareServer(server);
    },
  });

const openPreview = (preview: Partial<LicensePreview>, verificationCode = code) =>
  openCheck((server) => server.answer(licenses.issue, () => createPreview(preview)), verificationCode);

const showDetails = () => page.getByText('Details of this code').click();

test('the contents of a code are shown before the server has answered', async () => {
  // The clock is stopped, because the expected age of three minutes is right for only a minute.
  vi.useFakeTimers({ toFake: ['Date'] });
  const previewReply = Promise.withResolvers<LicensePreview>();
  const { screen } = await openCheck(
    (server) => server.answer(licenses.issue, () => previewReply.promise),
    createVerificationCode(),
  );
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
  await showDetails();
  await expect.element(screen.getByText('Basics 1.0.1')).toBeVisible();
  await expect.element(screen.getByText(/^3 minutes ago \(/)).toBeVisible();
  await expect.element(screen.getByText('New PC')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Issue licence' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible();
  previewReply.resolve(createPreview());
  await expect.element(screen.getByText('New PC')).toBeVisible();
});

test('a virtual machine, a generated machine ID and a copied system are reported, and the licence can still be issued', async () => {
  const unusualCode = createVerificationCode({
    scheme: 2,
    isVirtual: true,
    isStandIn: true,
    nonce: Uint8Array.of(1, 2, 3, 4),
  });
  const machine = { name: 'DESKTOP-4F7K2QX', relation: 'new', copyOf: 'WS-3' } as const;
  const { screen } = await openPreview({ machine }, unusualCode);
  await expect.element(screen.getByText(/^This is a virtual machine\. A copy of it is another PC/)).toBeVisible();
  await expect.element(screen.getByText(/cannot be identified by its hardware/)).toBeVisible();
  await expect.element(screen.getByText(/^It has the same machine ID as WS-3:/)).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: 'Issue licence' }))
    .not.toHaveAttribute('aria-disabled', 'true');
});

test('for a new PC, the page shows the expiry date, the used PCs and moves, the brand, and one button to issue the licence', async () => {
  const { screen } = await openPreview({});
  await expect.element(screen.getByText(/^Ready for a licence until/)).toBeVisible();
  await expect.element(screen.getByText('This will be PC 1 of 2')).toBeVisible();
  await expectAccessible();
  await showDetails();
  await expect.element(screen.getByText('You have no licence for this PC yet.')).toBeVisible();
  await expect.element(screen.getByText('0 of 2, this PC takes one more')).toBeVisible();
  await expect.element(screen.getByText('2 of 3 left')).toBeVisible();
  await expect.element(screen.getByText(/\(in 365 days\)$/)).toBeVisible();
  await expect.element(screen.getByText('Basics Blue', { exact: true }).last()).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Issue licence' })).toBeVisible();
  await expectAccessible();
});

test.each<[LicensePreview['machine']['relation'], RegExp]>([
  ['known', /You have a licence for this PC\. The new licence replaces it\./],
  ['changed', /Some parts of the PC have changed\. It does not count as another PC\./],
])('the page shows that a PC is %s', async (relation, expectedText) => {
  const { screen } = await openPreview({
    machine: { name: 'DESKTOP-4F7K2QX', relation, license: 'active' },
    offer: { ...createSeatLimitRefusal().offer, takesSeat: false },
  });
  await expect.element(screen.getByText(expectedText)).toBeVisible();
});

test('for a PC whose licence was revoked, a refused code says that it was revoked and does not promise a new licence', async () => {
  const { screen } = await openPreview({
    machine: { name: 'DESKTOP-4F7K2QX', relation: 'known', license: 'revoked' },
    ...createSeatLimitRefusal(),
  });
  await showDetails();
  await expect.element(screen.getByText('Your licence for this PC was revoked.')).toBeVisible();
  await expect.element(screen.getByText('2 of 2', { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/replaces it|You have a licence|takes one more/)).not.toBeInTheDocument();
});

test('if a PC replaces another PC, the page names the replaced PC', async () => {
  const { screen } = await openPreview({ machine: { name: 'NEW', relation: 'moved', replaces: 'OLD-PC' } });
  await expect.element(screen.getByText('Replaces OLD-PC, whose licence is then marked as replaced.')).toBeVisible();
});

test('a PC without a name is shown as unnamed', async () => {
  const unnamedCode = createVerificationCode({ machineName: '' });
  const { screen } = await openPreview({ machine: { name: '', relation: 'new' } }, unnamedCode);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Unnamed PC' })).toBeVisible();
});

describe('the clock of the PC is compared with the server', () => {
  test('a clock that is slightly ahead is mentioned, and the licence can be issued', async () => {
    const { screen } = await openPreview({ clockSkewSeconds: 240 });
    await expect.element(screen.getByText(/^4 minutes ahead of the portal\. The code is valid/)).toBeVisible();
    await expect.element(screen.getByText('just now')).not.toBeInTheDocument();
  });

  test('a correct clock is not mentioned', async () => {
    const { screen } = await openPreview({ clockSkewSeconds: 20 });
    await showDetails();
    await expect.element(screen.getByText('New PC')).toBeVisible();
    await expect.element(screen.getByText('Clock of the PC')).not.toBeInTheDocument();
  });

  test('a clock that is too far ahead is mentioned only in the message of the refusal', async () => {
    const problem = { code: 'CLOCK_AHEAD', message: 'The clock of this PC is 2 hours ahead. Correct it.' } as const;
    const { screen } = await openPreview({ clockSkewSeconds: 7200, problem });
    await expect.element(screen.getByText(problem.message)).toBeVisible();
    await expect.element(screen.getByText('Clock of the PC')).not.toBeInTheDocument();
  });
});

test('an old code shows a warning with the number of days for which codes are valid', async () => {
  const oldCode = createVerificationCode({ createdAt: secondsNow() - 9 * secondsPerDay });
  const { screen } = await openPreview({ clockSkewSeconds: -9 * secondsPerDay }, oldCode);
  await expect.element(screen.getByText('This code is 9 days old. Codes are valid for 30 days.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Issue licence' })).toBeVisible();
});

describe('every refusal is shown with its message and a next step, without the button to issue a licence', () => {
  const nextSteps: Partial<Record<(typeof licenseRefusals)[number], string>> = {
    CODE_NEWER: 'Contact support',
    ACCOUNT_SUSPENDED: 'Contact support',
    ACCOUNT_NOT_ACTIVE: 'Contact support',
  };

  test.each(licenseRefusals)('the refusal %s is shown with the contents of the code', async (problemCode) => {
    const { message } = problems[problemCode];
    const { screen } = await openPreview({
      tool: '7',
      brand: null,
      offer: null,
      problem: { code: problemCode, message },
    });
    await expect.element(screen.getByRole('main').getByRole('alert')).toMatchTextContent(message);
    await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toHaveFocus();
    await expect.element(screen.getByRole('button', { name: 'Another code' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Issue licence' })).not.toBeInTheDocument();
    const nextStep = nextSteps[problemCode];
    if (nextStep !== undefined) await expect.element(screen.getByRole('link', { name: nextStep })).toBeVisible();
    const isSeat = problemCode === 'SEAT_LIMIT';
    await expect.element(screen.getByText(`Ask Simon Aasen for ${isSeat ? 'another seat' : 'help'}`)).toBeVisible();
  });

  test.each(licenseRefusals)(
    'the refusal %s is shown even if the server sends only the problem',
    async (problemCode) => {
      const { screen } = await openCheck((server) => server.answer(licenses.issue, () => createRefusal(problemCode)));
      await expect
        .element(screen.getByRole('main').getByRole('alert'))
        .toMatchTextContent(problems[problemCode].message);
      await expect.element(screen.getByRole('button', { name: 'Another code' })).toBeVisible();
      await expect.element(screen.getByRole('button', { name: 'Issue licence' })).not.toBeInTheDocument();
    },
  );
});

test('when a code is refused because of a limit, the page shows the used and the allowed numbers, without an expiry date', async () => {
  const { screen } = await openPreview(createSeatLimitRefusal());
  await showDetails();
  await expect.element(screen.getByText('2 of 2', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Licence until')).not.toBeInTheDocument();
});

test('the link for an e-mail to support has the name of the PC in its subject', async () => {
  const problem = { code: 'CANNOT_ISSUE', message: problems.CANNOT_ISSUE.message } as const;
  const { screen } = await openPreview({ problem });
  await expect
    .element(screen.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', 'mailto:support@blue.example?subject=Licence%20for%20DESKTOP-4F7K2QX');
  await expect.element(screen.getByText(/^Ask /)).not.toBeInTheDocument();
});

test('a user without any tool sees the refusal with an explanation (T128)', async () => {
  const { screen } = await openCheck((server) => {
    server.answer(tools.licensable, () => ({ items: [] }));
    server.answer(licenses.entitlements, () => createEntitlements());
    const problem = { code: 'NO_TOOL_GRANT', message: problems.NO_TOOL_GRANT.message } as const;
    server.answer(licenses.issue, () => createPreview({ tool: '7', brand: null, offer: null, problem }));
  });
  await expect
    .element(screen.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/User hasn't tools and brands.*Ask for one/);
  expect(screen.getByText("User hasn't tools and brands").elements()).toHaveLength(1);
});

test('a code that cannot be checked can be retried', async () => {
  const { screen, server } = await openCheck((fakeServer) =>
    fakeServer.answer(licenses.issue, () => createRefusal('INTERNAL')),
  );
  await expect
    .element(screen.getByText('The code is valid, but the licence details could not be loaded.'))
    .toBeVisible();
  await expectAccessible();
  server.answer(licenses.issue, () => createPreview());
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(/^Ready for/)).toBeVisible();
});

test('the button to check another code opens an empty field, which has the focus', async () => {
  const { screen } = await openPreview({});
  await screen.getByRole('button', { name: 'Another code' }).click();
  const field = screen.getByLabelText('Verification code');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
});

const openWithTwoBrands = () =>
  openCheck((server) => {
    server.answer(tools.licensable, () => ({ items: createGrants('blue', 'red') }));
    server.answer(licenses.issue, ({ body }) => {
      const brand = body.brand ?? 'blue';
      if (!body.preview) return createLicense({ brand });
      return createPreview({
        brand,
        offer: {
          expiryDate: createDay(brand === 'red' ? 30 : 365),
          seatsUsed: 0,
          takesSeat: true,
          seatsAllowed: 2,
          movesUsed: 0,
          movesAllowed: 3,
        },
      });
    });
  });

describe('a user who has the tool for several brands chooses one of the brands', () => {
  test('the brand that the server would choose is preselected', async () => {
    const { screen } = await openWithTwoBrands();
    await expect.element(screen.getByRole('radio', { name: 'Basics Blue' })).toBeChecked();
  });

  test('after the user chooses another brand, the page shows the result for this brand and issues the licence for it', async () => {
    const { screen, server } = await openWithTwoBrands();
    await screen.getByRole('radio', { name: 'Basics Red' }).click();
    await expect.element(screen.getByText(`Ready for a licence until ${formatDay(createDay(30))}`)).toBeVisible();
    await screen.getByRole('button', { name: 'Issue licence' }).click();
    await expect.element(screen.getByText(/^Licensed until/)).toBeVisible();
    expect(server.requests(licenses.issue).at(-1)?.body).toEqual({
      verificationCode: code,
      tool: 'basics',
      brand: 'red',
    });
  });

  test('the brand can be changed by keyboard', async () => {
    const { screen } = await openWithTwoBrands();
    await expect.element(screen.getByText(`Ready for a licence until ${formatDay(createDay(365))}`)).toBeVisible();
    screen.getByRole('radio', { name: 'Basics Blue' }).element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(screen.getByText(`Ready for a licence until ${formatDay(createDay(30))}`)).toBeVisible();
  });
});

test('when all PCs are in use, the page offers a bridge, which is a licence for a few days, and marks it as a bridge', async () => {
  const problem = { code: 'SEAT_LIMIT' as const, message: 'All 2 PCs are in use (A, B).' };
  const { screen, server } = await openCheck((fakeServer) => {
    fakeServer.answer(helpRequests.listOf, () => createOwnHelpRequests());
    fakeServer.answer(licenseAdmin.overview, () => createOverview({ bridge: true, expiryDate: createDay(7) }));
    fakeServer.answer(licenses.issue, ({ body }) =>
      body.preview === true
        ? createPreview({ problem, bridge: { expiryDate: createDay(7) } })
        : createLicense({ bridge: true, expiryDate: createDay(7) }),
    );
  });
  await expect.element(screen.getByText('Both your seats are taken')).toBeVisible();
  await expectAccessible();
  await screen.getByRole('button', { name: 'Get 7 days' }).click();
  await expect.element(screen.getByText(/^Licensed for 7 days, until/)).toBeVisible();
  expect(server.requests(licenses.issue).at(-1)?.body).toMatchObject({ bridge: true });
});

describe('a refusal because of the seats says first what is wrong, then what helps now', () => {
  const seatLimit = { ...createSeatLimitRefusal(), bridge: { expiryDate: createDay(7) } };
  const machines = [
    createMachine({ name: 'STUDIO-01', license: createLicense({ expiryDate: createDay(18) }) }),
    createMachine({ machineId: 12, name: 'STUDIO-02', license: createLicense({ expiryDate: createDay(345) }) }),
  ];

  test('on a phone, the reason and the first way out are in view, with one primary button, few words and few controls', async () => {
    await page.viewport(390, 844);
    const { screen, server, address } = await openCheck((fakeServer) => {
      fakeServer.answer(licenseAdmin.machines, () => ({
        items: [createToolUsage({ seatsUsed: 2, seatsAllowed: 2, machines })],
      }));
      fakeServer.answer(licenseAdmin.overview, () => createOverview({ bridge: true, expiryDate: createDay(7) }));
      fakeServer.answer(licenses.issue, ({ body }) =>
        body.preview === true ? createPreview(seatLimit) : createLicense({ bridge: true }),
      );
    });
    await expect.element(screen.getByText('No seat')).toBeVisible();
    await expect.element(screen.getByText('Both your seats are taken')).toBeInViewport();
    await expect.element(screen.getByRole('button', { name: 'Get 7 days' })).toBeInViewport();
    const main = screen.getByRole('main').element();
    await expect.element(screen.getByText('Ask Simon Aasen for another seat')).toBeVisible();
    expect([...main.querySelectorAll('button[class*="primary"]')].map(({ textContent }) => textContent)).toEqual([
      'Get 7 days',
    ]);
    expect(main.querySelectorAll('a, button, summary, input, textarea').length).toBeLessThanOrEqual(12);
    expect(main.textContent.split(/\s+/).length).toBeLessThanOrEqual(120);
    await expectAccessible();
    // From the refusal to a licence for 7 days: one press.
    await screen.getByRole('button', { name: 'Get 7 days' }).click();
    await expect.poll(address).toBe('/license/1');
    expect(server.requests(licenses.issue).at(-1)?.body).toMatchObject({ bridge: true });
  });

  test('if the tool has a free seat for another brand, the first way is this brand', async () => {
    const { screen, server } = await openCheck((fakeServer) => {
      fakeServer.answer(tools.licensable, () => ({ items: createGrants('blue', 'red') }));
      fakeServer.answer(licenses.issue, ({ body }) =>
        createPreview(body.brand === 'red' ? { brand: 'red' } : { ...seatLimit, brand: 'blue' }),
      );
    });
    await screen.getByRole('button', { name: 'Use Basics Red' }).click();
    await expect.element(screen.getByText(/^Ready for a licence until/)).toBeVisible();
    expect(server.requests(licenses.issue).at(-1)?.body).toMatchObject({ brand: 'red' });
  });
});
