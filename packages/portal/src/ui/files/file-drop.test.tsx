import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FileDrop } from './file-drop.tsx';

async function renderFileDrop() {
  const onFile = vi.fn<(file: File) => void>();
  await render(<FileDrop label="Choose a .bvr file" accept=".bvr" onFile={onFile} dropLabel="Drop it" />);
  return onFile;
}

const dispatchDragEvent = (type: string, files: File[], relatedTarget: EventTarget | null = null): DragEvent => {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, relatedTarget });
  document.body.dispatchEvent(event);
  return event;
};

const file = new File(['BV-1'], 'pc.bvr');
const overlay = page.getByText('Drop it');

test('a file can be chosen, and the same file can be chosen again', async () => {
  const onFile = await renderFileDrop();
  const picker = document.querySelector('input[type="file"]');
  if (picker === null) throw new Error('There is no picker.');
  await userEvent.upload(picker, file);
  await userEvent.upload(picker, file);
  await expect.poll(() => onFile.mock.calls.map(([each]) => each.name)).toEqual(['pc.bvr', 'pc.bvr']);
});

test('a file can be dropped anywhere on the page, which shows a message while the file is dragged over it', async () => {
  const onFile = await renderFileDrop();
  expect(dispatchDragEvent('dragover', [file]).defaultPrevented).toBe(true);
  await expect.element(overlay).toBeVisible();
  expect(dispatchDragEvent('drop', [file]).defaultPrevented).toBe(true);
  expect(onFile).toHaveBeenCalledTimes(1);
  await expect.poll(() => overlay.elements()).toEqual([]);
});

test('the message about dropping a file is hidden when the file is dragged out of the window', async () => {
  const onFile = await renderFileDrop();
  dispatchDragEvent('dragover', [file]);
  await expect.element(overlay).toBeVisible();
  dispatchDragEvent('dragleave', [file]);
  await expect.poll(() => overlay.elements()).toEqual([]);
  expect(onFile).not.toHaveBeenCalled();
});

test('the browser itself handles dragged text, and the page shows no message', async () => {
  await renderFileDrop();
  expect(dispatchDragEvent('dragover', []).defaultPrevented).toBe(false);
  expect(overlay.elements()).toEqual([]);
});

test('`onFiles` gets all dropped or chosen files in one call, in their order', async () => {
  const onFiles = vi.fn<(files: readonly File[]) => void>();
  await render(<FileDrop label="Choose .bvr files" accept=".bvr" onFiles={onFiles} />);
  const secondFile = new File(['BV-2'], 'laptop.bvr');
  dispatchDragEvent('drop', [file, secondFile]);
  const picker = document.querySelector('input[type="file"]');
  if (picker === null) throw new Error('There is no picker.');
  await userEvent.upload(picker, [secondFile, file]);
  await expect
    .poll(() => onFiles.mock.calls.map(([files]) => files.map(({ name }) => name)))
    .toEqual([
      ['pc.bvr', 'laptop.bvr'],
      ['laptop.bvr', 'pc.bvr'],
    ]);
});
