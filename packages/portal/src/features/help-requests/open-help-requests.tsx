import { useQuery } from '@tanstack/react-query';
import { LifeBuoy, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { formatAgo } from '#portal/messages/times.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { Card, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { LinkButton } from '#portal/ui/buttons/button.tsx';
import { ItemList, ItemRow } from '#portal/ui/lists/item-row.tsx';
import { createHelpRequestsQuery } from './help-requests.queries.ts';
import { formatPc, formatRefusal } from './help-format.tsx';

/** The number of loaded help requests: a user can have at most five open help requests (`limits.help.open`). */
const pageSize = 5;

/** Lists the open help requests of a customer, with links to answer them. Renders nothing if the customer has no open help request. */
export function OpenHelpRequests({ userId }: { userId: number }) {
  const { data } = useQuery(createHelpRequestsQuery(userId, pageSize));
  const [now] = useState(Date.now);
  const openRequests = data?.items.filter(({ state }) => state === 'open') ?? [];
  if (openRequests.length === 0) return null;
  return (
    <Card title={texts.ofCustomer.title}>
      <ItemList>
        {openRequests.map((helpRequest) => (
          <ItemRow
            key={helpRequest.helpRequestId}
            icon={LifeBuoy}
            title={<span translate="no">{formatPc(helpRequest)}</span>}
            facts={[
              formatRefusal(helpRequest),
              formatAgo((now - Date.parse(helpRequest.askedAt)) / 1000),
              helpRequest.comment,
            ].filter((fact) => fact !== '')}
            actions={
              <LinkButton
                to="/help-requests"
                search={{ request: helpRequest.helpRequestId }}
                variant="primary"
                icon={<MessageCircle aria-hidden="true" />}
              >
                {texts.ofCustomer.answer} <VisuallyHidden>{formatPc(helpRequest)}</VisuallyHidden>
              </LinkButton>
            }
          />
        ))}
      </ItemList>
    </Card>
  );
}
