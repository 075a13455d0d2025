import type { Request } from '@basics/contract/requests.ts';
import { user as texts } from '#portal/texts/user.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { Fact, Facts } from '#portal/ui/content/facts.tsx';
import { UserStatusBadge } from './user-format.tsx';

/** Shows the values that the applicant entered. */
export const RequestFacts = ({ request }: { request: Request }) => (
  <Card title={texts.approving.asked} actions={<UserStatusBadge status={request.status} />}>
    <Facts>
      {request.requestDate !== null && <Fact name={texts.approving.date}>{formatMoment(request.requestDate)}</Fact>}
      <Fact name={texts.approving.reason}>{request.reason || texts.approving.none}</Fact>
      <Fact name={texts.approving.comment}>{request.comment || texts.approving.noComment}</Fact>
    </Facts>
  </Card>
);
