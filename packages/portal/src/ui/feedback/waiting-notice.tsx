import { useSyncExternalStore } from 'react';
import { connection } from '#portal/loading/connection.ts';
import { ui as texts } from '#portal/texts/ui.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { Notice } from './notice.tsx';

/**
 * Says that what was asked for continues by itself, while the browser is offline or the server is not ready. Otherwise shows nothing. Show it
 * beside what waits, such as a code that is being checked.
 */
export function WaitingNotice({ text = texts.continuesLater, children }: { text?: string; children?: Elements }) {
  const reason = useReasonToWait();
  return (
    <output>
      {reason !== null && (
        <Notice tone="info" title={text}>
          {children}
        </Notice>
      )}
    </output>
  );
}

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
