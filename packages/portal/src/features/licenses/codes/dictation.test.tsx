import { licenses } from '@basics/contract/licenses/licenses.ts';
import { printCheckedLines } from '@basics/licensing/text/line-check.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { answerLicenses, createVerificationCode } from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const verificationCode = createVerificationCode();
/** The lines of the code as a user types them: without the prefix, the dashes and the letter U of the check characters. */
const lines = printCheckedLines(verificationCode).map((line) =>
  line.replace(/^BV-/, '').replaceAll(/[-U]/g, '').toLowerCase(),
);
const [first = '', second = '', third = '', fourth = ''] = lines;

async function openDictation() {
  const openedPortal = await openPortal({
    at: '/license/verify',
    user: createUser('DesignerOffice'),
    prepareServer: answerLicenses,
  });
  await openedPortal.screen.getByRole('button', { name: 'Other ways' }).click();
  await openedPortal.screen.getByRole('button', { name: 'Type line by line' }).click();
  await expect.element(openedPortal.screen.getByLabelText('Line 1')).toHaveFocus();
  return openedPortal;
}

test('a dictated code is checked line by line, and the check of the licence opens after the last line', async () => {
  const { screen, server } = await openDictation();
  await expect.element(screen.getByText('0 of at least 66 characters of the code')).toBeVisible();
  await userEvent.keyboard(first);
  await expect
    .element(screen.getByLabelText('Line 1'))
    .toHaveAccessibleDescription(/This line is right.*two four zero/);
  await expect.element(screen.getByLabelText('Line 2')).toHaveFocus();
  await userEvent.keyboard(second);
  await expect.element(screen.getByLabelText('Line 3')).toHaveFocus();
  await userEvent.keyboard(third);
  await expect.element(screen.getByText('72 of 90 characters of the code')).toBeVisible();
  await expect.element(screen.getByLabelText('Line 4')).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard(fourth);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toHaveFocus();
  expect(server.requests(licenses.issue).map(({ body }) => body)).toEqual([{ verificationCode, preview: true }]);
});

test.each([
  ['BV-', 'with Enter after each line', '{Enter}'],
  ['bv ', 'with Enter after each line', '{Enter}'],
  ['BV', 'without Enter', ''],
  ['b v - ', 'without Enter', ''],
])('a code that begins with "%s" is typed %s', async (prefix, _, afterLine) => {
  const { screen, server } = await openDictation();
  await userEvent.keyboard(`${prefix}${first}${afterLine}`);
  await expect.element(screen.getByLabelText('Line 1')).toHaveAccessibleDescription(/This line is right/);
  await expect.element(screen.getByLabelText('Line 2')).toHaveFocus();
  await userEvent.keyboard(`${second}${afterLine}${third}${afterLine}`);
  await expect.element(screen.getByLabelText('Line 4')).toHaveFocus();
  await userEvent.keyboard(fourth);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toHaveFocus();
  expect(server.requests(licenses.issue).map(({ body }) => body)).toEqual([{ verificationCode, preview: true }]);
});

test('Enter and Next line never leave the line that is expected, and a right line never changes', async () => {
  const { screen } = await openDictation();
  const field = (line: number) => screen.getByLabelText(`Line ${line}`);
  await userEvent.keyboard(`${first.slice(0, 20)}{Enter}`);
  await expect.element(field(1)).toHaveFocus();
  await expect.element(field(1)).toHaveAccessibleDescription(/Line 1 has 20 of 26 characters\. Ask for it again/);
  await userEvent.keyboard(first.slice(20));
  await screen.getByRole('button', { name: 'Next line' }).click();
  await screen.getByRole('button', { name: 'Next line' }).click();
  await expect.element(field(2)).toHaveFocus();
  await field(1).click();
  await userEvent.keyboard(`{End}${second}`);
  await expect.element(field(1)).toHaveValue(first);
  await expect.element(field(2)).toHaveValue(second);
  await expect.element(field(3)).toHaveFocus();
});

test.each([
  ['without check characters', verificationCode],
  ['with check characters, on several lines', printCheckedLines(verificationCode).join('\n')],
])('a whole code that is pasted into one line %s is checked', async (_, code) => {
  const { screen, server } = await openDictation();
  await screen.getByLabelText('Line 2').fill(code);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'DESKTOP-4F7K2QX' })).toHaveFocus();
  expect(server.requests(licenses.issue).map(({ body }) => body)).toEqual([{ verificationCode, preview: true }]);
});

test('a wrong line shows an error at once, and a short line shows an error when the user leaves it', async () => {
  const { screen } = await openDictation();
  await screen.getByLabelText('Line 2').fill(second.replace('w', 'v'));
  await expect
    .element(screen.getByLabelText('Line 2'))
    .toHaveAccessibleDescription(/Line 2 is wrong\. Ask for it again/);
  await screen.getByLabelText('Line 1').fill(first.slice(0, 20));
  await expect.element(screen.getByLabelText('Line 1')).toBeValid();
  await screen.getByLabelText('Line 2').click();
  await expect
    .element(screen.getByLabelText('Line 1'))
    .toHaveAccessibleDescription(/Line 1 has 20 of 26 characters\. Ask for it again/);
  await expectAccessible();
});
