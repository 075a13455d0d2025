import type { License } from '@basics/contract/licenses.ts';
import { licenses } from '@basics/contract/licenses.ts';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import {
  answerLicenses,
  licenseCode,
  createLicense,
  createLicensePage,
  createPreview,
  createVerificationCode,
} from '#portal/testing/licenses.ts';
import { createUser } from '#portal/testing/people.ts';
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
  await expect.element(openedPortal.screen.getByText('New PC')).toBeVisible();
  return openedPortal;
}

async function openResult() {
  const openedPortal = await openCodeCheck();
  await openedPortal.screen.getByRole('button', { name: 'Issue licence' }).click();
  await expect.element(openedPortal.screen.getByRole('heading', { name: /is ready$/ })).toBeVisible();
  return openedPortal;
}

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
});

test('the checked licence is issued, and its heading gets the focus', async () => {
  const { screen, server } = await openResult();
  await expect.element(screen.getByRole('heading', { name: 'The licence for DESKTOP-4F7K2QX is ready' })).toHaveFocus();
  await expect.element(screen.getByText(/^It is valid until .* \(in 365 days\)\.$/)).toBeVisible();
  expect(server.requests(licenses.issue).at(-1)?.body).toEqual({
    verificationCode: code,
    tool: 'basics',
    brand: 'blue',
  });
  await expectAccessible();
});

test('two clicks on the button "Issue licence" send only one request', async () => {
  const { screen, server } = await openCodeCheck();
  const button = screen.getByRole('button', { name: 'Issue licence' }).element();
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(screen.getByRole('heading', { name: /is ready$/ })).toBeVisible();
  expect(server.requests(licenses.issue).filter(({ body }) => body.preview !== true)).toHaveLength(1);
});

test('a licence can be issued by keyboard alone', async () => {
  const { screen } = await openCodeCheck();
  await expect.element(screen.getByRole('heading', { name: 'Check before you issue' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Issue licence' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { name: /is ready$/ })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: 'Download licence file' })).toHaveFocus();
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
    await expect.element(screen.getByRole('heading', { name: /is ready$/ })).toBeVisible();
  });
});

describe('the licence code is shown and can be copied', () => {
  test('the licence code is copied as one line, and a message confirms it', async () => {
    const { screen } = await openResult();
    const writeSpy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await screen.getByRole('button', { name: 'Copy licence code' }).click();
    await expect.element(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(writeSpy).toHaveBeenCalledExactlyOnceWith(licenseCode);
  });

  test('the licence code is selected as one line if the browser denies the clipboard', async () => {
    const { screen } = await openResult();
    vi.spyOn(document, 'execCommand').mockReturnValue(false);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
    await screen.getByRole('button', { name: 'Copy licence code' }).click();
    await expect.element(screen.getByText('License code copy error')).toBeVisible();
    expect(getSelection()?.toString()).toBe(licenseCode);
  });

  test('the licence code is shown on lines of four groups, as in print', async () => {
    const { screen } = await openResult();
    const codeElement = screen.getByText(licenseCode).element();
    const linePositions = new Set(
      Array.from(codeElement.childNodes, (node) => readLinePosition(node)).filter((top) => top !== null),
    );
    expect(linePositions.size).toBe(8);
  });

  test('the licence code is also shown as a QR code beside the text', async () => {
    const { screen } = await openResult();
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
  test('the licence file is saved under the name from the server, and the install command contains that name', async () => {
    const { screen } = await openResult();
    const saved = waitForSavedFile();
    await expect.element(screen.getByText('basics install <file>')).toBeVisible();
    await screen.getByRole('button', { name: 'Download licence file' }).click();
    const name = 'Basics_blue_DESKTOP-4F7K2QX_2027-11-21.lic';
    expect(await saved).toEqual({ name, text: 'BASICS LICENCE FILE v1\n' });
    await expect.element(screen.getByText(`Saved as ${name}`)).toBeVisible();
    await expect.element(screen.getByText(`basics install ${name}`)).toBeVisible();
  });

  test('if the licence file cannot be loaded, the user can try again', async () => {
    const { screen, server } = await openResult();
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

const openExisting = (license: Partial<License> = {}) =>
  openPortal({
    at: `/license/verify#c=${code}`,
    user: createUser('DesignerOffice'),
    prepareServer: (server) => {
      answerLicenses(server);
      server.answer(licenses.issue, ({ body }) =>
        body.preview ? createPreview({ existingLicenseId: 1 }) : createLicense(license),
      );
    },
  });

describe('a code for which a licence was already issued', () => {
  test('for a code that already has a licence, the page shows this licence and says that no new licence was issued', async () => {
    const { screen } = await openExisting();
    await expect.element(screen.getByText(/^A licence was already issued for this code\./)).toBeVisible();
    await expect.element(screen.getByText(licenseCode)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Download licence file' })).toBeVisible();
    await expect.element(screen.getByRole('main').getByRole('alert')).not.toBeInTheDocument();
    await expectAccessible();
  });

  test.each([
    ['Expired', /has expired.*create a new code in Basics/],
    ['Replaced', /was replaced.*list of licences/],
    ['Revoked', /was revoked.*create a new code in Basics/],
    ['Suspended', /account of this licence is suspended.*Contact support/],
  ] as const)(
    'the page shows that a licence is %s, and offers no file that Basics would refuse',
    async (status, expectedText) => {
      const { screen } = await openExisting({ status });
      await expect.element(screen.getByRole('main')).toMatchTextContent(expectedText);
      await expect.element(screen.getByRole('button', { name: 'Download licence file' })).not.toBeInTheDocument();
      await expect.element(screen.getByRole('button', { name: 'Use another code' })).toBeVisible();
    },
  );

  test('if the existing licence cannot be loaded, the user can try again', async () => {
    const { screen, server } = await openPortal({
      at: `/license/verify#c=${code}`,
      user: createUser('DesignerOffice'),
      prepareServer: (fakeServer) => {
        answerLicenses(fakeServer);
        fakeServer.answer(licenses.issue, ({ body }) =>
          body.preview ? createPreview({ existingLicenseId: 1 }) : createRefusal('INTERNAL'),
        );
      },
    });
    await expect.element(screen.getByRole('main').getByRole('alert')).toMatchTextContent(/Something went wrong/);
    server.answer(licenses.issue, () => createLicense());
    await screen.getByRole('button', { name: 'Try again' }).click();
    await expect.element(screen.getByText(licenseCode)).toBeVisible();
  });
});

test('the page of an issued licence links to all licences of the user', async () => {
  const { screen, address, server } = await openResult();
  server.answer(licenses.list, () => createLicensePage(createLicense()));
  await screen.getByRole('link', { name: 'All your licences' }).click();
  await expect.poll(address).toBe('/account');
  await expect.element(screen.getByRole('row', { name: /DESKTOP-4F7K2QX/ })).toBeVisible();
});

test('the button to license another PC opens an empty field for its code', async () => {
  const { screen } = await openResult();
  await screen.getByRole('button', { name: 'Licence for another PC' }).click();
  await expect.element(screen.getByLabelText('Verification code')).toHaveFocus();
});
