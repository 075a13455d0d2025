import { Suspense } from 'react';
import type { User } from '@basics/contract/users/users.ts';
import { CustomerPage } from '#portal/features/users/timeline/customer-page.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { Allowed } from '#portal/session/session-context.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';

// The page shows the customer without waiting for the scripts of the sections.
const loadSections = () => import('../sections/customer-sections.tsx');
const CustomerSections = createLazyPart(async () => (await loadSections()).CustomerSections);
const CustomerSideSections = createLazyPart(async () => (await loadSections()).CustomerSideSections);

const renderSections = (user: User) => (
  <Allowed any={['license.generate']}>
    <Suspense fallback={<Skeleton height="10rem" />}>
      <CustomerSections user={user} />
    </Suspense>
  </Allowed>
);

const renderSideSections = (user: User) => (
  <Allowed any={['license.generate']}>
    <Suspense fallback={<Skeleton height="10rem" />}>
      <CustomerSideSections user={user} />
    </Suspense>
  </Allowed>
);

/** The page of a customer with the help requests, PCs and licences, which are separate features. */
export const ComposedCustomerPage = () => (
  <CustomerPage renderSections={renderSections} renderSideSections={renderSideSections} />
);
