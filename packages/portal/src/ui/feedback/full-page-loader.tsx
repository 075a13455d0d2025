import { ui as texts } from '#portal/texts/ui.ts';
import styles from './full-page-loader.module.css';
import { Spinner } from './spinner.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';

/** For the one moment when nothing at all is known yet. Unseen for its first 200 ms. */
export const FullPageLoader = () => (
  <div className={styles.page}>
    <Spinner />
    <Announced>{texts.loading}</Announced>
  </div>
);
