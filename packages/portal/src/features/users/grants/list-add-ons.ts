import type { UserOptions } from '../users.queries.ts';

type AddOn = { id: string; name: string; isRetired: boolean };

/** Returns every add-on of a tool, with the retired add-ons last. */
export const listAddOns = ({ configTools, retired }: UserOptions, tool: string): AddOn[] => [
  ...configTools.filter((addOn) => addOn.tool === tool).map(({ id, name }) => ({ id, name, isRetired: false })),
  ...retired.configTools.filter((addOn) => addOn.tool === tool).map(({ id, name }) => ({ id, name, isRetired: true })),
];
