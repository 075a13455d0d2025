import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { User } from '@basics/contract/users.ts';
import { updateUserBody } from '@basics/contract/user-fields.ts';
import { isProblem } from '#portal/api/api-problem.ts';
import { user as texts } from '#portal/texts/user.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { scrollIntoView } from '#portal/ui/layout/scroll-into-view.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { Announced } from '#portal/ui/layout/visually-hidden.tsx';
import { UserForm } from './user-form.tsx';
import styles from './user-form.module.css';
import { findChangedFields, pickChanges, toValues } from './user-values.ts';
import { findLabel } from './user-fields.tsx';
import type { UserValues } from './user-fields.tsx';
import { storeUser, updateUser, createUserQuery } from './user.queries.ts';
import type { UserOptions } from './users.queries.ts';

type EditUserFormProps = { user: User; options: UserOptions };

/** Changes a user: only changed fields are sent, with the version that was read. */
export function EditUserForm({ user: given, options }: EditUserFormProps) {
  const client = useQueryClient();
  const toasts = useToasts();
  const actor = useUser();
  const [said, setSaid] = useState('');
  // The reply arrives before the page renders it; the next changes are compared with the reply.
  const [answered, setAnswered] = useState(given);
  const user = answered.version > given.version ? answered : given;
  const base = useMemo(() => toValues(user), [user]);
  const mayChangeProfile = actor.permissions.includes('users.change-profile');

  async function reload(): Promise<void> {
    const newest = await client.fetchQuery({ ...createUserQuery(user.userId), staleTime: 0 });
    const names = findChangedFields(base, toValues(newest)).map(findLabel);
    setSaid(names.length > 0 ? texts.stale.loadedWith(names.join(', ')) : texts.stale.loaded);
  }

  return (
    <div className={styles.page}>
      <Announced>{said}</Announced>
      <UserForm
        base={base}
        options={options}
        login={user.login}
        profileFixed={explainFixedProfile(actor.userId === user.userId, mayChangeProfile)}
        read={(values: UserValues) => updateUserBody.safeParse({ ...pickChanges(base, values), version: user.version })}
        send={async (body) => {
          setSaid('');
          const saved = await updateUser(user.userId, body);
          setAnswered(saved);
          toasts.done(texts.form.saved);
          void storeUser(client, saved);
        }}
        submit={texts.form.save}
        failed={texts.form.failed}
        cancel="/users"
        answer={
          said !== '' && (
            <Notice tone="info" ref={scrollIntoView}>
              <p>{said}</p>
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
