import { interfaceTimings } from '@basics/contract/calls/limits.ts';
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

const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Sets the width of the box and waits for two frames, after which the ResizeObserver has reported the width. */
async function setBoxWidth(width: number): Promise<void> {
  const element = box.element();
  if (!(element instanceof HTMLElement)) throw new Error('There is no box.');
  element.style.width = `${width}px`;
  await waitForFrame();
  await waitForFrame();
}

test('the width is read at once, and at most every 100 ms while it keeps changing (T222)', async () => {
  expect(interfaceTimings.resizeThrottleMs).toBe(100);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const rectSpy = vi.spyOn(HTMLDivElement.prototype, 'getBoundingClientRect');
  await render(<MeasuredBox />);
  await setBoxWidth(300);
  vi.advanceTimersByTime(100);
  await expect.element(box).toHaveTextContent('300 px');

  rectSpy.mockClear();
  for (const width of [310, 320, 330]) await setBoxWidth(width);
  vi.advanceTimersByTime(99);
  expect(rectSpy).not.toHaveBeenCalled();
  await expect.element(box).toHaveTextContent('300 px');
  vi.advanceTimersByTime(1);
  expect(rectSpy).toHaveBeenCalledTimes(1);
  await expect.element(box).toHaveTextContent('330 px');
  vi.advanceTimersByTime(1000);
  expect(rectSpy).toHaveBeenCalledTimes(1);
});

test('an element that is removed is not observed any more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const rectSpy = vi.spyOn(HTMLDivElement.prototype, 'getBoundingClientRect');
  const screen = await render(<MeasuredBox />);
  await setBoxWidth(300);
  await screen.unmount();
  rectSpy.mockClear();
  vi.advanceTimersByTime(1000);
  expect(rectSpy).not.toHaveBeenCalled();
});
