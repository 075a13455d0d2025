import { shell as texts } from '#portal/texts/shell.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import styles from './error-screen.module.css';

/** All that can be shown when the portal does not know its own brand: the server did not answer. */
export const SetupFailed = () => (
  <main className={styles.alone}>
    <h1>{texts.product}</h1>
    <p role="alert">{texts.setupFailed}</p>
    <Button onClick={() => location.reload()}>{texts.reload}</Button>
  </main>
);
