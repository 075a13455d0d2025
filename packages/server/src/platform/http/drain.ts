/**
 * A process that stops drains first: `/health/ready` answers 503, and each answer closes its connection, while new connections
 * are still accepted. So a proxy has time to send requests elsewhere, and no request arrives on a connection that closes.
 */
export type Drain = { begin(): void; hasBegun(): boolean };

export function createDrain(): Drain {
  let hasBegun = false;
  return {
    begin: () => {
      hasBegun = true;
    },
    hasBegun: () => hasBegun,
  };
}
