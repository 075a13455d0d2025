import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { User } from '@basics/contract/users/users.ts';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { FetchedUser, WithOptions } from '../loading-states.tsx';
import styles from './user-form.module.css';
import { UserStatusCard } from '../access/user-status-card.tsx';
import { formatUser } from '../user-format.tsx';
import { storeUser, updateUser, createUserQuery } from '../user.queries.ts';
import { useMemo, useState } from 'react';
import { updateUserBody } from '@basics/contract/users/user-fields.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { user as texts } from '#portal/texts/user.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { scrollIntoView, AnnouncedText, type Elements } from '#portal/ui/layout/layout.tsx';
import { SideColumn } from '#portal/ui/layout/side-column.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { HandOverOffer } from '../hand-over-offer.tsx';
import { UserForm } from './user-form.tsx';
import { findChangedFields, pickChanges, toFormValues, findLabel, type UserValues } from '../user-fields.tsx';
import type { UserOptions } from '../users.queries.ts';

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
      <PageHeading title={texts.form.editTitle(formatUser(user))} introText={user.company || user.login} />
      <div className={styles.page}>
        <div className={styles.sides}>
          <SideColumn
            side={
              <UserStatusCard
                user={user}
                onChanged={(changedUser) => void storeUser(client, changedUser)}
                onRemoved={() => void navigate({ to: '/users', ignoreBlocker: true })}
              />
            }
          >
            <WithOptions>{(options) => <EditUserForm user={user} options={options} />}</WithOptions>
          </SideColumn>
        </div>
        {renderLicenses(user)}
      </div>
    </>
  );
}

type EditUserFormProps = { user: User; options: UserOptions };

/**
 * The form that changes a user. The form sends only the changed fields, with the version that was loaded. After saving, the page from which
 * the user came is open again.
 */
function EditUserForm({ user, options }: EditUserFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { history } = useRouter();
  const toasts = useToasts();
  const actor = useUser();
  const [message, setMessage] = useState('');
  const initialValues = useMemo(() => toFormValues(user), [user]);
  const mayChangeProfile = actor.permissions.includes('users.change-profile');

  async function reload(): Promise<void> {
    const newest = await client.fetchQuery({ ...createUserQuery(user.userId), staleTime: 0 });
    const changedLabels = findChangedFields(initialValues, toFormValues(newest)).map(findLabel);
    setMessage(changedLabels.length > 0 ? texts.stale.loadedWith(changedLabels.join(', ')) : texts.stale.loaded);
  }

  return (
    <div className={styles.page}>
      <AnnouncedText>{message}</AnnouncedText>
      <UserForm
        isNew={false}
        initialValues={initialValues}
        options={options}
        login={user.login}
        fixedProfileReason={explainFixedProfile(actor.userId === user.userId, mayChangeProfile)}
        renderProfileNotice={(profileID) =>
          profileID !== initialValues.profileID && <HandOverOffer user={user} reason="profile" />
        }
        parseValues={(values: UserValues) =>
          updateUserBody.safeParse({ ...pickChanges(initialValues, values), version: user.version })
        }
        sendBody={async (body) => {
          setMessage('');
          const saved = await updateUser(user.userId, body);
          toasts.done(texts.form.saved(formatUser(saved)));
          void storeUser(client, saved);
        }}
        leavePage={async () => {
          if (history.canGoBack()) history.back();
          else await navigate({ to: `/users/${user.userId}` });
        }}
        submitLabel={texts.form.save}
        failedTitle={texts.form.failed}
        cancelPath="/users"
        notice={
          message !== '' && (
            <Notice tone="info" ref={scrollIntoView}>
              <p>{message}</p>
            </Notice>
          )
        }
        renderProblem={(problem) =>
          isProblem(problem, 'STALE') ? <StaleNotice {...texts.stale} onReload={reload} /> : null
        }
      />
    </div>
  );
}

function explainFixedProfile(isOwn: boolean, mayChange: boolean): string | undefined {
  if (!mayChange) return texts.form.profileFixed;
  return isOwn ? texts.form.profileOwn : undefined;
}
