import fastifyStatic from '@fastify/static';
import type { PortalSetup } from '@basics/contract/portal-setup.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeHtml } from '#server/platform/html.ts';
import { problem } from '#server/platform/problem.ts';
import { isApiPath } from './create-http.ts';
import { readPageFiles } from './page-files.ts';
import { pageSender } from './page-sender.ts';
import { readPage } from './read-page.ts';

/** The licence checker as a single file; another route serves it, with its data inside. */
export const savedCheckerFile = 'licence-checker.html';

type Pages = {
  http: FastifyInstance;
  /** The folder of the built portal. */
  root: string;
  setupOf: (host: string) => Promise<PortalSetup>;
};

/**
 * Serves the built portal: its files, and for every other path the page, whose router decides what to show. A missing file answers 404 and
 * never the page, so that a browser with an old page learns at once that its files are gone.
 */
export async function servePages({ http, root, setupOf }: Pages): Promise<void> {
  const template = await readPage(root);
  const scriptsOf = await readPageFiles(root);
  const sendPage = pageSender();
  await http.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    // The build wrote `x.js.br` beside `x.js`; browsers ask for `x.js`.
    preCompressed: true,
    globIgnore: ['index.html', savedCheckerFile, '.vite/**', '**/*.map', '**/*.br'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      if (isHashed && subresource.test(path)) for (const name of documentHeaders) reply.removeHeader(name);
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    },
  });
  http.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) throw problem('PAGE_NOT_FOUND');
    const page = pageOf(template, await setupOf(request.host));
    const [path = '/'] = request.url.split('?', 1);
    return sendPage(request, reply, withPreloads(page, scriptsOf(path)));
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
  return (method === 'GET' || method === 'HEAD') && !isApiPath(path) && !fileLike.test(path);
}

const fileLike = /^\/(?:assets|brands)\/|\/\.|\.[^/]*$/;

/** The page in the theme of the host name, with the settings that the portal needs before the sign-in. */
function pageOf(template: string, setup: PortalSetup): string {
  const brand = setup.brands.find((each) => each.id === setup.brand);
  const name = escapeHtml(brand?.name ?? 'Basics');
  return template
    .replace('data-brand="product"', () => `data-brand="${escapeHtml(brand?.theme ?? 'product')}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name} Portal</title>`)
    .replace('href="data:,"', () => `href="/brands/${encodeURIComponent(setup.brand)}/favicon.svg"`)
    .replace(
      'name="basics-portal" content=""',
      () => `name="basics-portal" content="${escapeHtml(JSON.stringify(setup))}"`,
    );
}

/** The page with the scripts of its route, so that the browser fetches all of them at once and not one after the other. */
function withPreloads(page: string, scripts: readonly string[]): string {
  const links = scripts
    .filter((script) => !page.includes(`src="/${script}"`))
    .map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`);
  return page.replace('</head>', () => `${links.join('\n')}\n</head>`);
}
