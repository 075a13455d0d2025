import type { UserOptions } from './users.queries.ts';

type AddOn = { id: string; name: string; isRetired: boolean };

/** Every add-on of a tool, retired ones last. */
export const listAddOns = ({ configTools, retired }: UserOptions, tool: string): AddOn[] => [
  ...configTools.filter((addOn) => addOn.tool === tool).map(({ id, name }) => ({ id, name, isRetired: false })),
  ...retired.configTools.filter((addOn) => addOn.tool === tool).map(({ id, name }) => ({ id, name, isRetired: true })),
];
