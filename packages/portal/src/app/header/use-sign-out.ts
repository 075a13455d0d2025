import { session as texts } from '#portal/texts/session.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';

/** Returns a function that ends the session. When the server cannot be reached, the session ends only in this browser, and a message says so. */
export function useSignOut(): () => Promise<void> {
  const session = useSession();
  const toasts = useToasts();
  return async () => {
    // Actions that the user could still undo run before the sign-out, with the session of the user who started them.
    await toasts.settle();
    try {
      await session.signOut();
    } catch {
      toasts.problem(texts.signOutUnheard);
    }
  };
}
