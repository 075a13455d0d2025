import { HomePage } from '#portal/features/home/home-page.tsx';
import { NewestReleaseNote } from '#portal/features/release-notes/newest-release-note.tsx';
import styles from './home-page.module.css';

/** The home page with the newest release note, which are separate features. */
export const ComposedHomePage = () => (
  <div className={styles.page}>
    <div>
      <HomePage />
    </div>
    <NewestReleaseNote />
  </div>
);
