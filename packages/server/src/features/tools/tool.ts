import type { Thing } from '@basics/contract/english-phrases.ts';
import { activeLocale } from '@basics/contract/in-active-language.ts';
import { phrases } from '@basics/contract/phrases.ts';
import type { AddOn, Tool, Uses } from '@basics/contract/tools.ts';
import { textsIn } from '#server/platform/json-column.ts';
import type { CatalogueRow, Counted } from './catalogue.repository.ts';

/** The tools with their add-ons, as the API returns them. */
export function toolsOf(rows: readonly CatalogueRow[], counted: Counted): Tool[] {
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
        .map((addOn) => addOnOf(addOn, usesOfAddOn(addOn.id, counted)))
        .toSorted((one, other) => one.bit - other.bit),
      uses: usesOfTool(row.id, counted),
    }));
}

const addOnOf = (row: CatalogueRow, uses: Uses): AddOn => ({
  id: row.id,
  name: row.name,
  bit: row.entitlementBit ?? 0,
  retired: row.retired === 1,
  uses,
});

function usesOfTool(id: string, { grants, issued, requests }: Counted): Uses {
  const isOf = ({ toolId: tool }: { toolId: string }): boolean => tool === id;
  return usesIn({ grants: grants.filter(isOf), issued: issued.filter(isOf), requests: requests.filter(isOf) });
}

/** Counts by add-on, whatever the tool: if an add-on has moved to another tool, old references still count. */
function usesOfAddOn(id: string, { grants, issued }: Counted): Uses {
  const carries = ({ configTools: addOns }: { configTools: string }): boolean => textsIn(addOns).includes(id);
  return usesIn({ grants: grants.filter(carries), issued: issued.filter(carries), requests: [] });
}

const usesIn = ({ grants, issued, requests }: Counted): Uses => ({
  grants: sumOf(grants.map(({ count }) => count)),
  requests: sumOf(requests.map(({ count }) => count)),
  licenses: sumOf(issued.map(({ count }) => count)),
  activeLicenses: sumOf(issued.map(({ active }) => active)),
});

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** "2 grants and 14 licences"; null if nothing refers to it. */
export function usesInWords({ grants, requests, licenses }: Uses): string | null {
  const all: [Thing, number][] = [
    ['grants', grants],
    ['requests', requests],
    ['licences', licenses],
  ];
  const parts = all.filter(([, count]) => count > 0).map(([thing, count]) => phrases().things(thing, count));
  return parts.length === 0 ? null : new Intl.ListFormat(activeLocale()).format(parts);
}

type WrittenAddOn = Pick<AddOn, 'id' | 'name' | 'bit' | 'retired'>;
type WrittenTool = Pick<Tool, 'name' | 'maxMajor' | 'retired'> & { addOns: readonly WrittenAddOn[] };

/** The fields of a tool that administrators edit, add-ons by their bits: recorded in the audit log, and compared to find changes. */
export const writtenOf = ({ name, maxMajor, retired, addOns }: WrittenTool) => ({
  name,
  maxMajor,
  retired,
  addOns: addOns
    .map((addOn) => ({ id: addOn.id, name: addOn.name, bit: addOn.bit, retired: addOn.retired }))
    .toSorted((one, other) => one.bit - other.bit),
});
