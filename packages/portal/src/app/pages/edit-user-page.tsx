import { Suspense } from 'react';
import type { UserStatus } from '@basics/contract/users/user-lists.ts';
import { EditUserPage } from '#portal/features/users/write/edit-user-page.tsx';
import { userStatus as texts } from '#portal/texts/user-status.ts';
import { Allowed } from '#portal/session/session-context.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';

// The licences are below the form, so the form does not wait for their script.
const UserLicenses = createLazyPart(async () => (await import('../sections/user-licenses.tsx')).UserLicenses);

/** The reasons why a user who is not active can get no licence. */
const reasonsForNoLicence: Partial<Record<UserStatus, string>> = texts.noLicenses;

/** The page of a user with the licences of the user, which are separate features. */
export const ComposedEditUserPage = () => (
  <EditUserPage
    renderLicenses={({ userId, status }) => (
      <Allowed any={['license.generate']}>
        <Suspense fallback={<Skeleton height="20rem" />}>
          <UserLicenses userId={userId} closedReason={reasonsForNoLicence[status]} />
        </Suspense>
      </Allowed>
    )}
  />
);
