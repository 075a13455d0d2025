import { FileKey2, Pencil } from 'lucide-react';
import { Suspense } from 'react';
import type { User } from '@basics/contract/users/users.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { PresenceLine } from '#portal/session/people/presence-line.tsx';
import { Allowed } from '#portal/session/session-context.tsx';
import { fetchedUser as texts } from '#portal/texts/fetched-user.ts';
import { IconButtonSpace, LinkButton } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import styles from './customer-page.module.css';
import { FetchedUser } from '../loading-states.tsx';
import { formatUser, servesCustomers } from '../user-format.tsx';
import { joinClasses, type Elements } from '#portal/ui/layout/layout.tsx';
import { SideColumn } from '#portal/ui/layout/side-column.tsx';

// The sections of the page are loaded separately, so that the heading appears early.
const loadParts = () => import('./customer-parts.ts');
const UserActions = createLazyPart(async () => (await loadParts()).UserActions);
const RecordTimeline = createLazyPart(
  async () => (await import('#portal/session/notes/record-timeline.tsx')).RecordTimeline,
);
const CustomerDetails = createLazyPart(async () => (await loadParts()).CustomerDetails);

type CustomerPageProps = {
  /** Sections of other features about the user, above the timeline: open help requests and PCs. */
  renderSections: (user: User) => Elements;
  /** Sections of other features below the contact data. */
  renderSideSections: (user: User) => Elements;
};

/** The page of one customer: contact data, tools, help requests, PCs, licences, timeline, and all actions for the customer. */
export const CustomerPage = (props: CustomerPageProps) => (
  <FetchedUser>{(user) => <LoadedCustomerPage key={user.userId} user={user} {...props} />}</FetchedUser>
);

const LoadedCustomerPage = ({ user, renderSections, renderSideSections }: CustomerPageProps & { user: User }) => (
  <>
    <PageHeading
      title={formatUser(user)}
      introText={user.company || user.login}
      actions={<CustomerActions user={user} />}
    />
    <PresenceLine kind="user" id={user.userId} />
    <div className={styles.columns}>
      <div className={styles.column}>{renderSections(user)}</div>
      <SideColumn
        side={
          <div className={joinClasses(styles.column, styles.details)}>
            <Suspense fallback={<Skeleton height="30rem" />}>
              <CustomerDetails user={user} />
            </Suspense>
            {renderSideSections(user)}
          </div>
        }
      >
        <div className={styles.column}>
          <Suspense fallback={<Skeleton height="20rem" />}>
            <RecordTimeline subject={{ userId: user.userId }} />
          </Suspense>
        </div>
      </SideColumn>
    </div>
  </>
);

const CustomerActions = ({ user }: { user: User }) => {
  const { userId, status, profileID } = user;
  return (
    <>
      <Suspense fallback={<IconButtonSpace />}>
        <UserActions user={user} />
      </Suspense>
      <Allowed any={['users.edit']}>
        <LinkButton to={`/users/${userId}/edit`} icon={<Pencil aria-hidden="true" />}>
          {texts.edit}
        </LinkButton>
      </Allowed>
      {status === 'active' && !servesCustomers(profileID) && (
        <Allowed any={['license.generate']}>
          <LinkButton
            to="/license/verify"
            search={{ user: userId }}
            variant="primary"
            icon={<FileKey2 aria-hidden="true" />}
          >
            {texts.issue}
          </LinkButton>
        </Allowed>
      )}
    </>
  );
};
