import { findRole } from '@basics/contract/calls/permissions.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import type { HandOverNoticeProps } from './hand-over-notice.tsx';

type Offered = HandOverNoticeProps['user'];

// Only administrators see the notice, and only about salesmen.
const HandOverNotice = createLazyPart(async () => (await import('./hand-over-notice.tsx')).HandOverNotice);

/** Offers administrators to hand over the territory of this user, if the user is a salesman. */
export function HandOverOffer(props: HandOverNoticeProps) {
  const isAdministrator = findRole(useUser().profileID) === 'Administrator';
  if (!isAdministrator || findRole(props.user.profileID) !== 'Salesman') return null;
  return (
    <OptionalPart>
      <HandOverNotice {...props} />
    </OptionalPart>
  );
}

/** Offers administrators to hand over the territory of each salesman among these users. */
export const HandOverOffers = ({
  users,
  reason,
}: Pick<HandOverNoticeProps, 'reason'> & { users: readonly Offered[] }) =>
  users
    .filter(({ profileID }) => findRole(profileID) === 'Salesman')
    .map((user) => <HandOverOffer key={user.userId} user={user} reason={reason} />);
