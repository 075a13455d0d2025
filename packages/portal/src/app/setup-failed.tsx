import { shell as texts } from '#portal/texts/shell.ts';
import styles from './error-screen.module.css';
import { ReloadButton } from './reload-button.tsx';

/** Shown when the setup cannot be loaded because the server does not answer. It tries again by itself. */
export const SetupFailed = () => (
  <main className={styles.alone}>
    <h1>{texts.product}</h1>
    <p role="alert">{texts.setupFailed}</p>
    <ReloadButton />
  </main>
);
