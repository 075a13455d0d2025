import { useQuery } from '@tanstack/react-query';
import { readViewToken } from '#portal/api/browser-store.ts';
import { formatList } from '#portal/messages/formats.ts';
import { presence as texts } from '#portal/texts/presence.ts';
import { createPresenceQuery, type OpenRecord } from './presence.queries.ts';

/** Says which colleagues have the same record open. A view as another user reports nothing, because it only reads. */
export function PresenceLine(record: OpenRecord) {
  const { data } = useQuery({ ...createPresenceQuery(record), enabled: readViewToken() === null });
  const names = data?.names ?? [];
  return names.length > 0 && <output>{texts.open(names.length, formatList(names))}</output>;
}
