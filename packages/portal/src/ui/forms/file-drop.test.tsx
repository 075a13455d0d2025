import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { FileDrop } from './file-drop.tsx';

async function show() {
  const onFile = vi.fn<(file: File) => void>();
  await render(<FileDrop label="Choose a .bvr file" accept=".bvr" onFile={onFile} dropLabel="Drop it" />);
  return onFile;
}

const drag = (type: string, files: File[], relatedTarget: EventTarget | null = null): DragEvent => {
  const carried = new DataTransfer();
  for (const file of files) carried.items.add(file);
  const event = new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true, relatedTarget });
  document.body.dispatchEvent(event);
  return event;
};

const file = new File(['BV-1'], 'pc.bvr');
const overlay = page.getByText('Drop it');

test('a file can be picked, the same one twice', async () => {
  const onFile = await show();
  const picker = document.querySelector('input[type="file"]');
  if (picker === null) throw new Error('There is no picker.');
  await userEvent.upload(picker, file);
  await userEvent.upload(picker, file);
  await expect.poll(() => onFile.mock.calls.map(([each]) => each.name)).toEqual(['pc.bvr', 'pc.bvr']);
});

test('a file may be dropped anywhere on the page, which says so while it hovers', async () => {
  const onFile = await show();
  expect(drag('dragover', [file]).defaultPrevented).toBe(true);
  await expect.element(overlay).toBeVisible();
  expect(drag('drop', [file]).defaultPrevented).toBe(true);
  expect(onFile).toHaveBeenCalledTimes(1);
  await expect.poll(() => overlay.elements()).toEqual([]);
});

test('a file that leaves the window again is forgotten', async () => {
  const onFile = await show();
  drag('dragover', [file]);
  await expect.element(overlay).toBeVisible();
  drag('dragleave', [file]);
  await expect.poll(() => overlay.elements()).toEqual([]);
  expect(onFile).not.toHaveBeenCalled();
});

test('text that is dragged is left to the browser', async () => {
  await show();
  expect(drag('dragover', []).defaultPrevented).toBe(false);
  expect(overlay.elements()).toEqual([]);
});

test('where several are wanted, all that are dropped or picked are taken at once, in their order', async () => {
  const onFiles = vi.fn<(files: readonly File[]) => void>();
  await render(<FileDrop label="Choose .bvr files" accept=".bvr" onFiles={onFiles} />);
  const other = new File(['BV-2'], 'laptop.bvr');
  drag('drop', [file, other]);
  const picker = document.querySelector('input[type="file"]');
  if (picker === null) throw new Error('There is no picker.');
  await userEvent.upload(picker, [other, file]);
  await expect
    .poll(() => onFiles.mock.calls.map(([files]) => files.map(({ name }) => name)))
    .toEqual([
      ['pc.bvr', 'laptop.bvr'],
      ['laptop.bvr', 'pc.bvr'],
    ]);
});
