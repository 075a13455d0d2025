import { licenseAdmin, type LicenseOverview } from '@basics/contract/license-admin/license-admin.ts';
import { storageKeys } from '@basics/contract/calls/limits.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import {
  answerLicenses,
  licenseCode,
  createLicense,
  createOverview,
  createPreview,
  createVerificationCode,
} from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const code = createVerificationCode();

async function openCodeCheck(prepareServer: (server: FakeServer) => void = () => {}) {
  const openedPortal = await openPortal({
    at: `/license/verify#c=${code}`,
    user: createUser('DesignerOffice'),
    prepareServer: (server) => {
      answerLicenses(server);
      prepareServer(server);
    },
  });
  await expect.element(openedPortal.screen.getByText(/^Ready for a licence/)).toBeVisible();
  return openedPortal;
}

async function openResult() {
  const openedPortal = await openCodeCheck();
  await openedPortal.screen.getByRole('button', { name: 'Issue licence' }).click();
  await expect.element(openedPortal.screen.getByText(/^Licensed until/)).toBeVisible();
  return openedPortal;
}

/** Opens the page of licence 1 for its owner, with the given changes of what the server knows about it. */
const openLicensePage = (
  change: Partial<LicenseOverview> = {},
  { at = '/license/1', user = createUser('DesignerOffice') } = {},
) =>
  openPortal({
    at,
    user,
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(licenseAdmin.overview, ({ params }) => createOverview({ licenseId: params.licenseId, ...change }));
    },
  });

const chooseCode = () => page.getByRole('radio', { name: /With a code/ }).click();

/** Returns the name and the text of the next file that the browser saves. */
function waitForSavedFile(): Promise<{ name: string; text: string }> {
  return new Promise((resolve) => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      const name = this.download;
      resolve(fetch(this.href).then(async (saved) => ({ name, text: await saved.text() })));
    });
  });
}

afterEach(() => {
  getSelection()?.removeAllRanges();
  localStorage.removeItem('licenceWay');
});

test('an issued licence opens on its own page, whose heading gets the focus, and a reload shows the same licence', async () => {
  const { screen, server, address } = await openResult();
  expect(address()).toBe('/license/1');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toHaveFocus();
  expect(server.requests(licenses.issue).at(-1)?.body).toEqual({
    verificationCode: code,
    tool: 'basics',
    brand: 'blue',
  });
  await expectAccessible();
  await screen.unmount();
  const reloaded = await openLicensePage();
  await expect.element(reloaded.screen.getByText(/^Licensed until/)).toBeVisible();
  expect(reloaded.server.requests(licenses.issue)).toEqual([]);
});

test('two clicks on the button "Issue licence" send only one request', async () => {
  const { screen, server } = await openCodeCheck();
  const button = screen.getByRole('button', { name: 'Issue licence' }).element();
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(screen.getByText(/^Licensed until/)).toBeVisible();
  expect(server.requests(licenses.issue).filter(({ body }) => body.preview !== true)).toHaveLength(1);
});

test('a licence can be issued by keyboard alone', async () => {
  const { screen } = await openCodeCheck();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: 'Help for this page' })).toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Issue licence' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toHaveFocus();
});

describe('issuing a licence fails', () => {
  test('when the portal has no signing key, the page shows an error and a link to support', async () => {
    const { screen, server } = await openCodeCheck();
    server.answer(licenses.issue, () => createRefusal('CANNOT_ISSUE'));
    await screen.getByRole('button', { name: 'Issue licence' }).click();
    await expect
      .element(screen.getByRole('main').getByRole('alert'))
      .toMatchTextContent(/No licence was issued.*signing key is not available/);
    await expect.element(screen.getByRole('link', { name: 'Contact support' })).toBeVisible();
  });

  test('a licence that is refused only after the check shows the reason', async () => {
    const { screen, server } = await openCodeCheck();
    server.answer(licenses.issue, () =>
      createRefusal('SEAT_LIMIT', { message: 'All 2 PCs that you can license are in use (A, B).' }),
    );
    await screen.getByRole('button', { name: 'Issue licence' }).click();
    await expect
      .element(screen.getByRole('main').getByRole('alert'))
      .toMatchTextContent(/No licence was issued.*All 2 PCs/);
  });

  test('after a lost connection the code stays, and the same button sends the request again', async () => {
    const { screen, server } = await openCodeCheck();
    server.loseConnection(licenses.issue);
    await screen.getByRole('button', { name: 'Issue licence' }).click();
    await expect.element(screen.getByText('No licence was issued')).toBeVisible();
    server.answer(licenses.issue, () => createLicense());
    await screen.getByRole('button', { name: 'Issue licence' }).click();
    await expect.element(screen.getByText(/^Licensed until/)).toBeVisible();
  });
});

describe('the licence code is shown and can be copied', () => {
  test('the licence code is copied as one line, and a message confirms it (T139)', async () => {
    const { screen } = await openLicensePage();
    await chooseCode();
    const writeSpy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const copyButton = screen.getByRole('button', { name: 'Copy licence code' });
    await expect.element(copyButton).toBeVisible();
    const { width } = copyButton.element().getBoundingClientRect();
    await copyButton.click();
    const copiedButton = screen.getByRole('button', { name: 'Copied' });
    await expect.element(copiedButton).toBeVisible();
    expect(copiedButton.element().getBoundingClientRect().width).toBe(width);
    expect(writeSpy).toHaveBeenCalledExactlyOnceWith(licenseCode);
  });

  test('the licence code is selected as one line if the browser denies the clipboard (T140)', async () => {
    const { screen } = await openLicensePage();
    await chooseCode();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    vi.spyOn(document, 'execCommand').mockReturnValue(false);
    await screen.getByRole('button', { name: 'Copy licence code' }).click();
    await expect.element(screen.getByText('License code copy error')).toBeVisible();
    expect(getSelection()?.toString()).toBe(licenseCode);
  });

  test('the licence code is shown on lines of four groups, as in print', async () => {
    const { screen } = await openLicensePage();
    await chooseCode();
    await expect.element(screen.getByText(licenseCode)).toBeVisible();
    const codeElement = screen.getByText(licenseCode).element();
    const linePositions = new Set(
      Array.from(codeElement.childNodes, (node) => readLinePosition(node)).filter((top) => top !== null),
    );
    expect(linePositions.size).toBe(8);
  });

  test('the licence code is also shown as a QR code beside the text', async () => {
    const { screen } = await openLicensePage();
    await chooseCode();
    await expect.element(screen.getByRole('img', { name: 'QR code of the licence code' })).toBeVisible();
    await expectAccessible();
  });
});

function readLinePosition(node: Node): number | null {
  const range = document.createRange();
  range.selectNode(node);
  const { width, top } = range.getBoundingClientRect();
  return width === 0 ? null : Math.round(top);
}

describe('the licence file can be saved', () => {
  test('the licence file is saved under the name from the server, and the install command contains that name (T141)', async () => {
    const { screen } = await openLicensePage();
    const saved = waitForSavedFile();
    const name = 'Basics_blue_DESKTOP-4F7K2QX_2027-11-21.lic';
    await screen.getByRole('button', { name: 'Download licence file' }).click();
    expect(await saved).toEqual({ name, text: 'BASICS LICENCE FILE v1\n' });
    await expect.element(screen.getByText(`Saved as ${name}`)).toBeVisible();
    await screen.getByText('In a terminal').click();
    await expect.element(screen.getByText(`basics install ${name}`)).toBeVisible();
  });

  test('if the licence file cannot be loaded, the user can try again (T138)', async () => {
    const { screen, server } = await openLicensePage();
    server.answer(licenses.download, () => createRefusal('INTERNAL'));
    await screen.getByRole('button', { name: 'Download licence file' }).click();
    await expect.element(screen.getByText('Download license error')).toBeVisible();
    answerLicenses(server);
    const saved = waitForSavedFile();
    await screen.getByRole('button', { name: 'Try again' }).click();
    expect((await saved).name).toMatch(/\.lic$/);
    await expect.element(screen.getByText('Download license error')).not.toBeInTheDocument();
  });
});

test('a code that already has a licence opens the page of that licence, and nothing is issued', async () => {
  const { screen, address, server } = await openPortal({
    at: `/license/verify#c=${code}`,
    user: createUser('DesignerOffice'),
    prepareServer: (fakeServer) => {
      answerLicenses(fakeServer);
      fakeServer.answer(licenses.issue, () => createPreview({ existingLicenseId: 7 }));
    },
  });
  await expect.poll(address).toBe('/license/7');
  await expect.element(screen.getByText('This code already had a licence. Nothing new was issued')).toBeVisible();
  expect(server.requests(licenses.issue).every(({ body }) => body.preview)).toBe(true);
});

test('a renewed licence says until when the PC works without it, and its owner ticks that it is installed', async () => {
  await page.viewport(390, 844);
  const overview = createOverview({ renewedFrom: '2026-12-16', expiryDate: '2027-12-16', mail: 'sent' });
  const { screen, server } = await openLicensePage(overview);
  const main = screen.getByRole('main');
  await expect.element(main).toMatchTextContent(/Renewed until 16 December 2027.*Not installed yet/);
  await expect.element(main).toMatchTextContent(/16 Dec 2026 without the new file.*16 Dec 2027 with it/);
  await expect
    .element(screen.getByRole('heading', { name: 'One step is left: install it on DESKTOP-4F7K2QX' }))
    .toBeVisible();
  await expect.element(screen.getByText('Also in your e-mail')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
  const installedAt = new Date().toISOString();
  server.answer(licenses.setInstalled, () => createLicense({ installedAt }));
  server.answer(licenseAdmin.overview, () => ({ ...overview, installedAt }));
  await screen.getByRole('checkbox', { name: 'I have installed it on DESKTOP-4F7K2QX' }).click();
  await expect.element(screen.getByText(/^It can be renewed from/)).toBeVisible();
  await expect.element(main).toMatchTextContent(/Licensed until 16 December 2027/);
  await expect.element(screen.getByText('Not installed yet')).not.toBeInTheDocument();
  expect(server.requests(licenses.setInstalled)).toMatchObject([
    { params: { id: 42, licenseId: 1 }, body: { isInstalled: true } },
  ]);
});

test('staff see whose licence it is, and no text addresses them as its owner', async () => {
  const { screen } = await openLicensePage({ userId: 101 }, { user: { ...createUser('Salesman'), userId: 7 } });
  await expect.element(screen.getByRole('link', { name: 'Dina Ohlsen' })).toHaveAttribute('href', '/users/101');
  await expect.element(screen.getByRole('button', { name: 'Send it to Dina Ohlsen' })).toBeVisible();
  await expect.element(screen.getByRole('checkbox', { name: 'It is installed on DESKTOP-4F7K2QX' })).toBeVisible();
  await expect.element(screen.getByRole('main')).not.toMatchTextContent(/\b(you|your|I have)\b/i);
  await expectAccessible();
});

test('a licence that ended offers neither its file nor its code, but the licence that the PC has now', async () => {
  const ended = { how: 'replaced' as const, at: '2027-03-05T10:00:00.000Z' };
  const { screen, address } = await openLicensePage({
    status: 'Replaced',
    ended,
    current: { licenseId: 9, machineName: 'DESKTOP-4F7K2QX' },
  });
  await expect.element(screen.getByText('Replaced on 5 March 2027')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Download licence file' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('radio', { name: /With a code/ })).not.toBeInTheDocument();
  await expectAccessible();
  await screen.getByRole('link', { name: 'Open it' }).click();
  await expect.poll(address).toBe('/license/9');
});

test('staff read why a licence was revoked; its owner does not', async () => {
  const revoked = { status: 'Revoked' as const, ended: { how: 'revoked' as const, at: '2027-03-05T10:00:00.000Z' } };
  const { screen } = await openLicensePage(revoked);
  await expect.element(screen.getByText('Revoked on 5 March 2027')).toBeVisible();
  await expect.element(screen.getByRole('main').getByRole('link', { name: 'Get a licence' })).toBeVisible();
  await screen.unmount();
  const withReason = { ...revoked, userId: 101, ended: { ...revoked.ended, by: 'Simon Aasen', reason: 'Not paid' } };
  const staff = await openLicensePage(withReason, { user: { ...createUser('Salesman'), userId: 7 } });
  await expect.element(staff.screen.getByText('Reason, by Simon Aasen')).toBeVisible();
  await expect.element(staff.screen.getByText('Not paid')).toBeVisible();
  expect(staff.screen.getByRole('link', { name: 'Get a licence' }).elements()).toEqual([]);
});

test.each(['/license/99', '/license/none'])(
  '%s, which this user cannot see, is shown like a missing licence',
  async (at) => {
    const { screen } = await openPortal({
      at,
      user: createUser('OEM'),
      prepareServer: (server) => server.answer(licenseAdmin.overview, () => createRefusal('RESULTS_NOT_FOUND')),
    });
    await expect.element(screen.getByRole('heading', { level: 1, name: 'Results not found' })).toBeVisible();
    await screen.getByRole('link', { name: 'Go to Home' }).click();
  },
);

test('signed out, the address of a licence opens the sign-in page and is remembered', async () => {
  const { address } = await openPortal({ at: '/license/1' });
  await expect.poll(address).toBe('/sign-in');
  expect(sessionStorage.getItem(storageKeys.previousUrl)).toBe('/license/1');
});

test('the page of a licence that could not be loaded can be tried again', async () => {
  const { screen, server } = await openPortal({
    at: '/license/1',
    user: createUser('OEM'),
    prepareServer: (fakeServer) => fakeServer.answer(licenseAdmin.overview, () => createRefusal('INTERNAL')),
  });
  await expect.element(screen.getByText('The licence could not be loaded.')).toBeVisible();
  answerLicenses(server);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(/^Licensed until/)).toBeVisible();
});
