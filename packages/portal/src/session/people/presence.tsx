import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';
import type { OpenRecord } from './presence.queries.ts';

const PresenceLine = createLazyPart(async () => (await import('./presence-line.tsx')).PresenceLine);

/** The line that says which colleagues have the same record open. The line is loaded after the record. */
export const Presence = (record: OpenRecord) => (
  <OptionalPart>
    <PresenceLine {...record} />
  </OptionalPart>
);
