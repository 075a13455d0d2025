// Runs before the portal's other scripts, while its prerendered page is shown.
const root = document.documentElement;

// The server reads the appearance from a cookie, which may be missing. If the browser denies the storage too, the setting of the system is used.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
} catch {
  root.removeAttribute('data-theme');
}

// The user is loaded while the scripts are loaded. The portal takes over this request if its token is still the same
// (src/session/session.queries.ts). A token that the portal would remove (src/session/token.ts) is not sent.
try {
  const token = sessionStorage.getItem('viewToken') ?? localStorage.getItem('token');
  const payload = atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(payload, (char) => char.charCodeAt(0));
  const { exp, userName } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  if (typeof userName === 'string' && userName !== '' && Number.isFinite(exp) && exp * 1000 >= Date.now()) {
    root.dataset.loading = '';
    const response = fetch('/core/api/user', {
      headers: { accept: 'application/json', 'content-type': 'application/json', authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(30_000),
    });
    // A failure is handled later, by the portal. Without this line, the browser would report it as not handled.
    void Promise.allSettled([response]);
    window.earlyUser = { token, response };
  }
} catch {
  delete window.earlyUser;
}

// A script or style sheet of the page that cannot be loaded. Scripts that the portal loads later are handled by the build
// (dynamic-imports.config.ts). A preload is no failure: the import of its script fails later.
addEventListener(
  'error',
  ({ target: { tagName, rel, href, src } }) => {
    if (tagName !== 'SCRIPT' && rel !== 'stylesheet') return;
    const url = src ?? href;
    // The script of a human verification service is not a part of the portal.
    if (!url.startsWith(`${location.origin}/`)) return;
    const error = new Error(`${url} could not be loaded.`);
    if (dispatchEvent(new CustomEvent('preload-error', { cancelable: true, detail: error }))) throw error;
  },
  true,
);

// The service worker has stored the typeface, so it takes no bandwidth from the scripts. Without it the typeface is loaded after them.
if (navigator.serviceWorker?.controller) root.dataset.typeface = '';

// The user can choose the appearance before the portal runs. It is applied at once, and the portal reads it when it starts.
addEventListener('click', ({ target }) => {
  if ('ready' in root.dataset || !target.name?.startsWith('theme ')) return;
  root.dataset.theme = target.value;
  localStorage.setItem('theme', target.value);
});

// A text area of this page stays hidden if the portal will put another text into it: a draft, or a code in the address.
try {
  const hasDraft = Object.keys(sessionStorage).some(
    (key) => /^draft:[^:]*:([^:]*):/.exec(key)?.[1] === location.pathname,
  );
  if (hasDraft || location.hash.startsWith('#c=')) root.dataset.draft = '';
} catch {
  root.removeAttribute('data-draft');
}

// The portal must know whether a text was typed or pasted.
addEventListener('input', ({ target, inputType }) => {
  if (!('ready' in root.dataset)) target.dataset.inputType = inputType;
});

// A form that is submitted now cannot be sent yet. It is marked, and the portal sends it when it is ready.
addEventListener(
  'submit',
  (event) => {
    if ('ready' in root.dataset) return;
    event.preventDefault();
    event.target.dataset.submitted = '';
  },
  true,
);
