import fastifyStatic from '@fastify/static';
import type { PortalSetup } from '@basics/contract/portal-setup.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '#server/platform/problem.ts';
import { composePage, hintsIn } from './compose-page.ts';
import type { ComposedPage } from './compose-page.ts';
import { isApiPath } from './create-http.ts';
import { readFirstViews } from './first-views.ts';
import { pageSender } from './page-sender.ts';
import { readPage } from './read-page.ts';
import { createPermissionsPolicy } from './secure-headers.ts';
import { serviceWorkerFile } from './service-worker.ts';

/** The licence checker as a single file; another route serves it, with its data inside. */
export const savedCheckerFile = 'licence-checker.html';

type Pages = {
  http: FastifyInstance;
  /** The folder of the built portal. */
  root: string;
  setupOf: (host: string) => Promise<PortalSetup>;
  /** The style sheet with the colours of all brands. */
  looks: () => Promise<string>;
};

/**
 * Serves the built portal: its files, and for every other path the page, whose router decides what to show. A missing file answers 404 and
 * never the page, so that a browser with an old page learns at once that its files are gone. So does an unknown path for everybody but
 * browsers, so that a probe of a wrong path fails.
 */
export async function servePages({ http, root, setupOf, looks }: Pages): Promise<void> {
  const template = await readPage(root);
  const earlyScript = await readPage(root, 'early.js');
  const { routeOf, firstViewOf } = await readFirstViews(root);
  const sendPage = pageSender();
  await http.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // The build wrote `x.js.br` beside `x.js`; browsers ask for `x.js`.
    preCompressed: true,
    globIgnore: ['index.html', savedCheckerFile, serviceWorkerFile, '.vite/**', '**/*.map', '**/*.br'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      if (isHashed && subresource.test(path)) for (const name of documentHeaders) reply.removeHeader(name);
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    },
  });
  http.setNotFoundHandler(async (request, reply) => {
    const [path = '/'] = request.url.split('?', 1);
    request.pageRoute = routeOf(path);
    if (!isPage(request) || !(request.pageRoute !== null || asksForHtml(request))) throw problem('PAGE_NOT_FOUND');
    const setup = await setupOf(request.host);
    const hints = hintsIn(request.headers.cookie);
    const view = firstViewOf({ path, isSignedIn: hints.isSignedIn, demo: setup.demo });
    const { page, allowed } = composePage({ template, earlyScript, setup, hints, view, looks: await looks() });
    allow(reply, allowed);
    reply.header('permissions-policy', createPermissionsPolicy(request.pageRoute));
    return sendPage(request, reply, page);
  });
}

/** Scripts and styles, which browsers never show as a document. */
const subresource = /\.(?:js|css)(?:\.br)?$/;

/** Headers that browsers heed only for documents: for scripts and styles they are 900 bytes without effect. */
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
  // The name of the file contains its hash, so it is never revalidated, and never asked for in parts.
  'accept-ranges',
  'last-modified',
];

/** A path of the portal, in contrast to a call, a file or a hidden path: files have a folder or an extension. */
function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '/';
  return (method === 'GET' || method === 'HEAD') && !isApiPath(path) && !filePathPattern.test(path);
}

/** Browsers name HTML when they open a page; programs accept anything, or JSON. */
const asksForHtml = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false;

const filePathPattern = /^\/(?:assets|brands)\/|\/\.|\.[^/]*$/;

/** Adds the inline script and style of a page to the policy that applies to all pages. */
function allow(reply: FastifyReply, { script, style }: ComposedPage['allowed']): void {
  const policy = String(reply.getHeader('content-security-policy'))
    .replace("script-src 'self'", () => `script-src 'self' ${script}`)
    .replace("style-src 'self'", () => `style-src 'self'${style === null ? '' : ` ${style}`}`);
  reply.header('content-security-policy', policy);
}
