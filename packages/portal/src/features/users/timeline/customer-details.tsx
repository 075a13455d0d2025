import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { User } from '@basics/contract/users/users.ts';
import { Allowed } from '#portal/session/allowed.tsx';
import { CustomerFacts } from './customer-facts.tsx';
import { UserStatusCard } from '../access/user-status-card.tsx';
import { storeUser } from '../user.queries.ts';

/** Shows the contact data and the tools of a customer, and the status of the account with the actions that change it. */
export function CustomerDetails({ user }: { user: User }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <>
      <CustomerFacts user={user} />
      <Allowed any={['users.edit']}>
        <UserStatusCard
          user={user}
          onChanged={(changedUser) => void storeUser(client, changedUser)}
          onRemoved={() => void navigate({ to: '/users' })}
          hidesHistory
        />
      </Allowed>
    </>
  );
}
