import { licenseAdmin } from '@basics/contract/license-admin/license-admin.ts';
import { home, type HomeFigures } from '@basics/contract/home/home.ts';
import { downloads } from '@basics/contract/release-notes/downloads.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerFigures } from '#portal/testing/records/figures.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenses, createVerificationCode } from '#portal/testing/records/licenses.ts';
import { createUser, setup } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const openHome = (prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at: '/',
    user: createUser('DesignerOffice'),
    prepareServer: (server) => {
      answerLicenses(server);
      prepareServer(server);
    },
  });

test('the title says to a customer what matters now, and the window title is Home (T115)', async () => {
  const { screen } = await openHome();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Get your first licence.' })).toBeVisible();
  await expect.poll(() => document.title).toMatch(/^Home/);
});

test('a customer downloads the newest file of the tool from the home page, and learns why a file is gone', async () => {
  const file = { releaseId: 4, title: 'Basics 1.3.2', version: '1.3.2', releaseDate: '2026-03-01', tool: 'basics' };
  const platform = { toolName: 'Basics', brand: null, platform: 'Windows 64-bit', fileName: 'Basics-1.3.2.msi' };
  const { screen, server } = await openPortal({
    at: '/',
    user: createUser('DesignerOffice'),
    setup: { ...setup, downloads: true },
    prepareServer: (fake) => {
      answerLicenses(fake);
      fake.answer(downloads.downloads, () => ({
        items: [{ ...file, ...platform, bytes: 84_000_000, sha256: '0'.repeat(64) }],
      }));
      fake.answer(downloads.downloadLink, () => createRefusal('RESULTS_NOT_FOUND'));
    },
  });
  await expect.element(screen.getByText('Basics 1.3.2 for Windows 64-bit')).toBeVisible();
  await expect.element(screen.getByText('84 MB · 1 March 2026')).toBeVisible();
  await expectAccessible();
  await screen.getByRole('button', { name: 'Download Basics-1.3.2.msi' }).click();
  await expect.element(screen.getByText('The file cannot be downloaded')).toBeVisible();
  expect(server.requests(downloads.downloadLink).map(({ body }) => body)).toEqual([
    { releaseId: 4, fileName: 'Basics-1.3.2.msi' },
  ]);
});

describe('the home page has a field for a code', () => {
  test('a whole code opens the page that checks it without a press, and does not stay in the address', async () => {
    const { screen, address } = await openHome();
    await screen.getByLabelText('Verification code').fill(`> ${createVerificationCode()}\n100%`);
    await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toHaveFocus();
    expect(address()).toBe('/license/verify');
  });

  test('a first licence needs two presses: paste the code, issue the licence', async () => {
    const { screen, address } = await openHome();
    await screen.getByLabelText('Verification code').fill(createVerificationCode());
    await screen.getByRole('button', { name: 'Issue licence' }).click();
    await expect.poll(address).toBe('/license/1');
  });

  test('a text that is not a code also opens the licence page, which shows an error at the field', async () => {
    const { screen } = await openHome();
    await screen.getByLabelText('Verification code').fill('BV-240G01-R10000');
    await screen.getByRole('button', { name: 'Check code' }).click();
    await expect
      .element(screen.getByLabelText('Verification code'))
      .toHaveAccessibleDescription(/Part of the code is missing/);
  });

  test('the button Check code shows an error if the field is empty, and the home page stays', async () => {
    const { screen, address } = await openHome();
    await screen.getByRole('button', { name: 'Check code' }).click();
    await expect
      .element(screen.getByLabelText('Verification code'))
      .toHaveAccessibleDescription(/Verification code is required\./);
    expect(address()).toBe('/');
  });
});

describe('text and files that are pasted or dropped on the home page', () => {
  const expectCodeCheck = () =>
    expect.element(page.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toBeVisible();
  const createDataTransfer = (fillData: (data: DataTransfer) => void): DataTransfer => {
    const data = new DataTransfer();
    fillData(data);
    return data;
  };
  const mailText = `Hello Ada,\n> ${createVerificationCode()}\nRegards`;

  test('a code that is pasted outside of the field is checked', async () => {
    await openHome();
    await expect.element(page.getByLabelText('Verification code')).toBeVisible();
    const clipboardData = createDataTransfer((data) => data.setData('text/plain', mailText));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    await expectCodeCheck();
  });

  test.each([
    ['an e-mail with a code', createDataTransfer((data) => data.setData('text/plain', mailText))],
    [
      'a file with a code',
      createDataTransfer((data) => data.items.add(new File([createVerificationCode()], 'pc.bvr'))),
    ],
  ])('the page checks %s that is dropped anywhere', async (_what, dataTransfer) => {
    await openHome();
    await expect.element(page.getByLabelText('Verification code')).toBeVisible();
    const dragOver = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
    document.body.dispatchEvent(dragOver);
    expect(dragOver.defaultPrevented).toBe(true);
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    await expectCodeCheck();
  });

  test('a code that arrives without a paste event is checked', async () => {
    await openHome();
    const field = page.getByLabelText('Verification code');
    await field.fill('Hello Ada, this is no code, but it is long enough.');
    await expect.element(field).toBeVisible();
    await field.fill(mailText);
    await expectCodeCheck();
  });

  const createCode = (machineName: string): string =>
    createVerificationCode({ machineName, fingerprint: new Uint8Array(16).fill(machineName.length) });
  const twoCodes = `${createCode('TWO-A')}\nand\n${createCode('SECOND-B')}`;

  test.each([
    ['a text', createDataTransfer((data) => data.setData('text/plain', twoCodes))],
    ['one file', createDataTransfer((data) => data.items.add(new File([twoCodes], 'both.txt')))],
    [
      'two files',
      createDataTransfer((data) => {
        for (const name of ['TWO-A', 'SECOND-B']) data.items.add(new File([createCode(name)], `${name}.bvr`));
      }),
    ],
    [
      'an e-mail that is longer than an address can be',
      createDataTransfer((data) => data.setData('text/plain', `${'Dear all, '.repeat(3000)}\n${twoCodes}`)),
    ],
  ])('two codes in %s are both checked', async (_what, dataTransfer) => {
    const { address } = await openHome();
    await expect.element(page.getByLabelText('Verification code')).toBeVisible();
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    await expect.poll(address).toBe('/license/many');
    await expect.element(page.getByRole('row').filter({ hasText: 'TWO-A' })).toBeVisible();
    await expect.element(page.getByRole('row').filter({ hasText: 'SECOND-B' })).toBeVisible();
  });

  test('of several files, a file without a code is named', async () => {
    await openHome();
    const field = page.getByLabelText('Verification code');
    await expect.element(field).toBeVisible();
    const dataTransfer = createDataTransfer((data) => {
      data.items.add(new File([createCode('TWO-A')], 'pc.bvr'));
      data.items.add(new File(['a shopping list'], 'list.txt'));
    });
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    await expect.element(field).toHaveAccessibleDescription(/“list.txt” contains no verification code/);
  });

  test('a file that is too large shows an error below the field', async () => {
    await openHome();
    const field = page.getByLabelText('Verification code');
    await expect.element(field).toBeVisible();
    const dataTransfer = createDataTransfer((data) => data.items.add(new File(['x'.repeat(100_001)], 'pc.bvr')));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    await expect.element(field).toHaveAccessibleDescription(/This file is too large/);
  });
});

test('staff have no field for a code on the home page, and their own PCs are not loaded', async () => {
  const { screen, server } = await openPortal({
    at: '/',
    user: createUser('Administrator'),
    prepareServer: answerFigures,
  });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'All done' })).toBeVisible();
  expect(screen.getByLabelText('Verification code').elements()).toEqual([]);
  expect(server.requests(licenseAdmin.machines)).toEqual([]);
});

const ageRanges = [0, 2, 4, 8, 15, 31];
const createAgeFigures = (...counts: number[]) => ({
  total: counts.reduce((sum, count) => sum + count, 0),
  byAge: ageRanges.map((fromDays, index) => {
    const nextStep = ageRanges[index + 1];
    return { fromDays, toDays: nextStep === undefined ? null : nextStep - 1, count: counts[index] ?? 0 };
  }),
});
const createMonthFigures = (firstMonth: string, ...counts: number[]) => ({
  total: counts.reduce((sum, count) => sum + count, 0),
  byMonth: Array.from({ length: 12 }, (_, index) => {
    const day = new Date(`${firstMonth}-01T00:00:00Z`);
    day.setUTCMonth(day.getUTCMonth() + index);
    return { month: day.toISOString().slice(0, 7), count: counts[index] ?? 0 };
  }),
});

const createFigures = (changes: Partial<HomeFigures> = {}): HomeFigures => ({
  clock: null,
  spraying: null,
  requests: createAgeFigures(3, 2, 0, 1, 0, 4),
  licenses: createMonthFigures('2026-11', 3, 8, 0, 1),
  neverActivated: createAgeFigures(1),
  ...changes,
});

describe('staff see figures of their open requests, expiring licences and accounts without a password', () => {
  const openStaff = async (prepareServer: (server: FakeServer) => void) => {
    const portal = await openPortal({
      at: '/',
      user: createUser('Salesman'),
      prepareServer: (server) => {
        answerFigures(server);
        prepareServer(server);
      },
    });
    await page.getByText('More figures').click();
    return portal;
  };

  test('each figure has a bar chart and a table with the same numbers', async () => {
    const { screen } = await openStaff((server) => server.answer(home.figures, () => createFigures()));
    const requestsFigure = screen.getByRole('region', { name: 'Requests by age' });
    await expect.element(requestsFigure.getByText('10 open requests')).toBeVisible();
    await expect
      .element(requestsFigure.getByRole('table'))
      .toMatchTextContent('AgeRequests0–1 days32–3 days24–7 days08–14 days115–30 days031 days or more4');
    await expect.poll(() => findBars(requestsFigure.element())).toHaveLength(6);
    expect(readBarHeights(requestsFigure.element())).toEqual([0.75, 0.5, 0, 0.25, 0, 1]);
    const licenseFigure = screen.getByRole('region', { name: 'Licences by month of expiry' });
    await expect.element(licenseFigure.getByText('12 licences expire within 12 months')).toBeVisible();
    await expect.element(licenseFigure.getByRole('row', { name: 'January 2027 0' })).toBeVisible();
    await expect.poll(() => findBars(licenseFigure.element())).toHaveLength(12);
    await expect.element(screen.getByText('1 account without a password')).toBeVisible();
    await expectAccessible();
  });

  test.each([
    ['forwards', 'The clock of the server jumped forwards', /portal clock accept/],
    ['database', 'The clocks of the server and of the database differ', /until both clocks agree/],
  ] as const)('a notice shows that the clock may be wrong (%s), why, and what to do', async (kind, title, nextStep) => {
    const clockChange = { from: '2026-11-22T12:00:00.000Z', to: '2106-11-22T12:00:00.000Z' };
    const { screen } = await openStaff((server) =>
      server.answer(home.figures, () => createFigures({ clock: { kind, ...clockChange } })),
    );
    await expect.element(screen.getByText(title)).toBeVisible();
    await expect.element(screen.getByText(/22 November 2106/)).toBeVisible();
    await expect.element(screen.getByText(nextStep)).toBeVisible();
    await expectAccessible();
  });

  test('if someone tried passwords at many accounts, a notice says so and links to the entries of the audit log', async () => {
    const triedPasswords = { passwords: 2, latest: '2026-11-22T12:00:00.000Z' };
    const { screen } = await openStaff((server) =>
      server.answer(home.figures, () => createFigures({ spraying: triedPasswords })),
    );
    await expect
      .element(screen.getByText(/2 passwords were tried at ten accounts or more each.*22 November 2026/))
      .toBeVisible();
    await expect
      .element(screen.getByRole('link', { name: 'Show in the audit log' }))
      .toHaveAttribute('href', '/admin/audit?action=session.passwordSprayed');
  });

  test('the figures have the same order in the HTML and on the screen, and the licences by month come first', async () => {
    await page.viewport(1280, 900);
    const { screen } = await openStaff((server) => server.answer(home.figures, () => createFigures()));
    await expect.element(screen.getByText('10 open requests')).toBeVisible();
    const regions = ['Licences by month of expiry', 'Requests by age', 'Invitations not used'].map((name) =>
      screen.getByRole('region', { name }).element(),
    );
    expect([...document.querySelectorAll('section')].filter((section) => regions.includes(section))).toEqual(regions);
    const [licensesBox, requestsFigure, accounts] = regions.map((region) => region.getBoundingClientRect());
    expect(licensesBox?.bottom).toBeLessThan(requestsFigure?.top ?? 0);
    expect(requestsFigure?.right).toBeLessThan(accounts?.left ?? 0);
  });

  test.each([1280, 390])(
    'in a window of %i pixels, the space for the figures is reserved before they load',
    async (width) => {
      await page.viewport(width, 900);
      const { promise, resolve } = Promise.withResolvers<HomeFigures>();
      const { screen } = await openStaff((server) => server.answer(home.figures, () => promise));
      const lastFigure = screen.getByRole('region', { name: 'Invitations not used' });
      await expect.element(lastFigure).toBeVisible();
      const { top, height } = lastFigure.element().getBoundingClientRect();
      resolve(createFigures());
      await expect.element(screen.getByText('10 open requests')).toBeVisible();
      const newBox = lastFigure.element().getBoundingClientRect();
      expect([Math.round(newBox.top - top), Math.round(newBox.height - height)]).toEqual([0, 0]);
    },
  );

  test('each month of the bar chart links to the licences that expire in this month', async () => {
    const { screen } = await openStaff((server) => server.answer(home.figures, () => createFigures()));
    await expect
      .element(screen.getByRole('link', { name: 'December 2026' }))
      .toHaveAttribute('href', '/licenses?status=Active&endsFrom=2026-12-01&endsTo=2026-12-31');
  });

  test('a figure without any records shows a text in place of its bar chart', async () => {
    const { screen } = await openStaff((server) =>
      server.answer(home.figures, () => ({
        clock: null,
        spraying: null,
        requests: createAgeFigures(),
        licenses: createMonthFigures('2026-11'),
        neverActivated: createAgeFigures(),
      })),
    );
    await expect.element(screen.getByText('No open requests.')).toBeVisible();
    await expect.element(screen.getByText('No licence expires within 12 months.')).toBeVisible();
    await expect.element(screen.getByText('All approved users have set a password.')).toBeVisible();
    expect(screen.getByRole('table').elements()).toEqual([]);
  });

  test('figures that cannot be loaded can be retried', async () => {
    const { screen, server } = await openStaff((fakeServer) =>
      fakeServer.answer(home.figures, () => createRefusal('INTERNAL')),
    );
    await expect.element(screen.getByText('The figures could not be loaded')).toBeVisible();
    server.answer(home.figures, () => createFigures());
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByText('10 open requests')).toBeVisible();
  });

  test('the bar charts adapt to the width of the window', async () => {
    await page.viewport(390, 800);
    const { screen } = await openStaff((server) => server.answer(home.figures, () => createFigures()));
    const requestsFigure = screen.getByRole('region', { name: 'Requests by age' });
    await expect.poll(() => findBars(requestsFigure.element())).toHaveLength(6);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    const narrowWidth = requestsFigure.element().querySelector('svg')?.clientWidth ?? 0;
    await page.viewport(1600, 800);
    await expect
      .poll(() => requestsFigure.element().querySelector('svg')?.clientWidth ?? 0)
      .toBeGreaterThan(narrowWidth);
  });
});

const findBars = (card: Element): Element[] => [...card.querySelectorAll('svg rect')];

/** Returns the heights of the bars, relative to the highest. */
function readBarHeights(card: Element): number[] {
  const barHeights = findBars(card).map((bar) => Number(bar.getAttribute('height')));
  return barHeights.map((height) => Math.round((height / Math.max(...barHeights)) * 100) / 100);
}
