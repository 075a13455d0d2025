import type { Db } from '#server/database/database.ts';
import { findCatalogue } from './catalogue.repository.ts';
import { toTools } from './tool.ts';
import { findBrandNumbers } from './tools.repository.ts';

/**
 * Lists the names of the tools, add-ons and brands for which licence codes contain numbers and bits. The counts of uses
 * are left out of the list, because they are slower to read and not public.
 */
export async function listPublishedTools(db: Db) {
  const tools = toTools(await findCatalogue(db), { grants: [], issued: [], requests: [] });
  const brands = await findBrandNumbers(db);
  return {
    tools: tools.map(({ id, name, code, addOns }) => ({
      id,
      name,
      number: code,
      addOns: addOns.map((addOn) => ({ id: addOn.id, name: addOn.name, bit: addOn.bit })),
    })),
    brands: brands.map(({ id, name, code }) => ({ id, name, number: code })),
  };
}
