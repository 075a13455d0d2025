import { ui as texts } from '#portal/texts/ui.ts';
import styles from './full-page-loader.module.css';
import { Spinner } from './spinner.tsx';
import { AnnouncedText } from '#portal/ui/layout/visually-hidden.tsx';

/**
 * Shown until the portal knows whether the user is signed in. The loader is invisible for its first 200 ms, so that it does not flash when
 * the server answers quickly.
 */
export const FullPageLoader = () => (
  <div className={styles.page}>
    <Spinner />
    <AnnouncedText>{texts.loading}</AnnouncedText>
  </div>
);
