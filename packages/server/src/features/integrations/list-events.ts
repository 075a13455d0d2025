import type { Query, Reply } from '@basics/contract/calls/endpoint.ts';
import type { integrationEvents } from '@basics/contract/integrations/events.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import type { Db } from '#server/database/foundation.ts';
import { entriesRead, eventsByAction, findEvents, findLastRead } from './events.repository.ts';

type Events = Reply<typeof integrationEvents.events>;

/**
 * Lists the events after a number, in order. The end of what is read is found first: an event that is published meanwhile has a higher number, so
 * the next request finds it.
 */
export async function listEvents(
  { db, actor }: { db: Db; actor: Viewer },
  { after, type, limit }: Query<typeof integrationEvents.events>,
): Promise<Events> {
  const lastRead = await findLastRead(db, after);
  if (lastRead === null) return { items: [], next: after, more: false };
  const rows = await findEvents(db, actor, { after, type, limit });
  const items = rows.flatMap(({ place, at, action, subjectKind, userId, subjectId }) => {
    const eventType = eventsByAction[action];
    if (eventType === undefined || place > lastRead.place) return [];
    return [
      {
        eventId: place,
        type: eventType,
        at: toIsoTime(at),
        userId,
        ...(subjectKind === 'license' && { licenseId: subjectId }),
        ...(subjectKind === 'machine' && { machineId: subjectId }),
      },
    ];
  });
  const isFull = rows.length === limit;
  const next = isFull ? (items.at(-1)?.eventId ?? after) : lastRead.place;
  return { items, next, more: isFull || lastRead.entries === entriesRead };
}
