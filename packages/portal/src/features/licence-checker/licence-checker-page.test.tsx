import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import {
  createKeyList,
  createLicenceCode,
  createLicenceFile,
  createRevocationList,
  publishedNames,
  testKeyId,
} from '#portal/testing/records/signed-licences.ts';

const keysPath = '/.well-known/basics-licence-keys';

/** Records all requests of the page. Each entry has the address, the headers and the body as one text. */
function watchNetwork(createResponse: () => Response, createList: () => Response): string[] {
  const sentRequests: string[] = [];
  const originalFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    sentRequests.push(
      `${request.method} ${request.url} ${JSON.stringify([...request.headers])} ${await request.clone().text()}`,
    );
    switch (new URL(request.url).pathname) {
      case keysPath:
        return createResponse();
      case '/.well-known/basics-revocations/7':
        return createList();
      case '/.well-known/basics-tools':
        return Response.json(publishedNames);
      default:
        return originalFetch(input, init);
    }
  };
  vi.spyOn(navigator, 'sendBeacon').mockImplementation(() => sentRequests.push('beacon') > 0);
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => void sentRequests.push('XMLHttpRequest'));
  onTestFinished(() => {
    globalThis.fetch = originalFetch;
  });
  return sentRequests;
}

const answerKeys =
  (status = 'current') =>
  (): Response =>
    Response.json(createKeyList(status));

const answerList = (): Response => new Response(createRevocationList());

async function openChecker(createResponse = answerKeys(), isSignedIn = false, createList = answerList) {
  const sentRequests = watchNetwork(createResponse, createList);
  const openedPortal = await openPortal({ at: '/licence-checker', ...(isSignedIn && { user: createUser('OEM') }) });
  await expect.element(openedPortal.screen.getByRole('heading', { level: 1, name: 'Licence checker' })).toBeVisible();
  return { ...openedPortal, sent: sentRequests };
}

function dropFile(content: string, name = 'Basics_blue_DESK-1.lic'): void {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], name));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

const readFact = (name: string): string | undefined =>
  [...document.querySelectorAll('dt')].find((term) => term.textContent === name)?.nextElementSibling?.textContent;

test.each([
  ['a visitor', false],
  ['a signed-in user', true],
])('%s can drop a licence file, and its check and all its contents are shown', async (_, isSignedIn) => {
  const { screen } = await openChecker(answerKeys(), isSignedIn);
  dropFile(createLicenceFile());
  await expect.element(screen.getByRole('heading', { name: 'Genuine and valid' })).toHaveFocus();
  expect(readFact('Signed with key')).toBe(`${testKeyId}the current key of the portal`);
  expect(readFact('PC')).toBe('DESK-1');
  expect(readFact('Brand')).toBe('Basics Blue');
  expect(readFact('Add-ons')).toBe('Config Rail');
  await expect.element(screen.getByText(/the clock of this device: \d/)).toBeVisible();
  await expect.element(screen.getByText(/Whether it is for a certain PC/)).toBeVisible();
  await expectAccessible();
  await expectFits(1280, 390, 320);
});

test('a pasted licence code is checked at once, even if an e-mail client has reformatted it', async () => {
  const { screen } = await openChecker();
  const code = createLicenceCode();
  const field = screen.getByLabelText('Licence code, or the text of a licence file');
  await field.click();
  const textArea = document.body.appendChild(document.createElement('textarea'));
  textArea.value = `> ${code.slice(0, 62).toLowerCase()}\n> ${code.slice(62)}`;
  textArea.select();
  await userEvent.copy();
  textArea.remove();
  field.element().focus();
  await userEvent.paste();
  await expect.element(screen.getByRole('heading', { name: 'Genuine and valid' })).toBeVisible();
});

test('a typed licence is checked when it is submitted, and another licence replaces its result', async () => {
  const { screen } = await openChecker();
  await screen.getByLabelText('Licence code, or the text of a licence file').fill(createLicenceCode().slice(0, 90));
  await screen.getByRole('button', { name: 'Check licence' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Part of the licence code is missing' })).toHaveFocus();
  await expect.element(screen.getByText(/of 192 characters/)).toBeVisible();
  dropFile(createLicenceFile().replace('payload: eyJ2', 'payload: eyJ3'));
  await expect.element(screen.getByRole('heading', { name: 'Not genuine' })).toHaveFocus();
  expect(screen.getByRole('heading', { name: 'Part of the licence code is missing' }).elements()).toEqual([]);
});

test('the field has the focus, and a whole licence is checked even if no paste event announces it', async () => {
  const { screen } = await openChecker();
  const field = screen.getByLabelText('Licence code, or the text of a licence file');
  await expect.element(field).toHaveFocus();
  await field.fill(createLicenceCode());
  await expect.element(screen.getByRole('heading', { name: 'Genuine and valid' })).toHaveFocus();
});

test('Ctrl+Enter submits the typed text', async () => {
  const { screen } = await openChecker();
  await screen.getByLabelText('Licence code, or the text of a licence file').fill(createLicenceCode().slice(0, 90));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(screen.getByRole('heading', { name: 'Part of the licence code is missing' })).toHaveFocus();
});

test('the page reports that the key of a licence was revoked (T119)', async () => {
  const { screen } = await openChecker(answerKeys('revoked'));
  dropFile(createLicenceFile());
  await expect.element(screen.getByRole('heading', { name: 'Its key was revoked' })).toBeVisible();
});

test('the page reports that a licence was revoked, and says when this could not be checked (T118)', async () => {
  let list: string | null = createRevocationList({ ids: ['a1a2a3a4a5a6a7a8'] });
  const { screen } = await openChecker(answerKeys(), false, () => new Response(list, { status: list ? 200 : 404 }));
  dropFile(createLicenceFile());
  await expect.element(screen.getByRole('heading', { name: 'Revoked' })).toHaveFocus();
  expect(screen.getByText(/Install the licence/).elements()).toEqual([]);
  list = null;
  await screen.getByRole('button', { name: 'Check licence' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Genuine, but revocation not checked' })).toHaveFocus();
  await expect.element(screen.getByText(/Not checked: whether it was revoked since/)).toBeVisible();
  await expectAccessible();
});

test('no request contains any part of the licence', async () => {
  const { screen, sent: sentRequests } = await openChecker();
  const [file, code] = [createLicenceFile(), createLicenceCode()];
  dropFile(file);
  await expect.element(screen.getByRole('heading', { name: 'Genuine and valid' })).toBeVisible();
  await screen.getByLabelText('Licence code, or the text of a licence file').fill(code);
  await expect.poll(() => readFact('Came as')).toMatch(/^licence code/);
  expect(sentRequests.filter((request) => request.includes(keysPath))).not.toEqual([]);
  expect(sentRequests.filter((request) => /^(beacon|XMLHttpRequest)/.test(request))).toEqual([]);
  const payload = /payload: (\S+)/.exec(file)?.[1] ?? '';
  const licenceParts = [
    ...code.split('-').slice(1),
    payload.slice(0, 40),
    payload.slice(-40),
    'DESK-1',
    'a1a2a3a4a5a6a7a8',
  ];
  for (const licencePart of licenceParts)
    expect(
      sentRequests.filter((request) => request.includes(licencePart)),
      licencePart,
    ).toEqual([]);
  expect(document.querySelector('form')?.hasAttribute('action')).toBe(false);
});

test('if the keys cannot be loaded, the page shows an error, and Try again checks the licence file that was dropped before', async () => {
  let isAvailable = false;
  const { screen } = await openChecker(() =>
    isAvailable ? Response.json(createKeyList('current')) : new Response(null, { status: 503 }),
  );
  await expect.element(screen.getByText(/could not be loaded. A licence cannot be checked without them/)).toBeVisible();
  dropFile(createLicenceFile());
  await expectAccessible();
  isAvailable = true;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Genuine and valid' })).toBeVisible();
});

test('a portal without published keys shows a message', async () => {
  const { screen } = await openChecker(() => Response.json({ keys: [] }));
  await expect.element(screen.getByText(/has not published any keys yet/)).toBeVisible();
});

test('several files are refused at the field', async () => {
  const { screen } = await openChecker();
  const dataTransfer = new DataTransfer();
  for (const name of ['a.lic', 'b.lic']) dataTransfer.items.add(new File([createLicenceFile()], name));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect
    .element(screen.getByLabelText('Licence code, or the text of a licence file'))
    .toHaveAccessibleDescription(/Only one licence can be checked at a time/);
});

test('a file that is too large is refused at the field', async () => {
  const { screen } = await openChecker();
  dropFile('x'.repeat(100_001));
  await expect
    .element(screen.getByLabelText('Licence code, or the text of a licence file'))
    .toHaveAccessibleDescription(/too large to be a licence/);
});

test('the checker can be saved as a file', async () => {
  const { screen } = await openChecker();
  const link = screen.getByRole('link', { name: 'Save checker' });
  await expect.element(link).toHaveAttribute('href', '/licence-checker.html');
  await expect.element(link).toHaveAttribute('download');
});

test.each([
  ['a visitor', false],
  ['a signed-in user', true],
])('a licence that %s enters is not stored in the browser', async (_, isSignedIn) => {
  const { screen } = await openChecker(answerKeys(), isSignedIn);
  const code = createLicenceCode();
  await screen.getByLabelText('Licence code, or the text of a licence file').fill(code);
  await expect.element(screen.getByRole('heading', { name: 'Genuine and valid' })).toBeVisible();
  expect(JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])).not.toContain(code);
});
