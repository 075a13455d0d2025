import { shell as texts } from '#portal/messages/en/shell.ts';
import styles from './error-screen.module.css';
import { ReloadButton } from './reload-button.tsx';

/** All that can be shown while the portal does not know its own brand: the server does not answer. It goes on by itself. */
export const SetupFailed = () => (
  <main className={styles.alone}>
    <h1>{texts.product}</h1>
    <p role="alert">{texts.setupFailed}</p>
    <ReloadButton />
  </main>
);
