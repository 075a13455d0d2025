import { seconds } from '#server/platform/clock/clock.ts';

/**
 * Tells a watching service that a backup without faults was written: the service raises an alarm when it hears nothing for too long, also
 * when the whole machine is gone. Returns why the service was not reached, without its address, which contains a secret; null if it was.
 */
export async function sendHeartbeat(url: string | null): Promise<string | null> {
  if (url === null) return null;
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(seconds(10)) });
    await response.body?.cancel();
    return response.ok ? null : `it answers ${response.status}`;
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error ? error.cause.message : 'it gives no answer';
  }
}
