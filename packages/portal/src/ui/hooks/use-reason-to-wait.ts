import { useSyncExternalStore } from 'react';
import { connection } from '#portal/loading/connection.ts';

/** Returns why queries wait: the browser is offline, or the server is not ready. Returns null if nothing waits. */
export function useReasonToWait(): 'offline' | 'unreachable' | null {
  const isOnline = useSyncExternalStore(
    subscribeToBrowser,
    () => navigator.onLine,
    () => true,
  );
  const isLost = useSyncExternalStore(connection.subscribe, connection.isLost, connection.isLost);
  if (!isOnline) return 'offline';
  return isLost ? 'unreachable' : null;
}

function subscribeToBrowser(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
