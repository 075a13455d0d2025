import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { User } from '@basics/contract/users.ts';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { EditUserForm } from './edit-user-form.tsx';
import { FetchedUser } from './fetched-user.tsx';
import { WithOptions } from './with-options.tsx';
import styles from './user-form.module.css';
import { UserStatusCard } from './user-status-card.tsx';
import { formatUser } from './user-words.tsx';
import { storeUser } from './user.queries.ts';

type EditUserPageProps = {
  /** A section of another feature about the user: their licences. */
  renderLicenses: (user: User) => ReactNode;
};

/** Shows the status, the fields and the licences of a user. */
export const EditUserPage = ({ renderLicenses }: EditUserPageProps) => (
  <FetchedUser>{(user) => <Found key={user.userId} user={user} renderLicenses={renderLicenses} />}</FetchedUser>
);

function Found({ user, renderLicenses }: EditUserPageProps & { user: User }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <>
      <PageHeading title={formatUser(user)} lead={user.company || user.login} />
      <div className={styles.page}>
        <div className={styles.sides}>
          <UserStatusCard
            user={user}
            onChanged={(changed) => void storeUser(client, changed)}
            onRemoved={() => void navigate({ to: '/users', ignoreBlocker: true })}
          />
          <WithOptions>{(options) => <EditUserForm user={user} options={options} />}</WithOptions>
        </div>
        {renderLicenses(user)}
      </div>
    </>
  );
}
