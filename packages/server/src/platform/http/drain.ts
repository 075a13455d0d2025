/**
 * A process drains before it stops: `/health/ready` returns 503, and each response closes its connection, while new connections are still
 * accepted. While a process drains, a proxy has time to direct new requests to other processes, so that no request arrives on a closing
 * connection.
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
