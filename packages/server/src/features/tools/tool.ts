import type { CountedRecord } from '@basics/contract/english-phrases.ts';
import { activeLocale } from '@basics/contract/in-active-language.ts';
import { phrases } from '@basics/contract/phrases.ts';
import type { AddOn, Tool, Uses } from '@basics/contract/tools.ts';
import { parseTexts } from '#server/platform/json-column.ts';
import type { CatalogueRow, UseCounts } from './catalogue.repository.ts';

/** The tools with their add-ons, as the API returns them. */
export function toTools(rows: readonly CatalogueRow[], counted: UseCounts): Tool[] {
  return rows
    .filter(({ parentToolId: parent }) => parent === null)
    .map((row) => ({
      id: row.id,
      name: row.name,
      code: row.code ?? 0,
      maxMajor: row.maxMajor,
      retired: row.retired === 1,
      version: row.version,
      addOns: rows
        .filter(({ parentToolId: parent }) => parent === row.id)
        .map((addOn) => toAddOn(addOn, countAddOnUses(addOn.id, counted)))
        .toSorted((one, other) => one.bit - other.bit),
      uses: countToolUses(row.id, counted),
    }));
}

const toAddOn = (row: CatalogueRow, uses: Uses): AddOn => ({
  id: row.id,
  name: row.name,
  bit: row.entitlementBit ?? 0,
  retired: row.retired === 1,
  uses,
});

function countToolUses(id: string, { grants, issued, requests }: UseCounts): Uses {
  const isOf = ({ toolId: tool }: { toolId: string }): boolean => tool === id;
  return sumUses({ grants: grants.filter(isOf), issued: issued.filter(isOf), requests: requests.filter(isOf) });
}

/** Counts by add-on, whatever the tool: if an add-on has moved to another tool, old references still count. */
function countAddOnUses(id: string, { grants, issued }: UseCounts): Uses {
  const carries = ({ configTools: addOns }: { configTools: string }): boolean => parseTexts(addOns).includes(id);
  return sumUses({ grants: grants.filter(carries), issued: issued.filter(carries), requests: [] });
}

const sumUses = ({ grants, issued, requests }: UseCounts): Uses => ({
  grants: sumCounts(grants.map(({ count }) => count)),
  requests: sumCounts(requests.map(({ count }) => count)),
  licenses: sumCounts(issued.map(({ count }) => count)),
  activeLicenses: sumCounts(issued.map(({ active }) => active)),
});

const sumCounts = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** "2 grants and 14 licences"; null if nothing refers to it. */
export function describeUses({ grants, requests, licenses }: Uses): string | null {
  const all: [CountedRecord, number][] = [
    ['grants', grants],
    ['requests', requests],
    ['licences', licenses],
  ];
  const parts = all.filter(([, count]) => count > 0).map(([thing, count]) => phrases().things(thing, count));
  return parts.length === 0 ? null : new Intl.ListFormat(activeLocale()).format(parts);
}

type AddOnFields = Pick<AddOn, 'id' | 'name' | 'bit' | 'retired'>;
type ToolFields = Pick<Tool, 'name' | 'maxMajor' | 'retired'> & { addOns: readonly AddOnFields[] };

/** The fields of a tool that administrators edit, add-ons by their bits: recorded in the audit log, and compared to find changes. */
export const pickEditableFields = ({ name, maxMajor, retired, addOns }: ToolFields) => ({
  name,
  maxMajor,
  retired,
  addOns: addOns
    .map((addOn) => ({ id: addOn.id, name: addOn.name, bit: addOn.bit, retired: addOn.retired }))
    .toSorted((one, other) => one.bit - other.bit),
});
