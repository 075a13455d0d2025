import { createLazyPart } from '#portal/loading/lazy-part.tsx';

const loadFooter = async () => (await import('./footer.tsx')).Footer;

/** The footer of the pages for visitors. It belongs to the first view, which the build renders. */
export const FirstViewFooter = createLazyPart(loadFooter, { isInFirstView: true });

/**
 * The footer of the pages for signed-in users. It is rendered last: otherwise each part of the page that is added above the footer would
 * move it.
 */
export const LateFooter = createLazyPart(loadFooter, { isLate: true });
