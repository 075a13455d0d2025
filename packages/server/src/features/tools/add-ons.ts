import { parseTexts } from '#server/database/columns.ts';

type AddOn = { id: string; name: string };

/** Returns the add-ons of a grant with their names; `configTools` is a JSON list of ids. A deleted add-on has its id as its name. */
export const nameAddOns = (configTools: string, addOns: readonly AddOn[]): AddOn[] =>
  parseTexts(configTools).map((id) => ({ id, name: addOns.find((addOn) => addOn.id === id)?.name ?? id }));
