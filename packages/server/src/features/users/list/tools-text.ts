import type { User } from '@basics/contract/users/users.ts';

type UserTool = User['tools'][number];

/**
 * Writes the tools of a user as one cell of a CSV file: `tool:brand`, then optional add-ons such as
 * `:configRail+other`, then an optional first and last day such as `:2026-01-01..2026-12-31`, one of which may be
 * missing. Several tools are separated by `; `.
 */
export const formatTools = (tools: readonly UserTool[]): string => tools.map(formatGrant).join('; ');

function formatGrant({ tool, brand, configTools, validFrom, validTo }: UserTool): string {
  const days = validFrom === null && validTo === null ? '' : `${validFrom ?? ''}..${validTo ?? ''}`;
  const cellParts = [tool, brand, configTools.join('+'), days];
  while (cellParts.at(-1) === '') cellParts.pop();
  return cellParts.join(':');
}

/** Reads the tools of a user from a cell, without a check that the tools exist; null if the cell cannot be read. */
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

/**
 * The text is split before it is parsed, because one regular expression for all parts would be slow for a text with
 * many spaces.
 */
function readGrant(text: string): UserTool | null {
  const [tool = '', brand = '', addOns = '', days, ...extraParts] = text.split(':').map((part) => part.trim());
  const daysMatch = daysPattern.exec(days ?? '..');
  if (!idPattern.test(tool) || !idPattern.test(brand) || !daysMatch || extraParts.length > 0) return null;
  const [, validFrom = null, validTo = null] = daysMatch;
  const configTools = addOns === '' ? [] : addOns.split('+').map((addOn) => addOn.trim());
  return { tool, brand, configTools, validFrom, validTo };
}
