import {
  groupByEffect,
  type BulkResult,
  type EffectCount,
  type EffectGroup,
  type GrantEffect,
} from '@basics/contract/calls/bulk.ts';
import { formatCountry, formatProfile } from '#portal/messages/names.ts';
import { formatNumber, choosePluralForm } from '#portal/messages/formats.ts';
import { formatDay } from '#portal/messages/times.ts';
import { bulk as texts } from '#portal/texts/bulk.ts';
import { EffectCounts } from '#portal/ui/content/facts.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { LimitedTable } from '#portal/ui/lists/limited-table.tsx';
import { addCounts, countEffects, toEffectKey, type BulkRow } from './preview-all.ts';

type MassEffectsProps = {
  rows: readonly BulkRow[];
  results: readonly BulkResult[];
  /** The number of records with each effect, if `results` has only the first of them. */
  effects?: readonly EffectCount[] | undefined;
  /** Whether the act is done. Until then, the results are those of a preview. */
  isFinished: boolean;
};

/**
 * What an act on many records does: first how many records get each effect, with the effects that take something away in front and in a
 * colour, then the records of each effect. Groups that need a look are open.
 */
export function MassEffects({ rows, results, effects = countEffects(results), isFinished }: MassEffectsProps) {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const groups = joinReasons(groupByEffect(results)).map((group) => ({ ...group, count: countGroup(group, effects) }));
  const counts = groups.map((group) => ({
    id: toEffectKey(group),
    label: describeOutcome(group, isFinished),
    count: group.count,
    isWarning: needsLook(group),
  }));
  return (
    <>
      {counts.length > 1 && <EffectCounts counts={counts} />}
      <div>
        {groups.map((group) => (
          <Disclosure
            key={`${isFinished} ${toEffectKey(group)}`}
            label={describeGroup(group, isFinished)}
            startsOpen={needsLook(group) || rows.length <= firstRows}
          >
            {() => <GroupTable group={group} title={describeGroup(group, isFinished)} rowsById={rowsById} />}
          </Disclosure>
        ))}
      </div>
    </>
  );
}

/** The number of people whose records change, and of their companies. */
export function countTouched(
  rows: readonly BulkRow[],
  results: readonly BulkResult[],
): { people: number; companies: number } {
  const doneIds = new Set(listDoneIds(results));
  const doneRows = rows.filter(({ id }) => doneIds.has(id));
  const companies = doneRows.map(({ company = '' }) => company.trim().toLowerCase()).filter((name) => name !== '');
  return {
    people: new Set(doneRows.map(({ id, personId = id }) => personId)).size,
    companies: new Set(companies).size,
  };
}

export const listDoneIds = (results: readonly BulkResult[]): number[] =>
  results.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : []));

type Group = EffectGroup<BulkResult>;
type CountedGroup = Group & { count: number };

/** The number of records of a group, with all reasons if the group has no reason of its own. */
const countGroup = ({ outcome, effect, message }: Group, effects: readonly EffectCount[]): number =>
  addCounts(
    effects.filter(
      (count) =>
        count.outcome === outcome && count.effect === effect && (message === undefined || count.message === message),
    ),
  );

/**
 * Joins the groups that have the same effect for different reasons, so that few counts are in view, however many reasons there are. The table
 * of the group then names the reason of each record.
 */
const joinReasons = (groups: readonly Group[]): Group[] =>
  groups.flatMap((group) => {
    const sameGroups = groups.filter(({ outcome, effect }) => outcome === group.outcome && effect === group.effect);
    const { message: _, ...joinedGroup } = group;
    if (sameGroups.length === 1) return [group];
    return sameGroups[0] === group ? [{ ...joinedGroup, results: sameGroups.flatMap(({ results }) => results) }] : [];
  });

const needsLook = ({ takesAway, effect, outcome }: Group): boolean =>
  takesAway || effect === 'approvedDuplicate' || outcome === 'refused';

const describeGroup = (group: CountedGroup, isFinished: boolean): string =>
  texts.group(formatNumber(group.count), describeOutcome(group, isFinished));

/** Describes what happens to a number of records, or what happened: "are refused: Too early". */
export function describeOutcome({ outcome, effect, message, count }: EffectCount, isFinished: boolean): string {
  const { done, ...forms } = texts.effects[outcome === 'done' ? (effect ?? 'changed') : outcome];
  const words = isFinished ? done : choosePluralForm(count, forms);
  return message === undefined ? words : texts.because(words, message);
}

/** The number of records of a group that are shown at first. */
const firstRows = 5;

type GroupTableProps = { group: CountedGroup; title: string; rowsById: ReadonlyMap<number, BulkRow> };
type ShownRow = BulkRow & { change: string; reason: string };

function GroupTable({ group: { results, message, count }, title, rowsById }: GroupTableProps) {
  const rows = results.flatMap((result): ShownRow[] => {
    const row = rowsById.get(result.id);
    const reason = message === undefined ? (result.message ?? '') : '';
    return row ? [{ ...row, change: describeChange(row, result), reason }] : [];
  });
  const hasProfiles = results.some(({ profileID }) => profileID !== undefined);
  const cells = [
    { id: 'name', header: texts.columns.name, read: ({ name }: ShownRow) => name },
    { id: 'company', header: texts.columns.company, read: ({ company = '' }: ShownRow) => company },
    {
      id: 'country',
      header: texts.columns.country,
      read: ({ country }: ShownRow) => (country ? formatCountry(country) : ''),
    },
    {
      id: 'change',
      header: hasProfiles ? texts.columns.profile : texts.columns.change,
      read: ({ change }: ShownRow) => change,
    },
    { id: 'reason', header: texts.reason, read: ({ reason }: ShownRow) => reason },
  ];
  return (
    <LimitedTable<ShownRow>
      title={title}
      isTitleHidden
      rows={rows}
      total={count}
      firstRows={firstRows}
      columns={cells
        .filter(({ id, read }) => id === 'name' || rows.some((row) => read(row) !== ''))
        .map(({ read, ...column }) => ({ ...column, isCardTitle: column.id === 'name', cell: read }))}
      rowKey={({ id }) => id}
    />
  );
}

function describeChange({ lastDay }: BulkRow, { grant, profileID, expiryDate }: BulkResult): string {
  if (grant) return describeGrant(grant);
  if (profileID !== undefined) return formatProfile(profileID);
  if (expiryDate === undefined) return '';
  return lastDay === undefined ? formatDay(expiryDate) : texts.becomes(formatDay(lastDay), formatDay(expiryDate));
}

/** Describes the days of a tool of a user before and after a change: "without time limit → through 14 March 2027". */
function describeGrant({ before, ...after }: GrantEffect): string {
  const periodBefore = before === null ? texts.grantEffect.noTool : formatPeriod(before);
  const periodAfter = formatPeriod(after);
  return periodBefore === periodAfter ? periodAfter : texts.becomes(periodBefore, periodAfter);
}

function formatPeriod({ validFrom, validTo }: Pick<GrantEffect, 'validFrom' | 'validTo'>): string {
  if (validFrom === null && validTo === null) return texts.grantEffect.noLimit;
  return [
    ...(validFrom === null ? [] : [texts.grantEffect.from(formatDay(validFrom))]),
    ...(validTo === null ? [] : [texts.grantEffect.until(formatDay(validTo))]),
  ].join(' ');
}
