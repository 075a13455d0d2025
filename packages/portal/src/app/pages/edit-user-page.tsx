import { Suspense } from 'react';
import type { UserStatus } from '@basics/contract/users.ts';
import { EditUserPage } from '#portal/features/users/edit-user-page.tsx';
import { user as texts } from '#portal/messages/en/user.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { lazyPart } from '#portal/loading/lazy-part.tsx';

// They stand below the form: its script need not wait for theirs.
const UserLicenses = lazyPart(async () => (await import('./user-licenses.tsx')).UserLicenses);

/** Licences are issued to active users alone. */
const shut: Partial<Record<UserStatus, string>> = texts.noLicenses;

/** A user with his licences: rooms that do not know of each other. */
export const ComposedEditUserPage = () => (
  <EditUserPage
    renderLicenses={({ userId, status }) => (
      <Allowed any={['license.generate']}>
        <Suspense fallback={<Skeleton height="20rem" />}>
          <UserLicenses userId={userId} shut={shut[status]} />
        </Suspense>
      </Allowed>
    )}
  />
);
