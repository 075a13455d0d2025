import type { CountedRecord } from '@basics/contract/texts/english-phrases.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import { activeLocale } from '@basics/contract/texts/in-active-language.ts';
import type { AddOn, Tool, ToolUses } from '@basics/contract/tools/tools.ts';
import { parseTexts } from '#server/database/columns.ts';
import type { CatalogueRow, UseCounts } from './catalogue.repository.ts';

export function toTools(rows: readonly CatalogueRow[], useCounts: UseCounts): Tool[] {
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
        .map((addOn) => toAddOn(addOn, countAddOnUses(addOn.id, useCounts)))
        .toSorted((one, other) => one.bit - other.bit),
      uses: countToolUses(row.id, useCounts),
    }));
}

const toAddOn = (row: CatalogueRow, uses: ToolUses): AddOn => ({
  id: row.id,
  name: row.name,
  bit: row.entitlementBit ?? 0,
  retired: row.retired === 1,
  uses,
});

function countToolUses(id: string, { grants, issued, requests }: UseCounts): ToolUses {
  const isOfTool = ({ toolId: tool }: { toolId: string }): boolean => tool === id;
  return sumUses({
    grants: grants.filter(isOfTool),
    issued: issued.filter(isOfTool),
    requests: requests.filter(isOfTool),
  });
}

/** Counts the uses of an add-on with any tool, because an add-on may have moved to another tool. */
function countAddOnUses(id: string, { grants, issued }: UseCounts): ToolUses {
  const hasAddOn = ({ configTools: addOns }: { configTools: string }): boolean => parseTexts(addOns).includes(id);
  return sumUses({ grants: grants.filter(hasAddOn), issued: issued.filter(hasAddOn), requests: [] });
}

const sumUses = ({ grants, issued, requests }: UseCounts): ToolUses => ({
  grants: sumCounts(grants.map(({ count }) => count)),
  requests: sumCounts(requests.map(({ count }) => count)),
  licenses: sumCounts(issued.map(({ count }) => count)),
  activeLicenses: sumCounts(issued.map(({ active }) => active)),
});

const sumCounts = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Describes the uses as a text such as "2 grants and 14 licences"; null for a tool that is not used. */
export function describeUses({ grants, requests, licenses }: ToolUses): string | null {
  const countsByKind: [CountedRecord, number][] = [
    ['grants', grants],
    ['requests', requests],
    ['licences', licenses],
  ];
  const parts = countsByKind
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => phrases().countRecords(kind, count));
  return parts.length === 0 ? null : new Intl.ListFormat(activeLocale()).format(parts);
}

type AddOnFields = Pick<AddOn, 'id' | 'name' | 'bit' | 'retired'>;
type ToolFields = Pick<Tool, 'name' | 'maxMajor' | 'retired'> & { addOns: readonly AddOnFields[] };

/**
 * Returns the fields of a tool that administrators edit, with the add-ons sorted by bit. The audit log records these
 * fields, and they are compared to find out whether the tool has changed.
 */
export const pickEditableFields = ({ name, maxMajor, retired, addOns }: ToolFields) => ({
  name,
  maxMajor,
  retired,
  addOns: addOns
    .map((addOn) => ({ id: addOn.id, name: addOn.name, bit: addOn.bit, retired: addOn.retired }))
    .toSorted((one, other) => one.bit - other.bit),
});
