import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { connection } from '#portal/loading/connection.ts';
import { shell as texts } from '#portal/texts/shell.ts';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import styles from './banners.module.css';

/** Says that the browser is offline, or that the server does not answer. */
export function ConnectionNotice() {
  const isOnline = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost, connection.isLost);
  return (
    <div role="alert">
      {(!isOnline || isLost) && (
        <p className={joinClasses(styles.banner, styles.offline)}>
          <WifiOff aria-hidden="true" />
          <span>{isOnline ? texts.unreachable : texts.offline}</span>
        </p>
      )}
    </div>
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
