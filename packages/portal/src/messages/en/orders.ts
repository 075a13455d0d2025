import { formatList } from '#portal/messages/formats.ts';

/** Texts about the orders of other systems. */
export const orders = {
  /** The orders from which a customer or a company has tools. */
  from: (names: readonly string[], more: number) =>
    `Orders: ${formatList(more > 0 ? [...names, `${more} more`] : names)}`,
  title: 'Orders',
  loading: 'Loading the orders',
  failed: 'Failed to fetch orders',
  line: (tool: string, pcs: number, until: string | null) =>
    `${tool} for ${pcs === 1 ? '1 PC' : `${pcs} PCs`}${until === null ? '' : ` until ${until}`}`,
  cancelledLine: (tool: string) => `${tool} cancelled`,
  cancelled: 'cancelled',
  changed: (day: string) => `changed ${day}`,
} as const;
