import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { home as texts } from '#portal/texts/home.ts';
import { Allowed, useUser } from '#portal/session/session-context.tsx';
import { OptionalPart } from '#portal/loading/lazy-part.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { PageHeading, usePageTitle } from '#portal/ui/headings/page-heading.tsx';
import styles from './home-page.module.css';
import { PasteBox, type CodeReader } from './paste-box.tsx';
import { inboxQuery } from './staff-inbox.queries.ts';
import { StaffInbox, StaffInboxPlaceholder } from './staff-inbox.tsx';
import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useSetup } from '#portal/brand/brand.tsx';
import { Card, type Elements } from '#portal/ui/layout/layout.tsx';

type HomePageProps = {
  /** Loads the functions that read codes, which belong to another feature. */
  loadCodeReader: () => Promise<CodeReader>;
  /** Renders the PCs of a customer with a component of another feature. */
  renderPcs: () => Elements;
  /** The figures for staff, which are loaded after the inbox. */
  figures: Elements;
  /** The newest release note, a component of another feature, which is also loaded later. */
  newestNote: Elements;
  /**
   * Content directly below the title. The inbox is shown only together with this content, so that the inbox does not
   * move.
   */
  children?: Elements;
};

/** The home page with the field for a code. Customers also see their PCs; staff see their inbox, figures and links to other pages. */
export function HomePage({ loadCodeReader, renderPcs, figures, newestNote, children }: HomePageProps) {
  const { userFirstName, permissions } = useUser();
  const isStaff = permissions.includes('users.view');
  useQuery({ ...inboxQuery, enabled: isStaff }); // The inbox is loaded at the same time as the content below the title.
  usePageTitle(texts.title); // The window title is not the greeting of the heading.
  const isCustomer = permissions.includes('license.menu');
  const sectionsBelowInbox = (
    <>
      <div className={styles.columns}>
        <Allowed any={['license.generate']}>
          <PasteBox loadCodeReader={loadCodeReader} />
        </Allowed>
        {isCustomer ? renderPcs() : <NextPages />}
      </div>
      <OptionalPart>
        <Suspense fallback={<Skeleton height={isStaff ? '48rem' : '14rem'} />}>
          {isStaff && figures}
          <div className={styles.note}>{newestNote}</div>
        </Suspense>
      </OptionalPart>
    </>
  );
  return (
    <>
      <PageHeading title={texts.greeting(userFirstName)} introText={texts.introText} />
      {isStaff ? (
        <Suspense fallback={<StaffInboxPlaceholder />}>
          {children}
          <StaffInbox>{sectionsBelowInbox}</StaffInbox>
        </Suspense>
      ) : (
        sectionsBelowInbox
      )}
    </>
  );
}

/** A card with links to other pages that the user may open. */
function NextPages() {
  const { setup } = useSetup();
  return (
    <Card title={texts.links.title}>
      <ul className={styles.pages}>
        <li>
          <Link to="/license/verify">{texts.links.verify.title}</Link>
          <p>{texts.links.verify.text}</p>
        </li>
        <Allowed any={['account.view']}>
          <li>
            <Link to="/account">{texts.links.account.title}</Link>
            <p>{texts.links.account.text}</p>
          </li>
        </Allowed>
        {setup.pocUrl !== null && (
          <Allowed any={['POC.view']}>
            <li>
              <a href={setup.pocUrl} target="_blank" rel="noreferrer">
                {texts.links.poc.title} <ExternalLink aria-hidden="true" />
              </a>
              <p>{texts.links.poc.text}</p>
            </li>
          </Allowed>
        )}
      </ul>
    </Card>
  );
}
