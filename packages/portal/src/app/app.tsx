import type { PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import { RouterProvider, type RouterHistory } from '@tanstack/react-router';
import { useEffect } from 'react';
import { applyTheme, findBrand, SetupContext } from '#portal/brand/brand.tsx';
import { SessionContext, useSessionState } from '#portal/session/session-context.tsx';
import { createSession, type Session } from '#portal/session/session.ts';
import { isSignedOut, markSignedIn, readToken, readViewToken } from '#portal/api/browser-store.ts';
import { fetchPart } from '#portal/loading/fetch-part.ts';
import { preloadFirstView, ErrorBoundary } from '#portal/loading/lazy-part.tsx';
import { whenPageShown } from '#portal/loading/page-shown.ts';
import { FullPageLoader } from '#portal/ui/feedback/loading.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { TitleSuffix } from '#portal/ui/headings/page-heading.tsx';
import { createToasts, type Toasts } from '#portal/ui/toasts/toast-store.ts';
import { ToastOutlet, ToastsContext } from '#portal/ui/toasts/toasts.tsx';
import { ConnectionNotice, LoadingNotice } from './layouts/connection-notice.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { createPortalRouter, type PortalRouter } from './routes/router.tsx';
import { findGeneralMessage } from '@basics/contract/calls/general-problems.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { session as texts } from '#portal/texts/session.ts';
import { forgetOtherUsers, forgetUser, keepForUser } from '#portal/session/drafts/forget-user.ts';
import { rememberPath } from '#portal/session/remembered-path.ts';
import type { SessionEnd } from '#portal/session/session-holder.ts';

/**
 * Creates the router, the toasts, and the component that connects them with the session. The returned function `start`
 * starts the session and its connection to router and toasts, and returns a function that stops both.
 */
export function createPortal(setup: PortalSetup, history?: RouterHistory, session = createSession()) {
  const toasts = createToasts();
  const router = createPortalRouter(session, history);

  const Portal = () => (
    <SessionContext value={session}>
      <ToastsContext value={toasts}>
        <BrandThemeProvider setup={setup}>
          <ErrorBoundary fallback={showError}>
            <RoutedPages router={router} />
            <ToastOutlet />
          </ErrorBoundary>
        </BrandThemeProvider>
      </ToastsContext>
    </SessionContext>
  );

  /** The notice above the prerendered page, which stands until the first page is ready. */
  const StartNotice = () => (
    <SessionContext value={session}>
      <ToastsContext value={toasts}>
        <NoticeWhileLoading />
      </ToastsContext>
    </SessionContext>
  );

  function start(): () => void {
    markSignedIn();
    const stopFunctions = [followSession({ session, toasts, router }), focusHeadings(router), session.start()];
    return () => {
      for (const stopFunction of stopFunctions) stopFunction();
    };
  }

  /** Resolves when the first page can be rendered completely: the user is known, and the scripts of the page are loaded. */
  async function waitUntilReady(): Promise<void> {
    await session.waitUntilSettled();
    await router.load();
    if (!session.state().isAuthenticated) await preloadFirstView();
  }

  /** Loads the scripts of later pages. The function that loads these scripts is itself loaded after the first page. */
  const preloadLaterPages = async (): Promise<void> => {
    await whenPageShown();
    const { preloadWhenIdle } = await fetchPart(() => import('./routes/preload-when-idle.ts'));
    preloadWhenIdle(session, setup.serviceWorker !== false);
  };

  return { Portal, StartNotice, start, ready: waitUntilReady, preload: preloadLaterPages, router };
}

const showError = (error: unknown): Elements => <ErrorScreen error={error} />;

function BrandThemeProvider({ setup, children }: { setup: PortalSetup; children: Elements }) {
  const { user } = useSessionState();
  const brand = findBrand(setup, user?.brand ?? null);
  useEffect(() => applyTheme(brand), [brand]);
  return (
    <SetupContext value={{ setup, brand }}>
      <TitleSuffix value={brand.name}>{children}</TitleSuffix>
    </SetupContext>
  );
}

function NoticeWhileLoading() {
  const { isLoading } = useSessionState();
  return isLoading ? <LoadingNotice /> : <ConnectionNotice />;
}

/** Renders the pages. Until the session is known, only the loader is shown, with a notice when the server does not answer. */
function RoutedPages({ router }: { router: PortalRouter }) {
  const { isLoading } = useSessionState();
  if (!isLoading) return <RouterProvider router={router} />;
  return (
    <>
      <LoadingNotice />
      <FullPageLoader />
    </>
  );
}

/**
 * After a navigation the heading of the page gets the focus, unless the page has already focused an element. The first
 * page after loading keeps its focus, because screen readers read this page from its beginning.
 */
const focusHeadings = (router: PortalRouter): (() => void) =>
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return;
    const mainElement = document.querySelector('main');
    if (mainElement?.contains(document.activeElement)) return;
    mainElement?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  });

type PortalParts = { session: Session; toasts: Toasts; router: PortalRouter };

/**
 * Reacts to every start and end of a session. Unless the user signed out, the page is remembered and opened again after the next sign-in. If
 * another user signs in instead, this tab forgets the page and the drafts of the former user. If another tab replaces the session, this tab
 * says who is signed in now; the drafts stay for their owner.
 */
function followSession({ session, toasts, router }: PortalParts): () => void {
  let lastUserId: number | null = null;
  let endedUserId: number | null = null;
  let isFromOtherTab = false;
  let isView = false;
  if (isSignedOut() && readToken() === null) forgetOtherUsers(null);

  const stopSubscription = session.subscribe(() => {
    const { user, isLoading } = session.state();
    // A profile is loaded while a user is signed in only if another tab has stored another token, or a view as this user ends.
    const isReplaced = isFromOtherTab;
    isFromOtherTab = isLoading && lastUserId !== null && !isView;
    const userId = user?.userId ?? null;
    if (isLoading || userId === lastUserId) return;
    endedUserId = lastUserId;
    lastUserId = userId;
    isView = readViewToken() !== null;
    if (user === null) return;
    if (endedUserId === null && !isView) forgetOtherUsers(userId);
    if (isReplaced) {
      toasts.notice(texts.nowSignedInAs(user.userEmail));
      void router.navigate({ to: '/', replace: true, ignoreBlocker: true });
    } else void router.invalidate();
  });

  const stopEndListener = session.onEnd((end, login) => {
    toasts.dismissAll();
    if (end.how === 'viewEnded') {
      toasts.notice(texts.viewEnded);
      void router.navigate({ to: '/', replace: true, ignoreBlocker: true });
      return;
    }
    if (end.how === 'signedOut' || end.how === 'signedOutElsewhere') forgetUser();
    else if (end.how !== 'refusedVisitor') {
      rememberPath(router.history.location.href);
      if (endedUserId !== null) keepForUser(endedUserId);
    }
    announceEnd(end, toasts);
    // After a sign-out on purpose, the next user of this browser does not see who was signed in.
    const isSignOut = end.how === 'signedOut' || end.how === 'signedOutElsewhere';
    const state = { ...describeEnd(end), ...(isSignOut ? {} : { login }) };
    void router.navigate({ to: '/sign-in', replace: true, ignoreBlocker: true, state });
  });

  return () => {
    stopSubscription();
    stopEndListener();
  };
}

/** The toast about the end of a session. For a refused token it is the specified one; the sentence that stays is on the page. */
function announceEnd(end: SessionEnd, toasts: Toasts): void {
  const { sessionEnd } = describeEnd(end);
  if (end.how === 'refused' || end.how === 'refusedVisitor') return toasts.problem(texts.authorizationError);
  if (sessionEnd === undefined) return undefined;
  return end.how === 'expired' || end.how === 'failed' ? toasts.problem(sessionEnd) : toasts.notice(sessionEnd);
}

/** The sentence that the sign-in page shows about the end of a session; none when the user signed out here. */
function describeEnd(end: SessionEnd): { sessionEnd?: string } {
  if (end.how === 'refused') return { sessionEnd: texts.endedByServer };
  if (end.how === 'expired') return { sessionEnd: texts.expired };
  if (end.how === 'elsewhere' || end.how === 'signedOutElsewhere') return { sessionEnd: texts.signedOutElsewhere };
  if (end.how !== 'failed') return {};
  return {
    sessionEnd: end.reason instanceof ApiProblem ? end.reason.message : findGeneralMessage('INTERNAL'),
  };
}
