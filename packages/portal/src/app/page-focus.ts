import type { PortalRouter } from './router.tsx';

/**
 * After a navigation the heading of the page gets the focus, unless the page has already focused an element. The first
 * page after loading keeps its focus, because screen readers read this page from its beginning.
 */
export const focusHeadings = (router: PortalRouter): (() => void) =>
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const mainElement = document.querySelector('main');
    if (mainElement?.contains(document.activeElement)) return;
    mainElement?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  });
