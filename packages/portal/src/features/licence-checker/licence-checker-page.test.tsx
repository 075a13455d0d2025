import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createLicenceCode, createLicenceFile, createKeyList, testKeyId } from '#portal/testing/signed-licences.ts';

const keysAt = '/.well-known/basics-licence-keys';

/** Records all requests of the page: address, headers and body of each, as one text. */
function watchNetwork(answer: () => Response): string[] {
  const sent: string[] = [];
  const realFetch = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push(
      `${request.method} ${request.url} ${JSON.stringify([...request.headers])} ${await request.clone().text()}`,
    );
    return new URL(request.url).pathname === keysAt ? answer() : realFetch(input, init);
  };
  vi.spyOn(navigator, 'sendBeacon').mockImplementation(() => sent.push('beacon') > 0);
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => void sent.push('XMLHttpRequest'));
  onTestFinished(() => {
    globalThis.fetch = realFetch;
  });
  return sent;
}

const answerKeys =
  (status = 'current') =>
  (): Response =>
    Response.json(createKeyList(status));

async function open(answer = answerKeys(), signedIn = false) {
  const sent = watchNetwork(answer);
  const opened = await openPortal({ at: '/licence-checker', ...(signedIn && { user: createUser('OEM') }) });
  await expect.element(opened.screen.getByRole('heading', { level: 1, name: 'Licence checker' })).toBeVisible();
  return { ...opened, sent };
}

function dropFile(content: string, name = 'Basics_blue_DESK-1.lic'): void {
  const carried = new DataTransfer();
  carried.items.add(new File([content], name));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: carried, bubbles: true, cancelable: true }));
}

const locateFact = (name: string): string | undefined =>
  [...document.querySelectorAll('dt')].find((term) => term.textContent === name)?.nextElementSibling?.textContent;

test.each([
  ['who is not signed in', false],
  ['who is', true],
])('a dropped licence file is checked for %s, and all its contents are shown in words', async (_, signedIn) => {
  const { screen } = await open(answerKeys(), signedIn);
  dropFile(createLicenceFile());
  await expect.element(screen.getByRole('heading', { name: 'Genuine and valid' })).toHaveFocus();
  expect(locateFact('Signed with key')).toBe(`${testKeyId}the current key of the portal`);
  expect(locateFact('PC')).toBe('DESK-1');
  expect(locateFact('Brand')).toBe('Basics Blue');
  expect(locateFact('Add-ons')).toBe('Config Rail');
  await expect.element(screen.getByText(/the clock of this device: \d/)).toBeVisible();
  await expect.element(screen.getByText(/Not checked: whether the licence is for a certain PC/)).toBeVisible();
  await expectAccessible();
});

test('a pasted licence code is checked at once, even if an e-mail client has reformatted it', async () => {
  const { screen } = await open();
  const code = createLicenceCode();
  const field = screen.getByLabelText('Licence code, or the text of a licence file');
  await field.click();
  const mail = document.body.appendChild(document.createElement('textarea'));
  mail.value = `> ${code.slice(0, 62).toLowerCase()}\n> ${code.slice(62)}`;
  mail.select();
  await userEvent.copy();
  mail.remove();
  field.element().focus();
  await userEvent.paste();
  await expect.element(screen.getByRole('heading', { name: 'Genuine and valid' })).toBeVisible();
});

test('a typed licence is checked when it is submitted; another one replaces the first', async () => {
  const { screen } = await open();
  await screen.getByLabelText('Licence code, or the text of a licence file').fill(createLicenceCode().slice(0, 90));
  await screen.getByRole('button', { name: 'Check licence' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Part of the licence code is missing' })).toHaveFocus();
  await expect.element(screen.getByText(/of 192 characters/)).toBeVisible();
  dropFile(createLicenceFile().replace('payload: eyJ2', 'payload: eyJ3'));
  await expect.element(screen.getByRole('heading', { name: 'Not genuine' })).toHaveFocus();
  expect(screen.getByRole('heading', { name: 'Part of the licence code is missing' }).elements()).toEqual([]);
});

test('Ctrl+Enter submits the typed text', async () => {
  const { screen } = await open();
  await screen.getByLabelText('Licence code, or the text of a licence file').fill(createLicenceCode().slice(0, 90));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(screen.getByRole('heading', { name: 'Part of the licence code is missing' })).toHaveFocus();
});

test('a licence of a revoked key is reported as such', async () => {
  const { screen } = await open(answerKeys('revoked'));
  dropFile(createLicenceFile());
  await expect.element(screen.getByRole('heading', { name: 'Its key was revoked' })).toBeVisible();
});

test('no request contains any part of the licence', async () => {
  const { screen, sent } = await open();
  const [file, code] = [createLicenceFile(), createLicenceCode()];
  dropFile(file);
  await expect.element(screen.getByRole('heading', { name: 'Genuine and valid' })).toBeVisible();
  await screen.getByLabelText('Licence code, or the text of a licence file').fill(code);
  await screen.getByRole('button', { name: 'Check licence' }).click();
  await expect.poll(() => locateFact('Came as')).toMatch(/^licence code/);
  expect(sent.filter((request) => request.includes(keysAt))).not.toEqual([]);
  expect(sent.filter((request) => /^(beacon|XMLHttpRequest)/.test(request))).toEqual([]);
  const payload = /payload: (\S+)/.exec(file)?.[1] ?? '';
  const pieces = [...code.split('-').slice(1), payload.slice(0, 40), payload.slice(-40), 'DESK-1', 'a1a2a3a4a5a6a7a8'];
  for (const piece of pieces)
    expect(
      sent.filter((request) => request.includes(piece)),
      piece,
    ).toEqual([]);
  expect(document.querySelector('form')?.hasAttribute('action')).toBe(false);
});

test('keys that cannot be loaded show an error, and a retry checks a licence that was dropped meanwhile', async () => {
  let isThere = false;
  const { screen } = await open(() =>
    isThere ? Response.json(createKeyList('current')) : new Response(null, { status: 503 }),
  );
  await expect.element(screen.getByText(/could not be loaded. A licence cannot be checked without them/)).toBeVisible();
  dropFile(createLicenceFile());
  await expectAccessible();
  isThere = true;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Genuine and valid' })).toBeVisible();
});

test('a portal without published keys shows a message', async () => {
  const { screen } = await open(() => Response.json({ keys: [] }));
  await expect.element(screen.getByText(/has not published any keys yet/)).toBeVisible();
});

test('a file that is too large is refused at the field', async () => {
  const { screen } = await open();
  dropFile('x'.repeat(100_001));
  await expect
    .element(screen.getByLabelText('Licence code, or the text of a licence file'))
    .toHaveAccessibleDescription(/too large to be a licence/);
});

test('the checker can be saved as a file', async () => {
  const { screen } = await open();
  const link = screen.getByRole('link', { name: 'Save checker' });
  await expect.element(link).toHaveAttribute('href', '/licence-checker.html');
  await expect.element(link).toHaveAttribute('download');
});

test.each([1280, 390, 320])('the page fits a window of %d pixels', async (width) => {
  await page.viewport(width, 800);
  const { screen } = await open();
  dropFile(createLicenceFile());
  await expect.element(screen.getByRole('heading', { name: 'Genuine and valid' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
