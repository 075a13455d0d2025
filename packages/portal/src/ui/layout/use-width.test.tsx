import { interfaceTimings } from '@basics/contract/limits.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useWidth } from './use-width.ts';

function MeasuredBox() {
  const [ref, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={ref} data-testid="box">
      {width} px
    </div>
  );
}

const box = page.getByTestId('box');

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Sets the width of the box, and waits until the ResizeObserver has reported it: before the frame after the next. */
async function setBoxWidth(width: number): Promise<void> {
  const element = box.element();
  if (!(element instanceof HTMLElement)) throw new Error('There is no box.');
  element.style.width = `${width}px`;
  await nextFrame();
  await nextFrame();
}

test('the width is read at once, and at most every 100 ms while it keeps changing', async () => {
  expect(interfaceTimings.resizeThrottleMs).toBe(100);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const readSpy = vi.spyOn(HTMLDivElement.prototype, 'getBoundingClientRect');
  await render(<MeasuredBox />);
  await setBoxWidth(300);
  vi.advanceTimersByTime(100);
  await expect.element(box).toHaveTextContent('300 px');

  readSpy.mockClear();
  for (const width of [310, 320, 330]) await setBoxWidth(width);
  vi.advanceTimersByTime(99);
  expect(readSpy).not.toHaveBeenCalled();
  await expect.element(box).toHaveTextContent('300 px');
  vi.advanceTimersByTime(1);
  expect(readSpy).toHaveBeenCalledTimes(1);
  await expect.element(box).toHaveTextContent('330 px');
  vi.advanceTimersByTime(1000);
  expect(readSpy).toHaveBeenCalledTimes(1);
});

test('an element that is removed is not observed any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const readSpy = vi.spyOn(HTMLDivElement.prototype, 'getBoundingClientRect');
  const screen = await render(<MeasuredBox />);
  await setBoxWidth(300);
  await screen.unmount();
  readSpy.mockClear();
  vi.advanceTimersByTime(1000);
  expect(readSpy).not.toHaveBeenCalled();
});
