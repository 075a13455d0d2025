import { parseTexts } from '#server/platform/json-column.ts';

type AddOn = { id: string; name: string };

/** The add-ons of a grant (a JSON list of their ids) with their names; one that was deleted keeps its id as its name. */
export const nameAddOns = (configTools: string, known: readonly AddOn[]): AddOn[] =>
  parseTexts(configTools).map((id) => ({ id, name: known.find((addOn) => addOn.id === id)?.name ?? id }));
