import { extendSession } from './session.queries.ts';

/** Extends a session by a new token, once however often it is asked meanwhile; `settled` waits for one that is under way, however it ends. */
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
    // The caller of `extend` gets the error; here only its end matters.
    settled: async (): Promise<void> => extending?.catch(() => {}),
  };
}
