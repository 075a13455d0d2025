import { FlaskConical, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useSetup } from '#portal/brand/brand.tsx';
import { shell as texts } from '#portal/texts/shell.ts';
import { classes } from '#portal/ui/layout/classes.ts';
import styles from './banners.module.css';

/** What is so for every page: that this is a demo, that the connection is lost. */
export function Banners() {
  const { setup } = useSetup();
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine);
  return (
    <aside aria-label={texts.notices} data-chrome>
      {setup.demo && (
        <p className={styles.banner}>
          <FlaskConical aria-hidden="true" />
          {texts.demo}
        </p>
      )}
      <div role="alert">
        {!isOnline && (
          <p className={classes(styles.banner, styles.offline)}>
            <WifiOff aria-hidden="true" />
            {texts.offline}
          </p>
        )}
      </div>
    </aside>
  );
}

function subscribeToConnection(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
