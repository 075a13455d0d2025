import { groupByEffect, type BulkResult, type EffectCount } from '@basics/contract/calls/bulk.ts';
import type { SelectionSeen } from '@basics/contract/calls/lists.ts';

/** A record of an act on many records. `personId` is the person to whom the record belongs, if the record is not a person. */
export type BulkRow = {
  id: number;
  name: string;
  company?: string;
  country?: string | null;
  personId?: number;
  /** The last day of a licence before the act. */
  lastDay?: string;
};

/** One part of the preview of a selection, as the server returns it, with its rows in the form of the sheet. */
type PreviewPart = {
  results: BulkResult[];
  rows: BulkRow[];
  seen?: SelectionSeen | undefined;
  next?: number | undefined;
};

/**
 * The preview of an act on all rows that match, with the parts that have arrived. `effects` counts all records; of each effect, `results` and
 * `rows` keep only the first records, so that the page needs the same memory for any number of records.
 */
export type AllPreview = {
  results: BulkResult[];
  rows: BulkRow[];
  effects: EffectCount[];
  people: number;
  companies: number;
  seen: SelectionSeen | undefined;
  /** The profile that each applicant gets, of all records. */
  profiles: Pick<BulkResult, 'id' | 'profileID'>[];
};

/** The number of records of each effect that are kept. */
const keptRows = 200;

/** Reads the preview part by part. `onPart` gets what has arrived, so that the first groups are in view before the last part is read. */
export async function previewAll(
  readPart: (place: { from?: number; seen?: SelectionSeen }) => Promise<PreviewPart>,
  onPart: (preview: AllPreview) => void,
): Promise<AllPreview> {
  const people = new Set<number>();
  const companies = new Set<string>();
  let preview: AllPreview = {
    results: [],
    rows: [],
    effects: [],
    people: 0,
    companies: 0,
    seen: undefined,
    profiles: [],
  };
  let from: number | undefined;
  do {
    const { seen } = preview;
    // oxlint-disable-next-line no-await-in-loop -- each part begins where the last part ended
    const part = await readPart({ ...(from !== undefined && { from }), ...(seen && { seen }) });
    const doneIds = new Set(part.results.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : [])));
    for (const { id, personId = id, company = '' } of part.rows.filter((row) => doneIds.has(row.id))) {
      people.add(personId);
      if (company.trim() !== '') companies.add(company.trim().toLowerCase());
    }
    const profiles = part.results.flatMap(({ id, profileID }) => (profileID === undefined ? [] : [{ id, profileID }]));
    preview = {
      ...addPart(preview, part),
      profiles: [...preview.profiles, ...profiles],
      people: people.size,
      companies: companies.size,
      seen: seen ?? part.seen,
    };
    from = part.next;
    onPart(preview);
  } while (from !== undefined);
  return preview;
}

function addPart(
  preview: AllPreview,
  { results, rows }: PreviewPart,
): Pick<AllPreview, 'results' | 'rows' | 'effects'> {
  const effects = new Map(preview.effects.map((effect) => [toEffectKey(effect), effect]));
  const keptIds = new Set<number>();
  for (const { results: sameResults, ...group } of groupByEffect(results)) {
    const key = toEffectKey(group);
    const before = effects.get(key)?.count ?? 0;
    effects.set(key, { ...group, count: before + sameResults.length });
    for (const { id } of sameResults.slice(0, Math.max(keptRows - before, 0))) keptIds.add(id);
  }
  return {
    results: [...preview.results, ...results.filter(({ id }) => keptIds.has(id))],
    rows: [...preview.rows, ...rows.filter(({ id }) => keptIds.has(id))],
    effects: [...effects.values()],
  };
}

/** Counts the records with each effect. */
export const countEffects = (results: readonly BulkResult[]): EffectCount[] =>
  groupByEffect(results).map(({ results: sameResults, ...group }) => ({ ...group, count: sameResults.length }));

/** The number of records that an act changes. */
export const countDone = (effects: readonly EffectCount[]): number =>
  addCounts(effects.filter(({ outcome }) => outcome === 'done'));

/** The number of records from which an act takes something away. */
export const countTaken = (effects: readonly EffectCount[]): number =>
  addCounts(effects.filter(({ takesAway }) => takesAway));

export const addCounts = (effects: readonly EffectCount[]): number =>
  effects.reduce((sum, { count }) => sum + count, 0);

export const toEffectKey = ({
  outcome,
  effect,
  message,
}: Pick<EffectCount, 'outcome' | 'effect' | 'message'>): string => [outcome, effect, message].join(' ');
