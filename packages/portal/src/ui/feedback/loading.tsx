import styles from './loading.module.css';
import { ui as texts } from '#portal/texts/ui.ts';
import { joinClasses, AnnouncedText } from '#portal/ui/layout/layout.tsx';

/** Shows that something is running; write what it is in text next to it. The spinner is as tall as the text. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;

type SkeletonProps = { /** CSS lengths. */ width?: string; height?: string };

/** A placeholder with the size of the text or image that is loading. Say "Loading" once next to a group of skeletons. */
export const Skeleton = ({ width = '100%', height = '1em' }: SkeletonProps) => (
  <span className={styles.skeleton} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
);

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
