import { createLazyPart } from '#portal/loading/lazy-part.tsx';

const loadFooter = async () => (await import('./footer.tsx')).Footer;

/** The footer of the pages for visitors. It is part of the HTML that the build renders, which is shown before any script runs. */
export const FirstViewFooter = createLazyPart(loadFooter, { isInFirstView: true });

/**
 * The footer of the pages for signed-in users. It is rendered last: otherwise each part of the page that is added above the footer would
 * move it.
 */
export const LateFooter = createLazyPart(loadFooter, { isLate: true });
