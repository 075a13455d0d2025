import type { License } from '@basics/contract/licenses/licenses.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { areStepsHidden, stepsQuery } from '#portal/features/first-steps/first-steps.queries.ts';
import { HomePage } from '#portal/features/home/home-page.tsx';
import { OwnPcs } from '#portal/features/license-admin/seats/own-pcs.tsx';
import { LicenseDelivery } from '#portal/features/licenses/delivery/license-delivery.tsx';
import { ErrorBoundary, createLazyPart } from '#portal/loading/lazy-part.tsx';
import { useUser } from '#portal/session/session-context.tsx';

// The list of first steps is shown only to administrators of a new portal.
const FirstSteps = createLazyPart(
  async () => (await import('#portal/features/first-steps/first-steps-card.tsx')).FirstStepsCard,
);

// The readers of codes are loaded when the user enters a text.
const loadCodeReader = () => import('#portal/features/licenses/codes/read-code.ts');

// The sections at the end of the page are loaded after the data above them.
const loadSections = () => import('../sections/home-late-sections.ts');
const StaffFigures = createLazyPart(async () => (await loadSections()).StaffFigures, { isLate: true });
const NewestReleaseNote = createLazyPart(async () => (await loadSections()).NewestReleaseNote, { isLate: true });

const renderDelivery = (license: License) => <LicenseDelivery license={license} isInRow />;

/**
 * The home page with the first steps of a new portal, the PCs of a customer and the newest release note, which are
 * separate features.
 */
export function ComposedHomePage() {
  const isAdministrator = findRole(useUser().profileID) === 'Administrator';
  const [hasSteps] = useState(() => isAdministrator && !areStepsHidden());
  useQuery({ ...stepsQuery, enabled: hasSteps }); // The steps are loaded at the same time as the script of their card.
  return (
    <HomePage
      loadCodeReader={loadCodeReader}
      renderPcs={() => <OwnPcs renderDelivery={renderDelivery} />}
      figures={<StaffFigures />}
      newestNote={<NewestReleaseNote />}
    >
      {hasSteps && (
        <ErrorBoundary fallback={() => null}>
          <FirstSteps />
        </ErrorBoundary>
      )}
    </HomePage>
  );
}
