import { ui as texts } from '#portal/texts/ui.ts';
import styles from './full-page-loader.module.css';
import { Spinner } from './spinner.tsx';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import { AnnouncedText } from '#portal/ui/layout/visually-hidden.tsx';

/**
 * Shown until the portal knows whether the user is signed in. The loader is invisible for its first 200 ms, so that it does not flash when
 * the server answers quickly. `isInsteadOfPage` is for prerendered pages for visitors: the loader replaces such a page if the browser has a
 * session, which the server did not know.
 */
export const FullPageLoader = ({ isInsteadOfPage = false }: { isInsteadOfPage?: boolean }) => (
  <div className={joinClasses(styles.page, isInsteadOfPage && styles.insteadOfPage)}>
    <Spinner />
    <AnnouncedText>{texts.loading}</AnnouncedText>
  </div>
);
