const parent = process.ppid;

/**
 * Calls `stop` for each signal that ends a command, and when npm itself has ended: npm runs a command in a shell, which dies of a signal
 * without passing it on. Without npm, the parent process may end while the command continues.
 * @param {(signal: NodeJS.Signals) => void} stop
 * @returns {() => void} stops watching the parent, so that this process can end
 */
export function onStop(stop) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stop(signal));
  if (process.env['npm_lifecycle_event'] === undefined) return () => {};
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 500);
  return () => clearInterval(watch);
}
