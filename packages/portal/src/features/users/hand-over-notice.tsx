import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import type { User } from '@basics/contract/users/users.ts';
import { handOverOffer as texts } from '#portal/texts/hand-over-offer.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { formatUser } from './user-format.tsx';
import { salesmanTerritories } from './administrator.queries.ts';

export type HandOverNoticeProps = {
  user: Pick<User, 'userId' | 'profileID' | 'firstName' | 'lastName' | 'login'>;
  reason: keyof typeof texts.reasons;
};

/**
 * Shows the customers and countries that a salesman is still responsible for, with a link to the dialog that hands them over. Shows nothing if
 * there is nothing to hand over.
 */
export function HandOverNotice({ user, reason }: HandOverNoticeProps) {
  const { data } = useQuery(salesmanTerritories);
  const territory = data?.items.find(({ userId }) => userId === user.userId);
  if (!territory || territory.assignments + territory.users === 0) return null;
  return (
    <Notice
      tone="warn"
      title={texts.title(formatUser(user), territory)}
      actions={
        <LinkButton
          to="/country-salesman"
          search={{ handOver: user.userId }}
          icon={<ArrowRightLeft aria-hidden="true" />}
        >
          {texts.open}
        </LinkButton>
      }
    >
      <p>{texts.reasons[reason]}</p>
    </Notice>
  );
}
