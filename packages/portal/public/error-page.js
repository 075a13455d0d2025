// Runs on the error screen that the server sends instead of a page. If the server was not available, the screen is marked, and the page is
// loaded again when the server is ready. The pauses grow to 5 seconds, and are never shorter than the server asks for.
const longestPauseMs = 5000;
/** After this number of reloads, the page is loaded again only by the button. */
const maxReloads = 10;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

addEventListener('click', ({ target }) => {
  if (target.closest('button')) openAgain();
});

if ('retry' in document.documentElement.dataset) void reloadWhenReady();

/** Loads the page again. A page that answered a form is opened without sending the form again; a token behind the `#` is kept. */
function openAgain() {
  if (location.hash === '') location.replace(location.href);
  else location.reload();
}

async function reloadWhenReady() {
  const reloads = history.state?.reloads ?? 0;
  if (reloads >= maxReloads) return;
  let pauseMs = Math.min(500 * 2 ** reloads, longestPauseMs);
  do {
    await pause(pauseMs);
    pauseMs = await askServer(pauseMs);
  } while (pauseMs > 0);
  history.replaceState({ reloads: reloads + 1 }, '');
  location.reload();
}

/** Asks whether the server is ready. Returns the time in milliseconds before the next request; 0 if the server is ready. */
async function askServer(lastPauseMs) {
  const nextPauseMs = Math.min(2 * lastPauseMs, longestPauseMs);
  try {
    const { ok, headers } = await fetch('/health/ready', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    return ok ? 0 : Math.max(nextPauseMs, (Number(headers.get('retry-after')) || 0) * 1000);
  } catch {
    return nextPauseMs;
  }
}
