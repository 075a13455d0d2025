import { interfaceTimings } from '@basics/contract/limits.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useWidth } from './use-width.ts';

function Shown() {
  const [ref, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={ref} data-testid="box">
      {width} px
    </div>
  );
}

const box = page.getByTestId('box');

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Sets the width of the box, and waits until the ResizeObserver has reported it: before the frame after the next. */
async function become(width: number): Promise<void> {
  const element = box.element();
  if (!(element instanceof HTMLElement)) throw new Error('There is no box.');
  element.style.width = `${width}px`;
  await frame();
  await frame();
}

test('a width is read at once, and at most every 100 ms while it keeps changing', async () => {
  expect(interfaceTimings.resizeThrottleMs).toBe(100);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const read = vi.spyOn(HTMLDivElement.prototype, 'getBoundingClientRect');
  await render(<Shown />);
  await become(300);
  vi.advanceTimersByTime(100);
  await expect.element(box).toHaveTextContent('300 px');

  read.mockClear();
  for (const width of [310, 320, 330]) await become(width);
  vi.advanceTimersByTime(99);
  expect(read).not.toHaveBeenCalled();
  await expect.element(box).toHaveTextContent('300 px');
  vi.advanceTimersByTime(1);
  expect(read).toHaveBeenCalledTimes(1);
  await expect.element(box).toHaveTextContent('330 px');
  vi.advanceTimersByTime(1000);
  expect(read).toHaveBeenCalledTimes(1);
});

test('an element that is removed is not observed any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const read = vi.spyOn(HTMLDivElement.prototype, 'getBoundingClientRect');
  const screen = await render(<Shown />);
  await become(300);
  await screen.unmount();
  read.mockClear();
  vi.advanceTimersByTime(1000);
  expect(read).not.toHaveBeenCalled();
});
