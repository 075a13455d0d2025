import { extendSession } from './session.queries.ts';

/** Extends a session by a new token; calls at the same time share one request. `settled` waits for a running request, whatever its result. */
export function createExtension(renew: (token: string) => void) {
  let extending: Promise<void> | null = null;
  return {
    async extend(): Promise<void> {
      extending ??= extendSession().then(renew);
      try {
        await extending;
      } finally {
        extending = null;
      }
    },
    // The caller of `extend` gets the error.
    settled: async (): Promise<void> => extending?.catch(() => {}),
  };
}
