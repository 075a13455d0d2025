import { findRole } from '@basics/contract/calls/permissions.ts';
import type { Selection } from '#portal/ui/selection/use-selection.ts';
import { useUser } from '#portal/session/session-context.tsx';
import { useQuery } from '@tanstack/react-query';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import type { HandOverNoticeProps } from './hand-over-notice.tsx';
import { createSelectedSalesmenQuery } from './users.queries.ts';

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

type HandOverOffersProps = Pick<HandOverNoticeProps, 'reason'> & {
  selection: Pick<Selection<Offered>, 'rows' | 'all'>;
};

/** Offers administrators to hand over the territory of each salesman among the selected users. */
export const HandOverOffers = ({ selection: { rows, all }, reason }: HandOverOffersProps) =>
  all ? <OffersOfAll selection={all.selection} reason={reason} /> : <Offers users={rows} reason={reason} />;

function OffersOfAll({ selection, reason }: Pick<HandOverNoticeProps, 'reason'> & { selection: object }) {
  const { data } = useQuery({
    ...createSelectedSalesmenQuery(selection),
    enabled: findRole(useUser().profileID) === 'Administrator',
  });
  return data && <Offers users={data} reason={reason} />;
}

const Offers = ({ users, reason }: Pick<HandOverNoticeProps, 'reason'> & { users: readonly Offered[] }) =>
  users
    .filter(({ profileID }) => findRole(profileID) === 'Salesman')
    .map((user) => <HandOverOffer key={user.userId} user={user} reason={reason} />);
