import { agentProfile, findRole } from '@basics/contract/calls/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { areStepsHidden, stepsQuery } from '#portal/features/first-steps/first-steps.queries.ts';
import { ViewerHome } from '#portal/features/home/home-page.tsx';
import { PasteBox } from '#portal/features/home/paste-box.tsx';
import { StaffHome, StaffHomePlaceholder, type ItemHandlers } from '#portal/features/home/staff-home.tsx';
import { inboxQuery } from '#portal/features/home/staff-inbox.queries.ts';
import type { WorkItem } from '#portal/features/home/work-items.ts';
import { OwnHome } from '#portal/features/license-admin/seats/own-home.tsx';
import { ErrorBoundary, createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import { LateDownloads } from '../sections/late-downloads.tsx';
import { Allowed, useUser } from '#portal/session/session-context.tsx';
import { home } from '#portal/texts/home.ts';
import { inbox } from '#portal/texts/inbox.ts';
import { IconButtonSpace } from '#portal/ui/buttons/button.tsx';
import { useSearchState } from '#portal/ui/filters/search-state.ts';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { InlinePanel } from '#portal/ui/overlays/side-panel.tsx';

// The list of first steps is shown only to administrators of a new portal.
const FirstSteps = createLazyPart(
  async () => (await import('#portal/features/first-steps/first-steps-button.tsx')).FirstStepsButton,
);

// The items of the queue are loaded when the first one is open.
const loadItems = () => import('../sections/queue-items.ts');
const QueuedRequest = createLazyPart(async () => (await loadItems()).QueuedRequest);
const QueuedHelpRequest = createLazyPart(async () => (await loadItems()).QueuedHelpRequest);

// The readers of codes are loaded when the user enters a text.
const loadCodeReader = () => import('#portal/features/licenses/codes/read-code.ts');

// The sections at the end of the page are loaded after the data above them.
const loadSections = () => import('../sections/home-late-sections.ts');
const StaffFigures = createLazyPart(async () => (await loadSections()).StaffFigures);
const StaffNotices = createLazyPart(async () => (await loadSections()).StaffNotices, { isLate: true });
const RenewalPicture = createLazyPart(async () => (await loadSections()).RenewalPicture, { isLate: true });
const OwnHelpRequests = createLazyPart(
  async () => (await import('#portal/features/help-requests/own-help-requests.tsx')).OwnHelpRequests,
  { isLate: true },
);
const NewestReleaseNote = createLazyPart(async () => (await loadSections()).NewestReleaseNote, { isLate: true });

// The customers are shown only to agents.
const AgentHome = createLazyPart(
  async () => (await import('#portal/features/companies/agents/agent-home.tsx')).AgentHome,
);

/** The home page, which puts several features together: the queue of staff, or the PCs of a customer. */
export function ComposedHomePage() {
  const { permissions } = useUser();
  if (permissions.includes('users.view')) return <ComposedStaffHome />;
  if (permissions.includes('license.menu')) return <CustomerHome />;
  return <ViewerHome paste={<PasteCode />} newestNote={<NewestReleaseNote />} />;
}

const PasteCode = ({ isForAgent = false }: { isForAgent?: boolean }) => (
  <Allowed any={['license.generate']}>
    <PasteBox loadCodeReader={loadCodeReader} rows={2} isNextAction={false} isForAgent={isForAgent} />
  </Allowed>
);

/** `item` is the key of the open item of the queue. */
const pageSearch = z.object({ item: z.optional(z.string().check(z.maxLength(60))) });

function ComposedStaffHome() {
  const { profileID } = useUser();
  const [{ item: openKey }] = useSearchState(pageSearch);
  const isAdministrator = findRole(profileID) === 'Administrator';
  const [hasSteps] = useState(() => isAdministrator && !areStepsHidden());
  // The inbox and the steps are loaded at the same time as the script of the button of the steps.
  useQuery(inboxQuery);
  useQuery({ ...stepsQuery, enabled: hasSteps });
  return (
    <Suspense fallback={<StaffHomePlaceholder />}>
      <OptionalPart>
        <StaffNotices />
      </OptionalPart>
      <StaffHome
        openKey={openKey}
        renderItem={renderItem}
        headAction={
          hasSteps && (
            <ErrorBoundary fallback={() => null}>
              <Suspense fallback={<IconButtonSpace />}>
                <FirstSteps />
              </Suspense>
            </ErrorBoundary>
          )
        }
      >
        <OptionalPart>
          <Suspense fallback={<Skeleton height="14rem" />}>
            <RenewalPicture />
          </Suspense>
        </OptionalPart>
        <Disclosure label={inbox.figures}>
          {() => (
            <Suspense fallback={<Skeleton height="30rem" />}>
              <StaffFigures />
            </Suspense>
          )}
        </Disclosure>
      </StaffHome>
    </Suspense>
  );
}

/** Renders the items whose contents belong to another feature. */
const renderItem = (item: WorkItem, handlers: ItemHandlers) => {
  if (item.kind === 'requests')
    return (
      <Suspense fallback={<Skeleton height="20rem" />}>
        <QueuedRequest userId={item.row.userId} name={item.title} {...handlers} />
      </Suspense>
    );
  if (item.kind === 'questions')
    return (
      <Suspense fallback={<Skeleton height="20rem" />}>
        <QueuedHelpRequest
          id={item.row.helpRequestId}
          frame={InlinePanel}
          onClose={() => {}}
          onAnswered={() => handlers.onLeave(inbox.questions.answered(item.title))}
        />
      </Suspense>
    );
  return null;
};

function CustomerHome() {
  const { userFirstName, profileID, company } = useUser();
  const titles = { greeting: home.greeting(userFirstName), windowTitle: home.title };
  const isAgent = profileID === agentProfile && company?.role === 'manager';
  return (
    <OwnHome
      {...titles}
      {...(isAgent && { above: <AgentHome companyId={company.companyId} {...titles} /> })}
      paste={<PasteCode isForAgent={isAgent} />}
      note={
        <>
          <OptionalPart>
            <OwnHelpRequests isOnlyNew />
          </OptionalPart>
          <OptionalPart>
            <Suspense fallback={<Skeleton height="4rem" />}>
              <NewestReleaseNote />
            </Suspense>
            <LateDownloads />
          </OptionalPart>
        </>
      }
    />
  );
}
