import fastifyStatic from '@fastify/static';
import type { PortalSetup } from '@basics/contract/portal-setup.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '#server/platform/html.ts';
import { isApiPath } from './create-http.ts';
import { problem } from '#server/platform/problem.ts';
import { StartFault } from '#server/platform/start-fault.ts';

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
  await http.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    globIgnore: ['index.html', savedCheckerFile, '.vite/**', '**/*.map'],
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
    },
  });
  http.setNotFoundHandler(async (request, reply) => {
    if (!isPage(request)) throw problem('PAGE_NOT_FOUND');
    const page = pageOf(template, await setupOf(request.host));
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}

/** A path of the portal, in contrast to a call, a file or a hidden path: files have a folder or an extension. */
function isPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] ?? '/';
  return (method === 'GET' || method === 'HEAD') && !isApiPath(path) && !fileLike.test(path);
}

const fileLike = /^\/(?:assets|brands)\/|\/\.|\.[^/]*$/;

/** A built page in this folder; throws StartFault with the build command if it is missing. */
export async function readPage(root: string, name = 'index.html'): Promise<string> {
  const file = join(root, name);
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new StartFault(`The portal's pages are not built: ${file} is missing. Run npm start, which builds them.`, {
      cause,
    });
  }
}

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
