import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { home as texts } from '#portal/texts/home.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import styles from './home-page.module.css';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { NextPages } from './next-pages.tsx';
import { PasteBox } from './paste-box.tsx';
import { StaffFigures } from './staff-figures.tsx';
import { useInboxTitle } from './use-inbox-title.ts';

const StaffInbox = createLazyPart(async () => (await import('./staff-inbox.tsx')).StaffInbox);

type HomePageProps = {
  /** For customers: their PCs, which another feature shows. */
  renderPcs: () => ReactNode;
  /** Shown below the title. */
  children?: ReactNode;
};

/** The start page: the field for a code; for customers their PCs, for staff the pages that they may open. */
export function HomePage({ renderPcs, children }: HomePageProps) {
  const { userFirstName, permissions } = useUser();
  const { isInboxFetched } = useInboxTitle(); // Only the heading is a greeting.
  const isCustomer = permissions.includes('license.menu');
  const rest = (
    <>
      <div className={styles.columns}>
        <Allowed any={['license.generate']}>
          <PasteBox />
        </Allowed>
        {isCustomer ? renderPcs() : <NextPages />}
      </div>
      <Allowed any={['users.view']}>
        <StaffFigures />
      </Allowed>
    </>
  );
  return (
    <>
      <PageHeading title={texts.greeting(userFirstName)} lead={isCustomer ? texts.leadCustomer : texts.leadStaff} />
      {children}
      <Allowed any={['users.view']}>
        <Suspense fallback={<Skeleton height="14rem" />}>
          <StaffInbox />
        </Suspense>
      </Allowed>
      {/* How high the inbox is shows when it has loaded: nothing below it may move. */}
      {(isInboxFetched || !permissions.includes('users.view')) && rest}
    </>
  );
}
