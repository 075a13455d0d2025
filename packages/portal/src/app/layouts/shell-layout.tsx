import { readViewToken } from '#portal/api/browser-store.ts';
import { useState, useDeferredValue } from 'react';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { useSessionState } from '#portal/session/session-context.tsx';
import { PageHelp, TitlePrefix } from '#portal/ui/headings/page-heading.tsx';
import { SavedViewsContext, type ViewedList } from '#portal/ui/filters/search-state.ts';
import { EmptyReason } from '#portal/ui/feedback/empty-state.tsx';
import { FullPageLoader } from '#portal/ui/feedback/loading.tsx';
import { Banners } from './banners.tsx';
import { Header } from '../header/header.tsx';
import { PageFrame } from './page-frame.tsx';
import { QueryCacheProvider } from './query-cache-provider.tsx';
import { useWideWindow } from '#portal/ui/hooks/use-width.ts';
import { Menu } from '../menu/menu.tsx';

const loadShellParts = () => import('./shell-parts.ts');
/** The warning is loaded directly after the page, so that it is available when the session is about to end. */
const ExpiryWarning = createLazyPart(async () => (await loadShellParts()).ExpiryWarning, { isLate: true });
const HelpButton = createLazyPart(async () => (await loadShellParts()).HelpButton, { isLate: true });
const ViewBanner = createLazyPart(async () => (await loadShellParts()).ViewBanner);
const WaitingCounts = createLazyPart(async () => (await loadShellParts()).WaitingCounts, { isLate: true });
const SavedViews = createLazyPart(async () => (await loadShellParts()).SavedViews, { isLate: true });

const AbsenceBanner = createLazyPart(
  async () => (await import('#portal/features/users/absence/absence-banner.tsx')).AbsenceBanner,
);

const UnassignedNotice = createLazyPart(
  async () => (await import('#portal/features/users/list/unassigned-notice.tsx')).UnassignedNotice,
);

const renderUnassigned = () => (
  <OptionalPart>
    <UnassignedNotice />
  </OptionalPart>
);

const renderSavedViews = (list: ViewedList) => (
  <OptionalPart>
    <SavedViews list={list} />
  </OptionalPart>
);

const renderHelp = (title: string) => (
  <OptionalPart>
    <HelpButton title={title} />
  </OptionalPart>
);

/**
 * The frame of every page for signed-in users. After the session has ended, the frame shows a loading indicator until
 * the next page is ready.
 */
export function ShellLayout() {
  const { user } = useSessionState();
  const [titlePrefix, setTitlePrefix] = useState('');
  if (user === null)
    return (
      <>
        <Banners />
        <FullPageLoader />
      </>
    );
  const isViewAsOtherUser = readViewToken() !== null;
  return (
    <QueryCacheProvider key={user.userId}>
      {isViewAsOtherUser && (
        <OptionalPart>
          <ViewBanner />
        </OptionalPart>
      )}
      {(user.absence ?? user.deputyFor) && (
        <OptionalPart>
          <AbsenceBanner />
        </OptionalPart>
      )}
      <PageHelp value={renderHelp}>
        <EmptyReason value={user.hasNoCountry ? renderUnassigned : null}>
          <SavedViewsContext value={renderSavedViews}>
            <TitlePrefix value={titlePrefix}>
              <PageFrame width="working" header={<Header />} sidebar={<Sidebar />} />
            </TitlePrefix>
          </SavedViewsContext>
        </EmptyReason>
      </PageHelp>
      {user.permissions.includes('users.view') && !user.mustAct && (
        <OptionalPart>
          <WaitingCounts onPrefix={setTitlePrefix} />
        </OptionalPart>
      )}
      {!isViewAsOtherUser && (
        <OptionalPart>
          <ExpiryWarning />
        </OptionalPart>
      )}
    </QueryCacheProvider>
  );
}

/**
 * The menu beside the page. The many links of the menu take long to render, so a narrow window does not render them,
 * and a wide window renders them after the page, in short tasks that do not delay input.
 */
function Sidebar() {
  const isShown = useDeferredValue(useWideWindow(), false);
  return isShown && <Menu />;
}
