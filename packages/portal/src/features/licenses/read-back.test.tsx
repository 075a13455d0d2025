import type { LicensePreview } from '@basics/contract/licenses.ts';
import { licenseRefusals, licenses } from '@basics/contract/licenses.ts';
import { problems } from '@basics/contract/problems.ts';
import { tools } from '@basics/contract/tools.ts';
import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { refusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import {
  answerLicenses,
  dayIn,
  grantsFor,
  licenseWith,
  previewWith,
  secondsNow,
  verificationCode,
} from '#portal/testing/licenses.ts';
import { userWith } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const day = 86_400;
const code = verificationCode();
const user = userWith('DesignerOffice');

const openWith = (answers: (server: FakeServer) => void, verification = code) =>
  openPortal({
    at: `/license/verify#c=${verification}`,
    user,
    answers: (server) => {
      answerLicenses(server);
      answers(server);
    },
  });

const openPreview = (preview: Partial<LicensePreview>, verification = code) =>
  openWith((server) => server.answer(licenses.issue, () => previewWith(preview)), verification);

test('what a code says of itself is there before the server has answered', async () => {
  const answer = Promise.withResolvers<LicensePreview>();
  const { screen } = await openWith((server) => server.answer(licenses.issue, () => answer.promise));
  await expect.element(screen.getByText('DESKTOP-4F7K2QX')).toBeVisible();
  await expect.element(screen.getByText('Basics 1.0.1')).toBeVisible();
  await expect.element(screen.getByText(/^3 minutes ago \(/)).toBeVisible();
  await expect.element(screen.getByText('New PC')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Issue licence' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible();
  answer.resolve(previewWith());
  await expect.element(screen.getByText('New PC')).toBeVisible();
});

test('a new PC: until when, how many PCs and moves, for which brand, and one button that issues', async () => {
  const { screen } = await openPreview({});
  await expect.element(screen.getByText('You have no licence for this PC yet.')).toBeVisible();
  await expect.element(screen.getByText('0 of 2; this PC takes one more')).toBeVisible();
  await expect.element(screen.getByText('1 of 3 used in 12 months')).toBeVisible();
  await expect.element(screen.getByText(/\(in 365 days\)$/)).toBeVisible();
  await expect.element(screen.getByText('Basics Blue', { exact: true }).last()).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Issue licence' })).toBeVisible();
  await expectAccessible();
});

test.each<[LicensePreview['machine']['relation'], RegExp]>([
  ['known', /the new one takes its place/],
  ['changed', /some parts changed\. It keeps its place/],
  ['moved', /takes the place of another one/],
])('a PC that is %s is told', async (relation, words) => {
  const { screen } = await openPreview({ machine: { name: 'DESKTOP-4F7K2QX', relation } });
  await expect.element(screen.getByText(words)).toBeVisible();
});

test('the PC whose place is taken is named', async () => {
  const { screen } = await openPreview({ machine: { name: 'NEW', relation: 'moved', replaces: 'OLD-PC' } });
  await expect
    .element(screen.getByText('Takes the place of OLD-PC, whose licence then counts as replaced.'))
    .toBeVisible();
});

test('a PC without a name is called so', async () => {
  const nameless = verificationCode({ machineName: '' });
  const { screen } = await openPreview({ machine: { name: '', relation: 'new' } }, nameless);
  await expect.element(screen.getByText('PC without a name')).toBeVisible();
});

describe('the clock of the PC', () => {
  test('is mentioned when it is ahead, in words, and does no harm', async () => {
    const { screen } = await openPreview({ clockSkewSeconds: 240 });
    await expect.element(screen.getByText(/^4 minutes ahead of the portal\. The code is good/)).toBeVisible();
    await expect.element(screen.getByText('just now')).not.toBeInTheDocument();
  });

  test('is not mentioned when it agrees', async () => {
    const { screen } = await openPreview({ clockSkewSeconds: 20 });
    await expect.element(screen.getByText('New PC')).toBeVisible();
    await expect.element(screen.getByText('Clock of the PC')).not.toBeInTheDocument();
  });

  test('is told by the refusal alone when it is too far ahead', async () => {
    const problem = { code: 'CLOCK_AHEAD', message: "This PC's clock is 2 hours ahead. Set it right." } as const;
    const { screen } = await openPreview({ clockSkewSeconds: 7200, problem });
    await expect.element(screen.getByText(problem.message)).toBeVisible();
    await expect.element(screen.getByText('Clock of the PC')).not.toBeInTheDocument();
  });
});

test('a code that gets old is warned of, with how long codes are accepted', async () => {
  const old = verificationCode({ createdAt: secondsNow() - 9 * day });
  const { screen } = await openPreview({ clockSkewSeconds: -9 * day }, old);
  await expect.element(screen.getByText('This code is 9 days old. Codes are accepted for 30 days.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Issue licence' })).toBeVisible();
});

describe('every refusal is shown in its words, with a way on and no button that issues', () => {
  const ways: Partial<Record<(typeof licenseRefusals)[number], string>> = {
    CODE_NEWER: 'Contact support',
    SEAT_LIMIT: 'See your PCs',
    ACCOUNT_SUSPENDED: 'Contact support',
  };

  test.each(licenseRefusals)('%s, told with what the code says', async (refused) => {
    const { message } = problems[refused];
    const { screen } = await openPreview({ tool: '7', brand: null, offer: null, problem: { code: refused, message } });
    await expect.element(screen.getByRole('main').getByRole('alert')).toMatchTextContent(message);
    await expect.element(screen.getByRole('heading', { name: 'What this code says' })).toHaveFocus();
    await expect.element(screen.getByRole('button', { name: 'Use another code' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Issue licence' })).not.toBeInTheDocument();
    const way = ways[refused];
    if (refused === 'SEAT_LIMIT')
      await expect.element(screen.getByRole('link', { name: way ?? '' })).toHaveAttribute('href', '/account#pcs');
    if (way !== undefined) await expect.element(screen.getByRole('link', { name: way })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Ask Simon Aasen for help' })).toBeVisible();
  });

  test.each(licenseRefusals)('%s, told instead of an answer', async (refused) => {
    const { screen } = await openWith((server) => server.answer(licenses.issue, () => refusal(refused)));
    await expect.element(screen.getByRole('main').getByRole('alert')).toMatchTextContent(problems[refused].message);
    await expect.element(screen.getByRole('button', { name: 'Use another code' })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Issue licence' })).not.toBeInTheDocument();
  });
});

test('a limit is told beside the numbers that it is about, and no date is promised', async () => {
  const offer = {
    expiryDate: dayIn(365),
    seatsUsed: 2,
    seatsAllowed: 2,
    takesSeat: true,
    movesUsed: 0,
    movesAllowed: 3,
  };
  const problem = { code: 'SEAT_LIMIT', message: 'All 2 PCs of your licence are in use (A, B).' } as const;
  const { screen } = await openPreview({ offer, problem });
  await expect.element(screen.getByText('2 of 2', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Licence until')).not.toBeInTheDocument();
});

test('a mail to support is about the PC', async () => {
  const problem = { code: 'CANNOT_ISSUE', message: problems.CANNOT_ISSUE.message } as const;
  const { screen } = await openPreview({ problem });
  await expect
    .element(screen.getByRole('link', { name: 'Contact support' }))
    .toHaveAttribute('href', 'mailto:support@blue.example?subject=Licence%20for%20DESKTOP-4F7K2QX');
  await expect.element(screen.getByRole('button', { name: /for help$/ })).not.toBeInTheDocument();
});

test('who has no grant at all is told so in the place of a licence, with what it means', async () => {
  const { screen } = await openWith((server) => {
    server.answer(tools.licensable, () => ({ items: [] }));
    const problem = { code: 'NO_TOOL_GRANT', message: problems.NO_TOOL_GRANT.message } as const;
    server.answer(licenses.issue, () => previewWith({ tool: '7', brand: null, offer: null, problem }));
  });
  await expect
    .element(screen.getByRole('main').getByRole('alert'))
    .toMatchTextContent(/User hasn't tools and brands.*Ask for one/);
  expect(screen.getByText("User hasn't tools and brands").elements()).toHaveLength(1);
});

test('a code that cannot be asked about can be asked about again', async () => {
  const { screen, server } = await openWith((failing) => failing.answer(licenses.issue, () => refusal('INTERNAL')));
  await expect.element(screen.getByText('The code is in order, but what it brings could not be loaded.')).toBeVisible();
  await expectAccessible();
  server.answer(licenses.issue, () => previewWith());
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('New PC')).toBeVisible();
});

test('another code begins again with an empty field that has the focus', async () => {
  const { screen } = await openPreview({});
  await screen.getByRole('button', { name: 'Use another code' }).click();
  const field = screen.getByLabelText('Verification code');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
});

const openBoth = () =>
  openWith((server) => {
    server.answer(tools.licensable, () => ({ items: grantsFor('blue', 'red') }));
    server.answer(licenses.issue, ({ body }) => {
      const brand = body.brand ?? 'blue';
      if (!body.preview) return licenseWith({ brand });
      return previewWith({
        brand,
        offer: {
          expiryDate: dayIn(brand === 'red' ? 30 : 365),
          seatsUsed: 0,
          takesSeat: true,
          seatsAllowed: 2,
          movesUsed: 0,
          movesAllowed: 3,
        },
      });
    });
  });

describe('an account with the tool for several brands', () => {
  test('begins with the one that the server would take', async () => {
    const { screen } = await openBoth();
    await expect.element(screen.getByRole('radio', { name: 'Basics Blue' })).toBeChecked();
  });

  test('sees what another one brings, and gets the licence for that', async () => {
    const { screen, server } = await openBoth();
    await screen.getByRole('radio', { name: 'Basics Red' }).click();
    await expect.element(screen.getByText(/\(in 30 days\)$/)).toBeVisible();
    await screen.getByRole('button', { name: 'Issue licence' }).click();
    await expect.element(screen.getByRole('heading', { name: /is ready$/ })).toBeVisible();
    expect(server.requests(licenses.issue).at(-1)?.body).toEqual({
      verificationCode: code,
      tool: 'basics',
      brand: 'red',
    });
  });

  test('may change the brand by keyboard', async () => {
    const { screen } = await openBoth();
    await expect.element(screen.getByText(/\(in 365 days\)$/)).toBeVisible();
    screen.getByRole('radio', { name: 'Basics Blue' }).element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(screen.getByText(/\(in 30 days\)$/)).toBeVisible();
  });
});
