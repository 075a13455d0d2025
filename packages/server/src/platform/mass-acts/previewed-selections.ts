import type { Database } from '#server/database/database.ts';
import { minutes } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';

type Previewed = { ids: number[]; until: number };
type Caller = Pick<CallContext, 'database' | 'actor' | 'at'>;
type SelectedOnce = { selection: object; digest: string };

/** The selections of previews whose further parts are still to be read, the oldest first. */
const previewedSelections = new WeakMap<Database, Map<string, Previewed>>();
/** A selection has at most 25,000 ids, so that these need some megabytes. */
const maxSelections = 10;
const keptMs = minutes(5);

/**
 * Returns the ids that the first part of a preview has found for the same caller and selection; null if another process has found them, or
 * some minutes ago. All parts of a preview are then of the same records, and the records are looked for once.
 */
export function findPreviewed({ database, actor, at }: Caller, selected: SelectedOnce): number[] | null {
  const previewed = previewedSelections.get(database)?.get(createKey(actor, selected));
  return previewed && previewed.until > at ? previewed.ids : null;
}

/** Keeps the ids for the next part of a preview. Null forgets them after the last part. */
export function keepPreviewed({ database, actor, at }: Caller, selected: SelectedOnce, ids: number[] | null): void {
  const selections = previewedSelections.get(database) ?? new Map<string, Previewed>();
  previewedSelections.set(database, selections);
  const key = createKey(actor, selected);
  selections.delete(key);
  if (ids) selections.set(key, { ids, until: at + keptMs });
  for (const oldest of [...selections.keys()].slice(0, -maxSelections)) selections.delete(oldest);
}

const createKey = ({ userId, machine }: CallContext['actor'], { selection, digest }: SelectedOnce): string =>
  JSON.stringify([userId, machine ?? null, selection, digest]);
