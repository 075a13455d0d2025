import type { Page } from '@playwright/test';
import { pageAddresses } from './page-addresses.ts';
import { followPath, trackRequests, waitUntilQuiet } from './quiet-page.ts';
import { expect, openPage, openSignedIn, test } from './test.ts';

/** Selects all elements that a user can press. */
const pressableSelector = 'a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button]';

/**
 * Selects the most used touch targets. Links in tables are left out, because a link in a table row is as large as the
 * row.
 */
const mainSelector =
  'button, select, textarea, input:not([type=checkbox], [type=radio]), nav a, header[data-chrome] a, main a[href]:not(table a)';

/**
 * Finds the targets that are smaller than `side` pixels (WCAG 2.2). For each target, checks which elements are at four points: on the left,
 * on the right, above and below the centre. With `mustBelong`, all four points must belong to the target (criterion 2.5.5). Without
 * `mustBelong`, the points may also be empty space, which is the spacing exception of criterion 2.5.8. Links in a sentence and invisible
 * elements are not checked.
 */
const findSmallTargets = (
  page: Page,
  selector: string,
  { side, mustBelong }: { side: number; mustBelong: boolean },
): Promise<string[]> =>
  page.evaluate(
    ({ targetSelector, anyTargetSelector, distance, mustPointsBelong }) => {
      const findTarget = (element: Element | null): Element | null =>
        element?.closest('label')?.control ?? element?.closest(anyTargetSelector) ?? null;
      const isInText = (target: Element): boolean =>
        target.matches('p a, li > a, dd a, td p a, label a, output a') &&
        getComputedStyle(target).display === 'inline' &&
        target.parentElement?.textContent.trim() !== target.textContent.trim();
      return [...document.querySelectorAll(targetSelector)]
        .filter(
          (target) => target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isInText(target),
        )
        .flatMap((target) => {
          target.scrollIntoView({ block: 'center', inline: 'center' });
          const { left, top, width, height } = target.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          const findTargetAt = (dx: number, dy: number) => findTarget(document.elementFromPoint(x + dx, y + dy));
          if (width <= 1 || findTargetAt(0, 0) !== target) return []; // Hidden, or covered by another element.
          const targetsAtPoints = [
            findTargetAt(-distance, 0),
            findTargetAt(distance, 0),
            findTargetAt(0, -distance),
            findTargetAt(0, distance),
          ];
          if (targetsAtPoints.every((end) => end === target || (!mustPointsBelong && end === null))) return [];
          const label = target.getAttribute('aria-label') ?? target.textContent.trim().slice(0, 30);
          return [`${target.tagName.toLowerCase()} "${label}" ${Math.round(width)} x ${Math.round(height)}`];
        });
    },
    {
      targetSelector: selector,
      anyTargetSelector: pressableSelector,
      distance: side / 2 - 0.5,
      mustPointsBelong: mustBelong,
    },
  );

// Touch targets are measured only in the window of a phone. For a wide window, the page tests check with axe (`target-size`) that targets
// have 24 pixels.
for (const [login, addresses] of Object.entries(pageAddresses)) {
  test(
    `every control on the pages of ${login} is large enough for a finger`,
    { tag: '@phone' },
    async ({ page, demo }) => {
      trackRequests(page);
      if (login !== 'nobody') await openSignedIn(page, demo.address, `${login}@demo.example`);
      const findings: Record<string, string[]> = {};
      for (const address of addresses) {
        if (login === 'nobody') await openPage(page, demo.address + address);
        else await followPath(page, address);
        await waitUntilQuiet(page, address);
        const smallTargets = await findSmallTargets(page, pressableSelector, { side: 24, mustBelong: false });
        const targetsSmallForFingers = await findSmallTargets(page, mainSelector, { side: 44, mustBelong: true });
        const allFindings = [...smallTargets, ...targetsSmallForFingers.map((target) => `${target}, for a finger`)];
        if (allFindings.length > 0) findings[address] = allFindings;
      }
      expect(findings).toEqual({});
    },
  );
}
