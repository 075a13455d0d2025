import axe from 'axe-core';
import { expect } from 'vitest';

/** Fails with what axe finds against WCAG 2.2 A and AA and its own best practices. */
export async function expectAccessible(): Promise<void> {
  // Half way from one colour to the other, a contrast is nobody's intention.
  const changes = document.getAnimations().filter(({ effect }) => !isEndless(effect));
  await Promise.allSettled(changes.map(({ finished }) => finished));
  const { violations } = await axe.run(document.body, {
    // Of the rest only the verdict is wanted.
    resultTypes: ['violations'],
    preload: false,
    selectors: false,
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
}

const isEndless = (effect: AnimationEffect | null): boolean => effect?.getComputedTiming().endTime === Infinity;
