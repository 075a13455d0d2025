import { HomePage } from '#portal/features/home/home-page.tsx';
import { NewestReleaseNote } from '#portal/features/release-notes/newest-release-note.tsx';
import styles from './home-page.module.css';

/** Home with the newest release note below: rooms that do not know of each other. */
export const ComposedHomePage = () => (
  <div className={styles.page}>
    <div>
      <HomePage />
    </div>
    <NewestReleaseNote />
  </div>
);
