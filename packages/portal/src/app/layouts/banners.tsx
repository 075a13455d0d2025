import { FlaskConical, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useSetup } from '#portal/brand/brand.tsx';
import { shell as texts } from '#portal/texts/shell.ts';
import { connection } from '#portal/loading/connection.ts';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import styles from './banners.module.css';

/** Banners for every page: this is a demo, the browser is offline, the server does not answer. */
export function Banners() {
  const { setup } = useSetup();
  const isOnline = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost, connection.isLost);
  return (
    <aside aria-label={texts.notices} data-chrome>
      {setup.demo && (
        <p className={styles.banner}>
          <FlaskConical aria-hidden="true" />
          {texts.demo}
        </p>
      )}
      <div role="alert">
        {(!isOnline || isLost) && (
          <p className={joinClasses(styles.banner, styles.offline)}>
            <WifiOff aria-hidden="true" />
            {isOnline ? texts.unreachable : texts.offline}
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
