import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { User } from '@basics/contract/users.ts';
import { user as texts } from '#portal/texts/user.ts';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { EditUserForm } from './edit-user-form.tsx';
import { FormFailed, FormSkeleton, WithOptions } from './user-form-page.tsx';
import styles from './user-form.module.css';
import { UserStatusCard } from './user-status-card.tsx';
import { formatUser } from './user-words.tsx';
import { storeUser, createUserQuery } from './user.queries.ts';

type EditUserPageProps = {
  /** A section of another feature about the user: their licences. */
  renderLicenses: (user: User) => ReactNode;
};

/** Shows the status, the fields and the licences of a user. */
export function EditUserPage({ renderLicenses }: EditUserPageProps) {
  const { userId = '' } = useParams({ strict: false });
  const found = useQuery({ ...createUserQuery(Number(userId)), refetchOnWindowFocus: false });
  if (found.data) return <Found key={found.data.userId} user={found.data} renderLicenses={renderLicenses} />;
  if (!found.error) {
    return (
      <>
        <PageHeading title={texts.editing.title} />
        <FormSkeleton />
      </>
    );
  }
  return (
    <FormFailed
      title={texts.editing.title}
      error={found.error}
      words={texts.editing}
      onRetry={() => void found.refetch()}
      back="/users"
      backWords={texts.editing.back}
    />
  );
}

const decided: readonly string[] = ['approved', 'active', 'suspended'];

function Found({ user, renderLicenses }: EditUserPageProps & { user: User }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const name = formatUser(user);
  if (!decided.includes(user.status)) return <UndecidedNotice user={user} />;
  return (
    <>
      <PageHeading title={name} lead={user.company || user.login} />
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

/** An applicant can only be approved or rejected, not edited. */
const UndecidedNotice = ({ user }: { user: User }) => (
  <>
    <PageHeading title={formatUser(user)} />
    <Notice
      tone="info"
      actions={
        <LinkButton to="/requests" search={{ request: user.userId }}>
          {texts.editing.toRequest}
        </LinkButton>
      }
    >
      <p>{texts.editing.pending}</p>
    </Notice>
  </>
);
