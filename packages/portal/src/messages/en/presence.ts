/** The line in a panel that says which colleagues have the same record open. */
export const presence = {
  open: (count: number, names: string) => `${names} ${count === 1 ? 'has' : 'have'} this open.`,
} as const;
