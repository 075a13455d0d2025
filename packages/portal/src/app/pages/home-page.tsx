import { HomePage } from '#portal/features/home/home-page.tsx';
import { OwnPcs } from '#portal/features/license-admin/own-pcs.tsx';
import { NewestReleaseNote } from '#portal/features/release-notes/newest-release-note.tsx';
import styles from './home-page.module.css';

/** The home page with the PCs of a customer and the newest release note, which are separate features. */
export const ComposedHomePage = () => (
  <div className={styles.page}>
    <div>
      <HomePage renderPcs={() => <OwnPcs />} />
    </div>
    <NewestReleaseNote />
  </div>
);
