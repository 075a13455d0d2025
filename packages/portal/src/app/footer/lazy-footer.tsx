import { createLazyPart } from '#portal/loading/lazy-part.tsx';

const loadFooter = async () => (await import('./footer.tsx')).Footer;

/**
 * The footer of the pages for visitors. This footer is part of the HTML that the build renders, which is shown before
 * any script runs.
 */
export const FirstViewFooter = createLazyPart(loadFooter, { isInFirstView: true });

/**
 * The footer of the pages for signed-in users. The footer is rendered last, because each part of the page that is later
 * added above the footer would move it.
 */
export const LateFooter = createLazyPart(loadFooter, { isLate: true });
