/* global version, files -- the build writes both above this text: service-worker.config.ts */

// The service worker of the portal. It keeps the portal's own files, and two pages to begin with where the network is slow or away. It never
// keeps an answer of the API, and no page with anything of a user but theme and brand (docs/decisions/0072).

const cacheName = `portal-${version}`;
const signInPage = '/sign-in';
const shellPage = '/app-shell';
/** Only the server's answer for this page allows the camera. */
const cameraPage = '/license/scan';

/** How long the server may take before the page begins with a stored one, in milliseconds. */
const patienceMs = 400;

/** A proxy answers with one of these while the server restarts (RFC 9110, 15.6.3 to 15.6.5). */
const unavailable = [502, 503, 504];

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(install());
});

addEventListener('activate', (event) => event.waitUntil(activate()));

// The portal asks for this when it is idle: names and colours of brands may have changed since the last visit.
addEventListener('message', (event) => event.waitUntil(storePages()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(storedFirst(event));
  else if (pathname.startsWith('/brands/')) event.respondWith(networkFirst(event));
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(openPage(request, pathname));
});

/** As on the server: calls of the API, files and hidden paths are no pages. */
const isPage = (path) => !/^\/core\/api(\/|$)|\/\.|\.[^/]*$/.test(path);

async function install() {
  const cache = await caches.open(cacheName);
  await Promise.all([cache.addAll(files), storePages()]);
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await clients.claim();
}

/** The page for visitors is asked for without cookies; the frame for users has the theme and the brand that the cookies name. */
async function storePages() {
  const pages = await Promise.all([store(signInPage, 'omit'), store(shellPage, 'same-origin')]);
  const pictures = pages.flatMap((page) => page.match(/\/brands\/[\w%.-]+\/\w+\.svg/g) ?? []);
  await Promise.all(['/brands/looks.css', ...new Set(pictures)].map((file) => store(file, 'omit')));
}

/** Stores what the server answers, and returns its text. */
async function store(path, credentials) {
  const answer = await fetch(path, { credentials, cache: 'no-cache' });
  if (!answer.ok) return '';
  await put(path, answer.clone());
  return answer.text();
}

const put = async (key, answer) => (await caches.open(cacheName)).put(key, answer);

/** Without `vary`: what is stored does not depend on the request. */
const find = async (key) => (await caches.open(cacheName)).match(key, { ignoreVary: true });

/** The name of such a file changes with its content, so it is never stale. */
async function storedFirst(event) {
  return (await find(event.request)) ?? fetchAndStore(event);
}

/** Brands can change at any time, so the stored file serves only while the server is away. */
async function networkFirst(event) {
  try {
    return await fetchAndStore(event);
  } catch (error) {
    const stored = await find(event.request);
    if (!stored) throw error;
    return stored;
  }
}

async function fetchAndStore(event) {
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(put(event.request, answer.clone()));
  return answer;
}

/** The page from the server; a stored one where the server is away or slow. A reload always waits for the server. */
async function openPage(request, path) {
  const answered = fetch(request).then((answer) => (unavailable.includes(answer.status) ? null : answer));
  const fresh = answered.catch(() => null);
  const stored = await findPage(path);
  const isReload = request.cache === 'no-cache' || request.cache === 'reload';
  const first = isReload || !stored.fits ? await fresh : await Promise.race([fresh, pause(patienceMs)]);
  return first ?? stored.page ?? answered;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms, null));

/**
 * The stored page to begin with. It fits where the server would show the same: for users the frame, for visitors the sign-in page. Browsers
 * without a cookie store for workers begin with the frame, which the portal replaces.
 */
async function findPage(path) {
  const mark = self.cookieStore && (await self.cookieStore.get('basics-signed-in'));
  const isVisitor = mark === null;
  const isSignIn = isVisitor && (path === signInPage || path === '/');
  return { page: await find(isSignIn ? signInPage : shellPage), fits: isSignIn || (!isVisitor && path !== cameraPage) };
}
