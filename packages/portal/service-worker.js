/* global version, files -- the build writes both above this text: service-worker.config.ts */

// The service worker of the portal. It stores the portal's own files, and two pages that are shown first when the network is slow or not
// available. It never stores replies of the API, nor pages with user data other than theme and brand (docs/decisions/0072).

const cacheName = `portal-${version}`;
const signInPage = '/sign-in';
const shellPage = '/app-shell';
/** This page is never served from the store, because only the response of the server has the header that allows the camera. */
const cameraPage = '/license/scan';

/** The time in milliseconds after which a stored page is shown if the server has not answered. */
const patienceMs = 400;

/** The statuses that a proxy sends while the server restarts (RFC 9110, 15.6.3 to 15.6.5). */
const unavailable = [502, 503, 504];

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(install());
});

addEventListener('activate', (event) => event.waitUntil(activate()));

// The portal sends this message when it is idle, because names and colours of brands may have changed since the last visit.
addEventListener('message', (event) => event.waitUntil(storePages()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(storedFirst(event));
  else if (pathname.startsWith('/brands/')) event.respondWith(networkFirst(event));
  else if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(openPage(request, pathname));
});

/** Returns whether a path is a page, by the same rule as the server: API calls, files and hidden paths are not pages. */
const isPage = (path) => !/^\/core\/api(\/|$)|\/\.|\.[^/]*$/.test(path);

/** Stores everything that a start without the server needs. If something is missing, the browser installs the worker at a later visit. */
async function install() {
  const cache = await caches.open(cacheName);
  await Promise.all([cache.addAll(files), storePages()]);
  const storedPages = await Promise.all([signInPage, shellPage].map(find));
  if (storedPages.includes(undefined)) throw new Error('The server did not send the pages.');
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await clients.claim();
}

/** Stores the start pages. The page for visitors is requested without cookies; the frame for users has the theme and the brand of the cookies. */
async function storePages() {
  const pages = await Promise.all([store(signInPage, 'omit'), store(shellPage, 'same-origin')]);
  const pictures = pages.flatMap((page) => page.match(/\/brands\/[\w%.-]+\/\w+\.svg/g) ?? []);
  await Promise.all(['/brands/looks.css', ...new Set(pictures)].map((file) => store(file, 'omit')));
}

/** Requests a page, stores the response of the server, and returns its text. */
async function store(path, credentials) {
  const answer = await fetch(path, { credentials, cache: 'no-cache' });
  if (!answer.ok) return '';
  await put(path, answer.clone());
  return answer.text();
}

const put = async (key, answer) => (await caches.open(cacheName)).put(key, answer);

/** Finds a stored response. It ignores `Vary`, because stored responses do not depend on the request. */
const find = async (key) => (await caches.open(cacheName)).match(key, { ignoreVary: true });

/** Answers with the stored file if there is one. The name of such a file changes with its content, so it is never outdated. */
async function storedFirst(event) {
  return (await find(event.request)) ?? fetchAndStore(event);
}

/** Answers with the file from the server. Brands can change at any time, so the stored file is used only when the server is not available. */
async function networkFirst(event) {
  const response = fetchAndStore(event);
  const isAvailable = await response.then(({ status }) => !unavailable.includes(status)).catch(() => false);
  return isAvailable ? response : ((await find(event.request)) ?? response);
}

async function fetchAndStore(event) {
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(put(event.request, answer.clone()));
  return answer;
}

/**
 * Answers with the page from the server, or with a stored page when the server is slow or not available. Without a stored page, the answer
 * is what the server or a proxy has sent. A reload always waits for the server.
 */
async function openPage(request, path) {
  const response = fetch(request);
  const pageOrNull = response.then((answer) => (unavailable.includes(answer.status) ? null : answer)).catch(() => null);
  const stored = await findPage(path);
  const isReload = request.cache === 'no-cache' || request.cache === 'reload';
  const first = isReload || !stored.fits ? await pageOrNull : await Promise.race([pageOrNull, pause(patienceMs)]);
  return first ?? stored.page ?? response;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms, null));

/**
 * Finds the stored page that the server would also show: for users the frame, for visitors the sign-in page. In browsers without a cookie
 * store for workers it is always the frame, which the portal then replaces.
 */
async function findPage(path) {
  const signedInCookie = self.cookieStore && (await self.cookieStore.get('basics-signed-in'));
  const isVisitor = signedInCookie === null;
  const isSignIn = isVisitor && (path === signInPage || path === '/');
  return { page: await find(isSignIn ? signInPage : shellPage), fits: isSignIn || (!isVisitor && path !== cameraPage) };
}
