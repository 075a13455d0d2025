import { useQuery } from '@tanstack/react-query';
import { LifeBuoy, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { formatAgo } from '#portal/messages/times.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { Card } from '#portal/ui/layout/card.tsx';
import { LinkButton } from '#portal/ui/layout/link-button.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import { ItemList, ItemRow } from '#portal/ui/lists/item-row.tsx';
import { createHelpRequestsQuery } from './help-requests.queries.ts';
import { formatPc, formatRefusal } from './help-words.tsx';

/** A user can have five open help requests at most (`limits.help.open`). */
const pageSize = 5;

/** The help requests of a customer that wait for an answer; nothing if there are none. */
export function OpenQuestions({ userId }: { userId: number }) {
  const { data } = useQuery(createHelpRequestsQuery(userId, pageSize));
  const [now] = useState(Date.now);
  const open = data?.items.filter(({ state }) => state === 'open') ?? [];
  if (open.length === 0) return null;
  return (
    <Card title={texts.ofCustomer.title}>
      <ItemList>
        {open.map((asked) => (
          <ItemRow
            key={asked.helpRequestId}
            icon={LifeBuoy}
            title={formatPc(asked)}
            facts={[formatRefusal(asked), formatAgo((now - Date.parse(asked.askedAt)) / 1000), asked.comment].filter(
              (fact) => fact !== '',
            )}
            actions={
              <LinkButton
                to="/help-requests"
                search={{ request: asked.helpRequestId }}
                variant="primary"
                icon={<MessageCircle aria-hidden="true" />}
              >
                {texts.ofCustomer.answer}
                <VisuallyHidden> {formatPc(asked)}</VisuallyHidden>
              </LinkButton>
            }
          />
        ))}
      </ItemList>
    </Card>
  );
}
