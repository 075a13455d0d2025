import type { Page } from '@playwright/test';
import { installKeyboardWalk, type Stop } from './keyboard-stops.ts';

/**
 * Presses Tab, or Shift+Tab, until the focus comes back to a control, and returns what is wrong: controls that are not reached, a wrong
 * order, an invisible or covered focus, and a focus that cannot leave a part of the page. While a modal dialog is open, only the controls
 * of the dialog are checked. If the controls change during the check, because a part of the page is loaded late, the check begins again.
 */
export async function checkFocusOrder(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  await page.evaluate(installKeyboardWalk);
  const names = await page.evaluate(() => globalThis.keyboardWalk.listControls());
  const findings: string[] = [];
  const reachedIndexes = new Set<number>();
  // A control may have the focus before the first key is pressed. The page need not show this focus.
  const firstStop = await page.evaluate(() => globalThis.keyboardWalk.readStop());
  let previous: Stop = { ...firstStop, index: -1 };
  for (let presses = 0; presses <= names.length + 8; presses += 1) {
    await page.keyboard.press(key);
    const stop: Stop = await page.evaluate(() => globalThis.keyboardWalk.readStop());
    findings.push(...judgeStop(stop, previous, key === 'Tab'));
    // Between the last and the first control, the focus is on the page or the dialog itself, whose index is -1.
    if (stop.index !== -1 && reachedIndexes.has(stop.index)) break;
    reachedIndexes.add(stop.index);
    previous = stop;
  }
  if (await page.evaluate(() => globalThis.keyboardWalk.haveControlsChanged())) return checkFocusOrder(page, key);
  reachedIndexes.add(firstStop.index);
  return [
    ...findings,
    ...names.filter((_, index) => !reachedIndexes.has(index)).map((name) => `${key} does not reach ${name}`),
  ];
}

function judgeStop(stop: Stop, previous: Stop, isForwards: boolean): string[] {
  const findings: string[] = [];
  if (previous.index !== -1 && previous.index !== stop.index && previous.appearance === stop.appearanceOfPrevious)
    findings.push(`nothing shows the focus of ${previous.name}`);
  if (stop.index === -1 && stop.name !== '') findings.push(`the focus is on ${stop.name}, which is no control`);
  if (stop.coveringElement !== '') findings.push(`${stop.coveringElement} covers ${stop.name}`);
  if (stop.isBeforePrevious && isForwards)
    findings.push(`the focus goes back from ${previous.name} to ${stop.name}, against the reading order`);
  return findings;
}
