import type { PortalRouter } from './router.tsx';

/**
 * After a navigation the focus goes to the page's heading, unless the page has put it somewhere itself; never on the first
 * page, which is read from its beginning.
 */
export const focusHeadings = (router: PortalRouter): (() => void) =>
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const main = document.querySelector('main');
    if (main?.contains(document.activeElement)) return;
    main?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  });
