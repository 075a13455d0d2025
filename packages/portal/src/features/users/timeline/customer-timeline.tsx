import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '@basics/contract/calls/limits.ts';
import type { TimelineEvent } from '@basics/contract/users/timeline.ts';
import { formatDay, formatMoment } from '#portal/messages/times.ts';
import { formatList } from '#portal/messages/formats.ts';
import { customer } from '#portal/texts/customer.ts';
import { userFields as fieldLabels } from '#portal/texts/user-fields.ts';
import { describeStep } from '#portal/texts/user-history.ts';
import { Timeline, type TimelineStep } from '#portal/ui/content/facts.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { createTimelineQuery } from './customer.queries.ts';

const texts = customer.timeline;
const initialEventCount = 10;

/** The timeline of a user with the newest events. A button loads more. */
export function CustomerTimeline({ userId }: { userId: number }) {
  const [limit, setLimit] = useState(initialEventCount);
  const timelineQuery = useQuery(createTimelineQuery(userId, limit));
  const { isPlaceholderData } = timelineQuery;
  const isShowingAll = limit === limits.page.max;
  return (
    <Card title={texts.title}>
      <QueryContent
        query={timelineQuery}
        failedTitle={texts.failed}
        loading={<ItemsLoading loadingText={texts.loading} />}
      >
        {(timeline) => (
          <Stack>
            {timeline.items.length === 0 ? (
              <p>{texts.none}</p>
            ) : (
              <Timeline label={texts.title} steps={timeline.items.map(createTimelineStep)} />
            )}
            {timeline.hasMore && !isShowingAll && (
              <div>
                <Button busy={isPlaceholderData} onClick={() => setLimit(limits.page.max)}>
                  {texts.showAll}
                </Button>
              </div>
            )}
            {timeline.hasMore && isShowingAll && !isPlaceholderData && <p>{texts.newestOnly(limit)}</p>}
          </Stack>
        )}
      </QueryContent>
    </Card>
  );
}

function createTimelineStep(event: TimelineEvent, index: number): TimelineStep {
  return { id: `${index} ${event.at}`, ...describeEvent(event, formatMoment(event.at)) };
}

function describeEvent(event: TimelineEvent, when: string): Omit<TimelineStep, 'id'> {
  if (event.kind === 'account')
    return { title: describeStep(event), detail: texts.by(event.by, when), quote: event.reason };
  if (event.kind === 'letter')
    return { title: texts.letter(event.subject), detail: texts.by(texts.letters[event.state], when) };
  if (event.kind === 'change') return { title: describeChange(event), detail: texts.by(event.by, when) };
  const machineName = event.machineName || texts.unnamed;
  if (event.kind === 'licenseIssued') {
    const formatTitle = event.isRenewal ? texts.renewed : texts.issued;
    return {
      title: formatTitle(machineName),
      detail: texts.by(event.by, when),
      quote: texts.validUntil(formatDay(event.expiryDate)),
    };
  }
  if (event.kind === 'packSent')
    return { title: texts.packSent(machineName, event.to), detail: texts.by(event.by, when) };
  if (event.kind === 'licenseRevoked') return { title: texts.revoked(machineName), detail: when, quote: event.reason };
  if (event.kind === 'question')
    return { title: texts.asked(machineName), detail: when, quote: event.comment || event.problem };
  return { title: texts.answers[event.state], detail: texts.by(event.by, when), quote: event.words };
}

/** Returns for example "PC removed: CAD-07" or "Account changed: Tools, Brand". */
function describeChange({ action, machineName, fields }: Extract<TimelineEvent, { kind: 'change' }>): string {
  const actionLabel = texts.changes[action];
  if (machineName !== null) return texts.ofMachine(actionLabel, machineName || texts.unnamed);
  const labels = Object.entries(fieldLabels).flatMap(([field, label]) => (fields.includes(field) ? [label] : []));
  return action === 'user.update' && labels.length > 0 ? texts.ofMachine(actionLabel, formatList(labels)) : actionLabel;
}
