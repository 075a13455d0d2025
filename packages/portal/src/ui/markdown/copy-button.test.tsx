import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { CodeBlock } from './code-block.tsx';
import { createToasts } from '#portal/ui/toasts/toast-store.ts';
import { ToastOutlet, ToastsContext } from '#portal/ui/toasts/toasts.tsx';

const renderCodeBlock = () =>
  render(
    <ToastsContext value={createToasts()}>
      <main>
        <h1>Licence</h1>
        <CodeBlock label="Licence code" code="BL-12345-67890" copyFailure="License code copy error" />
      </main>
      <ToastOutlet />
    </ToastsContext>,
  );

test('the whole code is copied, and the button says so', async () => {
  const writeSpy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await renderCodeBlock();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(writeSpy).toHaveBeenCalledWith('BL-12345-67890');
  await expectAccessible();
});

/** Lets the former command for copying answer whether it has copied the selection, and records the selected text. */
function answerCopyCommand(isCopied: boolean) {
  const selectedTexts: string[] = [];
  vi.spyOn(document, 'execCommand').mockImplementation(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLTextAreaElement) selectedTexts.push(activeElement.value);
    return isCopied;
  });
  return selectedTexts;
}

test('on a page without HTTPS, which has no clipboard API, the text is copied with the command for a selection', async () => {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(Object.create(null));
  const selectedTexts = answerCopyCommand(true);
  await renderCodeBlock();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toHaveFocus();
  expect(selectedTexts).toEqual(['BL-12345-67890']);
  expect(document.querySelectorAll('textarea')).toHaveLength(0);
});

test('when the browser denies the clipboard, the text is selected, an error is shown, and the next step', async () => {
  answerCopyCommand(false);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await renderCodeBlock();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.element(page.getByText('License code copy error')).toBeVisible();
  await expect.element(page.getByText(/The text is selected\. Press Ctrl\+C/)).toBeVisible();
  expect(String(getSelection())).toBe('BL-12345-67890');
});

test('without a clipboard API, the text is selected and an error is shown', async () => {
  answerCopyCommand(false);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(Object.create(null));
  await renderCodeBlock();
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect.element(page.getByText('License code copy error')).toBeVisible();
});
