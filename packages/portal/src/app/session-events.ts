import { findGeneralMessage } from '@basics/contract/general-problems.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { session as texts } from '#portal/texts/session.ts';
import { forgetAllDrafts } from '#portal/session/drafts/forget-all-drafts.ts';
import { removeRememberedPath, rememberPath } from '#portal/session/remembered-path.ts';
import type { SessionEnd } from '#portal/session/session-holder.ts';
import type { Session } from '#portal/session/session.ts';
import type { Toasts } from '#portal/ui/feedback/toast-store.ts';
import type { PortalRouter } from './router.tsx';

type PortalParts = { session: Session; toasts: Toasts; router: PortalRouter };

/**
 * Reacts to every start and end of a session. Unless the user signed out, the page is remembered and opened again after the next sign-in.
 */
export function followSession({ session, toasts, router }: PortalParts): () => void {
  let lastUserId: number | null = null;

  const stopSubscription = session.subscribe(() => {
    const user = session.state().user?.userId ?? null;
    if (user === lastUserId) return;
    lastUserId = user;
    if (user !== null) void router.invalidate();
  });

  const stopEndListener = session.onEnd((end) => {
    toasts.dismissAll();
    if (end.how === 'viewEnded') {
      toasts.notice(texts.viewEnded);
      void router.navigate({ to: '/', replace: true, ignoreBlocker: true });
      return;
    }
    if (end.how === 'signedOut') {
      removeRememberedPath();
      forgetAllDrafts();
    } else rememberPath(router.history.location.href);
    announceEnd(end, toasts);
    void router.navigate({ to: '/sign-in', replace: true, ignoreBlocker: true });
  });

  return () => {
    stopSubscription();
    stopEndListener();
  };
}

function announceEnd(end: SessionEnd, toasts: Toasts): void {
  if (end.how === 'refused') toasts.problem(texts.authorizationError);
  if (end.how === 'expired') toasts.problem(texts.expired);
  if (end.how === 'elsewhere') toasts.notice(texts.signedOutElsewhere);
  if (end.how === 'failed')
    toasts.problem(end.reason instanceof ApiProblem ? end.reason.message : findGeneralMessage('INTERNAL'));
}
