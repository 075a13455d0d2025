import { ui as texts } from '#portal/texts/ui.ts';
import styles from './full-page-loader.module.css';
import { Spinner } from './spinner.tsx';
import { AnnouncedText } from '#portal/ui/layout/visually-hidden.tsx';

/** Shown while the session is not known yet. The loader is invisible for its first 200 ms, so that a quick answer does not flash. */
export const FullPageLoader = () => (
  <div className={styles.page}>
    <Spinner />
    <AnnouncedText>{texts.loading}</AnnouncedText>
  </div>
);
