import { session as texts } from '#portal/texts/session.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';

/** Ends the session; when the server cannot be told it ends here all the same, and says so. */
export function useSignOut(): () => Promise<void> {
  const session = useSession();
  const toasts = useToasts();
  return async () => {
    // What could still be taken back is done by the one who leaves.
    await toasts.settle();
    try {
      await session.signOut();
    } catch {
      toasts.problem(texts.signOutUnheard);
    }
  };
}
