import type { ReactNode } from 'react';
import { home as texts } from '#portal/texts/home.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { usePageTitle } from '#portal/ui/layout/page-title.tsx';
import styles from './home-page.module.css';
import { LicensesInBrief } from './licenses-in-brief.tsx';
import { NextPages } from './next-pages.tsx';
import { PasteBox } from './paste-box.tsx';
import { StaffFigures } from './staff-figures.tsx';

/** The start page: the field for a code; for customers their licences, for staff the pages that they may open. `children` are shown below the title. */
export function HomePage({ children }: { children?: ReactNode }) {
  const { userFirstName, permissions } = useUser();
  usePageTitle(texts.title); // The title of the window is the name of the page; only the heading is a greeting.
  const isCustomer = permissions.includes('license.menu');
  return (
    <>
      <PageHeading title={texts.greeting(userFirstName)} lead={isCustomer ? texts.leadCustomer : texts.leadStaff} />
      {children}
      <div className={styles.columns}>
        <Allowed any={['license.generate']}>
          <PasteBox />
        </Allowed>
        {isCustomer ? <LicensesInBrief /> : <NextPages />}
      </div>
      <Allowed any={['users.view']}>
        <StaffFigures />
      </Allowed>
    </>
  );
}
