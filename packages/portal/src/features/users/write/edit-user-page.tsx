import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { User } from '@basics/contract/users/users.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { EditUserForm } from './edit-user-form.tsx';
import { FetchedUser } from '../fetched-user.tsx';
import { WithOptions } from '../with-options.tsx';
import styles from './user-form.module.css';
import { UserStatusCard } from '../access/user-status-card.tsx';
import { formatUser } from '../user-format.tsx';
import { storeUser } from '../user.queries.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type EditUserPageProps = {
  /** Renders the licences of the user, which belong to another feature. */
  renderLicenses: (user: User) => Elements;
};

/** The page of a user with the status, the form and the licences. */
export const EditUserPage = ({ renderLicenses }: EditUserPageProps) => (
  <FetchedUser>
    {(user) => <LoadedUserPage key={user.userId} user={user} renderLicenses={renderLicenses} />}
  </FetchedUser>
);

function LoadedUserPage({ user, renderLicenses }: EditUserPageProps & { user: User }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <>
      <PageHeading title={formatUser(user)} introText={user.company || user.login} />
      <div className={styles.page}>
        <div className={styles.sides}>
          <UserStatusCard
            user={user}
            onChanged={(changedUser) => void storeUser(client, changedUser)}
            onRemoved={() => void navigate({ to: '/users', ignoreBlocker: true })}
          />
          <WithOptions>{(options) => <EditUserForm user={user} options={options} />}</WithOptions>
        </div>
        {renderLicenses(user)}
      </div>
    </>
  );
}
