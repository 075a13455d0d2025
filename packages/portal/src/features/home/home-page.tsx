import type { ReactNode } from 'react';
import { home as texts } from '#portal/texts/home.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { usePageTitle } from '#portal/ui/layout/page-title.tsx';
import styles from './home-page.module.css';
import { NextPages } from './next-pages.tsx';
import { PasteBox } from './paste-box.tsx';
import { StaffFigures } from './staff-figures.tsx';

type HomePageProps = {
  /** For customers: their PCs, which another feature shows. */
  renderPcs: () => ReactNode;
  /** Shown below the title. */
  children?: ReactNode;
};

/** The start page: the field for a code; for customers their PCs, for staff the pages that they may open. */
export function HomePage({ renderPcs, children }: HomePageProps) {
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
        {isCustomer ? renderPcs() : <NextPages />}
      </div>
      <Allowed any={['users.view']}>
        <StaffFigures />
      </Allowed>
    </>
  );
}
