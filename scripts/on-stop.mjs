const parentPid = process.ppid;

/**
 * Calls `stop` for each signal that ends a command, and when npm has ended. The second is needed because npm runs a command in a shell,
 * which ends on a signal without passing the signal on. If npm has not started this process, the parent is not watched, because it may end
 * while the command continues.
 * @param {(signal: NodeJS.Signals) => void} stop
 * @returns {() => void} stops watching the parent, so that this process can end
 */
export function onStop(stop) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stop(signal));
  if (process.env['npm_lifecycle_event'] === undefined) return () => {};
  const watch = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(watch);
    stop('SIGTERM');
  }, 500);
  return () => clearInterval(watch);
}
