/**
 * A process drains before it stops: `/health/ready` answers 503, and each answer closes its connection, while new connections are still
 * accepted. While a process drains, a proxy has time to send requests to other processes, and no request arrives on a closing connection.
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
