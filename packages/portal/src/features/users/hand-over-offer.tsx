import type { User } from '@basics/contract/users/users.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { HandOverNotice, type HandOverNoticeProps } from './hand-over-notice.tsx';

/** Offers administrators to hand over the territory of this user, if the user is a salesman. */
export function HandOverOffer(props: HandOverNoticeProps) {
  const isAdministrator = findRole(useUser().profileID) === 'Administrator';
  if (!isAdministrator || findRole(props.user.profileID) !== 'Salesman') return null;
  return <HandOverNotice {...props} />;
}

/** Offers administrators to hand over the territory of each salesman among these users. */
export const HandOverOffers = ({ users, reason }: { users: readonly User[]; reason: HandOverNoticeProps['reason'] }) =>
  users.map((user) => <HandOverOffer key={user.userId} user={user} reason={reason} />);
