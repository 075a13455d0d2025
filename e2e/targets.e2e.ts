import type { Page } from '@playwright/test';
import { expect, openSignedIn, test } from './test.ts';

const publicPages = ['/', '/account', '/license/verify', '/license/many', '/activate'];
/** The public pages, those of a customer, and those of an administrator, who has the most pages. */
const pages: Record<string, readonly string[]> = {
  nobody: [
    '/sign-in',
    '/password/forgot',
    '/register',
    '/not-found',
    '/auth/temp',
    '/password/reset',
    '/release-notes',
    '/licence-checker',
    '/legal-notice',
  ],
  smallcustomer: publicPages,
  administrator: [
    ...publicPages,
    '/users',
    '/users/create',
    '/users/20/edit',
    '/requests',
    '/country-salesman',
    '/licenses',
    '/licenses/renewals',
    '/help-requests',
    '/admin/release-notes',
    '/admin/policies',
    '/admin/tools',
    '/admin/brands',
    '/admin/import',
    '/admin/mail',
    '/admin/audit',
    '/status',
  ],
};

/** All elements that can be pressed. */
const pressableSelector = 'a[href], button, summary, select, textarea, input:not([type=hidden]), [role=button]';

/** The most used touch targets; a link in a table row is as large as the row. */
const mainSelector =
  'button, select, textarea, input:not([type=checkbox], [type=radio]), nav a, header[data-chrome] a, main a[href]:not(table a)';

/**
 * The targets that are smaller than `side` pixels (WCAG 2.2): checks which element is at the four ends of a cross
 * around the centre of a target. With `own`, all must belong to the target (2.5.5); without it they may also be empty space, the
 * spacing exception of 2.5.8. Links in a sentence are exempt; invisible elements are ignored.
 */
const findTooSmall = (page: Page, selector: string, { side, own }: { side: number; own: boolean }): Promise<string[]> =>
  page.evaluate(
    ({ wanted, anything, reach, isOwn }) => {
      const owner = (at: Element | null): Element | null =>
        at?.closest('label')?.control ?? at?.closest(anything) ?? null;
      const isInText = (target: Element): boolean =>
        target.matches('p a, li > a, dd a, td p a, label a, output a') &&
        getComputedStyle(target).display === 'inline' &&
        target.parentElement?.textContent.trim() !== target.textContent.trim();
      return [...document.querySelectorAll(wanted)]
        .filter(
          (target) => target.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isInText(target),
        )
        .flatMap((target) => {
          target.scrollIntoView({ block: 'center', inline: 'center' });
          const { left, top, width, height } = target.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          const answering = (dx: number, dy: number) => owner(document.elementFromPoint(x + dx, y + dy));
          if (width <= 1 || answering(0, 0) !== target) return []; // Hidden, or covered by another element.
          const ends = [answering(-reach, 0), answering(reach, 0), answering(0, -reach), answering(0, reach)];
          if (ends.every((end) => end === target || (!isOwn && end === null))) return [];
          const words = target.getAttribute('aria-label') ?? target.textContent.trim().slice(0, 30);
          return [`${target.tagName.toLowerCase()} "${words}" ${Math.round(width)} x ${Math.round(height)}`];
        });
    },
    { wanted: selector, anything: pressableSelector, reach: side / 2 - 0.5, isOwn: own },
  );

// Only on a phone: in a wide window the page tests check 24 pixels with axe (`target-size`).
for (const [login, addresses] of Object.entries(pages)) {
  test(
    `every control that ${login} can press is large enough for a finger`,
    { tag: '@phone' },
    async ({ page, demo }) => {
      if (login !== 'nobody') await openSignedIn(page, demo.address, `${login}@demo.example`);
      const found: Record<string, string[]> = {};
      for (const address of addresses) {
        await page.goto(demo.address + address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        const small = await findTooSmall(page, pressableSelector, { side: 24, own: false });
        const smallForFingers = await findTooSmall(page, mainSelector, { side: 44, own: true });
        const all = [...small, ...smallForFingers.map((each) => `${each}, for a finger`)];
        if (all.length > 0) found[address] = all;
      }
      expect(found).toEqual({});
    },
  );
}
