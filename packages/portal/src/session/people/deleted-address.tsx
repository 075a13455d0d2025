import { useQuery } from '@tanstack/react-query';
import { limits } from '@basics/contract/calls/limits.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { deletedUsers } from '#portal/texts/deleted-users.ts';
import { people } from '#portal/texts/people.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { createDeletedUsersQuery } from './deleted-users.queries.ts';

const texts = deletedUsers.address;

/** The largest number of deleted users that the notice lists. */
const shownCount = 5;

/**
 * Says which deleted users with these addresses can still be restored, before staff create new accounts for the addresses. A deleted user
 * can no longer be restored when another account has the address. Only staff who may restore a user see it.
 */
export function DeletedAddressNotice({ logins }: { logins: readonly string[] }) {
  const { permissions } = useUser();
  const mayRestore = permissions.includes('users.delete') || permissions.includes('requests.delete');
  const addresses = new Set(logins.map(normalise).filter((login) => login.includes('@')));
  const { data } = useQuery({
    ...createDeletedUsersQuery(limits.page.max),
    enabled: mayRestore && addresses.size > 0,
  });
  const foundUsers = data?.items.filter(({ login }) => login !== null && addresses.has(normalise(login))) ?? [];
  return (
    <output>
      {foundUsers.length > 0 && (
        <Notice tone="warn" title={texts.title(foundUsers.length)}>
          <ul>
            {foundUsers.slice(0, shownCount).map(({ userId, name, login, deletedAt }) => (
              <li key={userId}>{texts.user(people.person(name ?? '', login ?? '').trim(), formatMoment(deletedAt))}</li>
            ))}
          </ul>
          <p>{texts.text}</p>
        </Notice>
      )}
    </output>
  );
}

const normalise = (login: string): string => login.trim().toLowerCase();
