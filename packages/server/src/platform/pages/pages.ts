import fastifyStatic from '@fastify/static';
import { repairAddress } from '@basics/contract/fields/mangled-address.ts';
import type { PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '#server/platform/texts/formats.ts';
import { problem, type Problem } from '#server/platform/problem.ts';
import { chooseBrand, composePage, readPageHints, type ComposedPage } from './compose-page.ts';
import { acceptsHtml, isApiPath } from '../http/create-http.ts';
import { createPublicTextReader, type TextSources } from './first-texts.ts';
import { readFirstViews, type FirstViews } from './first-views.ts';
import { readPage } from '../files.ts';
import { createPermissionsPolicy } from '../http/response-headers.ts';
import { serviceWorkerFileName } from './service-worker.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { days, type Clock } from '#server/platform/clock/clock.ts';

/**
 * The name of the file that contains the complete licence checker. `serveSavedChecker` serves the licence checker, because the current
 * public keys are written into the file.
 */
export const savedCheckerFileName = 'licence-checker.html';

type Pages = {
  http: FastifyInstance;
  /** The folder of the built portal. */
  root: string;
  readSetup: (host: string) => Promise<PortalSetup>;
  /** Functions that read the texts of the public pages; the keys are the routes of these pages. */
  textSources: TextSources;
  /** Reads the style sheet with the colours of all brands. */
  readBrandStyles: () => Promise<string>;
};

/**
 * Serves the built portal: its files, and for every other path the HTML page, in which the router of the portal decides what to show. A
 * missing file is answered with 404, so that a browser with an old version of the portal notices that files of this version no longer exist.
 * An unknown path is answered with 404 to clients other than browsers, so that a probe of a wrong path fails. A browser that opens an address
 * always gets a page: the 404 of a missing file has the page too, and every other error has the error screen.
 */
export async function servePages({ http, root, readSetup, textSources, readBrandStyles }: Pages): Promise<void> {
  const template = await readPage(root);
  const earlyScript = await readPage(root, 'early.js');
  const { findRoutePath, findFirstView, findErrorScreen } = await readFirstViews(root);
  const readFirstText = await createPublicTextReader(root, textSources, http.log);
  const sendPage = createPageSender();
  await http.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // If a browser requests `x.js` and accepts Brotli, it gets the file `x.js.br`, which the build has written beside `x.js`.
    preCompressed: true,
    globIgnore: ['index.html', savedCheckerFileName, serviceWorkerFileName, '.vite/**', '**/*.map', '**/*.br'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      if (isHashed && subresource.test(path)) for (const name of documentHeaders) reply.removeHeader(name);
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    },
  });
  http.setNotFoundHandler(async (request, reply) => {
    const repairedAddress = isRead(request) ? repairAddress(request.url) : null;
    const [path = '/', search = ''] = (repairedAddress ?? request.url).split(/[?#]/, 2);
    request.pageRoute = findRoutePath(path);
    if (repairedAddress !== null && request.pageRoute !== null) return redirectToFragment(reply, repairedAddress);
    const isPage = isPagePath(request);
    const isOpened = acceptsHtml(request) && isRead(request) && !isApiPath(request.url);
    if (!isOpened && !(isPage && request.pageRoute !== null)) throw problem('PAGE_NOT_FOUND');
    if (!isPage) reply.code(404);
    const setup = await readSetup(request.host);
    const hints = readPageHints(request.headers.cookie);
    const firstView = findFirstView({ path, hasSearch: search !== '', isSignedIn: hints.isSignedIn, demo: setup.demo });
    const { page, allowedSources } = composePage({
      template,
      earlyScript,
      setup,
      hints,
      view: firstView,
      text: await readFirstText(firstView.textRoute, chooseBrand(setup, hints)),
      brandStyles: await readBrandStyles(),
    });
    addToPolicy(reply, allowedSources);
    reply.header('permissions-policy', createPermissionsPolicy(request.pageRoute));
    return sendPage(request, reply, page);
  });

  http.sendErrorPage = createErrorPageSender({ template, readSetup, readBrandStyles, findErrorScreen, sendPage });
}

type ErrorPageParts = Pick<Pages, 'readSetup' | 'readBrandStyles'> &
  Pick<FirstViews, 'findErrorScreen'> & { template: string; sendPage: ReturnType<typeof createPageSender> };

/** Returns a function that sends the error screen, with the status of the error and its reference for support. */
function createErrorPageSender({ template, readSetup, readBrandStyles, findErrorScreen, sendPage }: ErrorPageParts) {
  const errorTemplate = template
    .replaceAll(moduleScriptTags, '')
    .replace('<script async src="/early.js"></script>', '<script async src="/error-page.js"></script>');
  return async (request: FastifyRequest, reply: FastifyReply, { status }: Problem): Promise<FastifyReply> => {
    const setup = await readSetup(request.host).catch(() => setupWithoutBrands);
    const hints = readPageHints(request.headers.cookie);
    // The script of the screen loads the page again when the server is ready. A form that was sent is not sent again.
    const mayRetry = status === 503 && isRead(request);
    const { page, allowedSources } = composePage({
      template: mayRetry ? errorTemplate.replace('<html', '<html data-retry') : errorTemplate,
      earlyScript: '',
      setup,
      hints,
      view: findErrorScreen(setup.demo),
      text: escapeHtml(request.id),
      brandStyles: await readBrandStyles().catch(() => ''),
    });
    addToPolicy(reply, allowedSources);
    return sendPage(request, reply.code(status), page);
  };
}

/** The scripts of the portal in the built page. */
const moduleScriptTags = /<script type="module"[^>]*><\/script>/g;

/** The setup for an error before the brands could be read. */
const setupWithoutBrands: PortalSetup = {
  brand: '',
  brandBy: 'default',
  brands: [],
  demo: false,
  pocUrl: null,
  passkeys: null,
};

/**
 * Redirects a browser to the address with its fragment, which may contain a token. The browser does not keep the first address in its
 * history, and no cache stores the response.
 */
const redirectToFragment = (reply: FastifyReply, address: string): FastifyReply =>
  reply.code(302).header('location', address).header('cache-control', 'no-store').send();

/** Matches scripts and style sheets, which browsers never show as a document. */
const subresource = /\.(?:js|css)(?:\.br)?$/;

/** Headers that browsers use only for documents. A script or style sheet is sent without these 900 bytes. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  // Browsers never revalidate these files, because their names contain a hash, and never request a range of them.
  'accept-ranges',
  'last-modified',
];

/**
 * Returns whether a request is for a page, and not for a call, a file or a hidden path. A path is a file if it is in the folder `assets` or
 * `brands`, or has an extension.
 */
function isPagePath(request: FastifyRequest): boolean {
  const path = request.url.split('?', 1)[0] ?? '/';
  return isRead(request) && !isApiPath(path) && !filePathPattern.test(path);
}

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD';

const filePathPattern = /^\/(?:assets|brands)\/|\/\.|\.[^/]*$/;

/** Allows the inline script and style of a page in the content security policy of the response. */
function addToPolicy(reply: FastifyReply, { script, style }: ComposedPage['allowedSources']): void {
  const policy = String(reply.getHeader('content-security-policy'))
    .replace("script-src 'self'", () => `script-src 'self' ${script}`)
    .replace("style-src 'self'", () => `style-src 'self'${style === null ? '' : ` ${style}`}`);
  reply.header('content-security-policy', policy);
}

const compress = promisify(brotliCompress);
const brotliOptions = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

/** The maximum number of compressed pages in the cache. Each combination of host name, route and theme has its own page. */
const maxCachedPages = 300;

/**
 * Returns a function that sends pages, compressed by Brotli if the browser accepts it. Each page is compressed once, at the best quality.
 */
function createPageSender(): (request: FastifyRequest, reply: FastifyReply, page: string) => Promise<FastifyReply> {
  const compressedPages = new Map<string, Promise<Buffer>>();

  function compressOnce(page: string): Promise<Buffer> {
    const cachedPage = compressedPages.get(page);
    if (cachedPage) return cachedPage;
    if (compressedPages.size >= maxCachedPages) compressedPages.clear();
    const compression = compress(page, { params: brotliOptions });
    compressedPages.set(page, compression);
    return compression;
  }

  return async (request, reply, page) => {
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', reply.statusCode === 200 ? 'no-cache' : 'no-store')
      .header('vary', 'accept-encoding, cookie');
    if (!acceptsBrotli(request.headers['accept-encoding'])) return reply.send(page);
    // A page with an error has a reference, so it is never sent twice.
    if (reply.statusCode !== 200) return reply.send(page);
    return reply.header('content-encoding', 'br').send(await compressOnce(page));
  };
}

/** Returns whether the header Accept-Encoding lists `br` with a weight other than 0 (RFC 9110, 12.5.3). */
const acceptsBrotli = (acceptEncoding: string | string[] | undefined): boolean =>
  String(acceptEncoding ?? '')
    .split(',')
    .some((encoding) => /^\s*br\s*(?!;\s*q=0(\.0*)?\s*$)/.test(encoding));

type SecurityTxt = {
  /** A `mailto:` or `https:` address to which people report security faults; null if the operator names none. */
  contact: string | null;
  publicUrl: string;
  clock: Clock;
};

/** Serves `security.txt` (RFC 9116). It expires after 180 days, because RFC 9116, 2.5.5, recommends less than a year. */
export function serveSecurityTxt(http: FastifyInstance, { contact, publicUrl, clock }: SecurityTxt): void {
  const url = '/.well-known/security.txt';
  http.get(url, (_, reply) => {
    if (contact === null) throw problem('PAGE_NOT_FOUND');
    const expires = new Date(clock() + days(180)).toISOString().replace(/T.*/, 'T00:00:00Z');
    return reply
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${publicUrl}${url}\n`);
  });
}
