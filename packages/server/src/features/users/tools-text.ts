import type { User } from '@basics/contract/users.ts';

type UserTool = User['tools'][number];

/**
 * The tools of a user in one cell of a table: `tool:brand`, then optional add-ons `:configRail+other`, then optional dates
 * `:2026-01-01..2026-12-31`, either of which may be missing. Several tools are separated by `; `.
 */
export const formatTools = (tools: readonly UserTool[]): string => tools.map(formatGrant).join('; ');

function formatGrant({ tool, brand, configTools, validFrom, validTo }: UserTool): string {
  const days = validFrom === null && validTo === null ? '' : `${validFrom ?? ''}..${validTo ?? ''}`;
  const cellParts = [tool, brand, configTools.join('+'), days];
  while (cellParts.at(-1) === '') cellParts.pop();
  return cellParts.join(':');
}

/** Reads the tools from a cell, without checking that they exist; null if the cell cannot be read. */
export function readTools(text: string): UserTool[] | null {
  const grants = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readGrant);
  return grants.every((grant) => grant !== null) ? grants : null;
}

const idPattern = /^\S+$/;
const daysPattern = /^(\d{4}-\d\d-\d\d)?\s*\.\.\s*(\d{4}-\d\d-\d\d)?$/;

/** The text is split before it is parsed, because one pattern for all parts would be slow on a long run of blanks. */
function readGrant(text: string): UserTool | null {
  const [tool = '', brand = '', addOns = '', days, ...extraParts] = text.split(':').map((part) => part.trim());
  const daysMatch = daysPattern.exec(days ?? '..');
  if (!idPattern.test(tool) || !idPattern.test(brand) || !daysMatch || extraParts.length > 0) return null;
  const [, validFrom = null, validTo = null] = daysMatch;
  const configTools = addOns === '' ? [] : addOns.split('+').map((addOn) => addOn.trim());
  return { tool, brand, configTools, validFrom, validTo };
}
