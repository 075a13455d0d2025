import { savedCheckerMetaName, type SavedChecker } from '@basics/contract/licence-checker/licence-checker.ts';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '#server/platform/texts/formats.ts';
import { savedCheckerFileName } from './pages.ts';
import { readPage } from '../files.ts';
import { noPagePolicy } from '../http/response-headers.ts';

type SavedCheckerOptions = {
  http: FastifyInstance;
  /** The folder of the built portal. */
  root: string;
  readContent: (host: string) => Promise<SavedChecker>;
};

/**
 * Serves the licence checker as a single file that users save. The build has put the script and the style of the checker into the file, and
 * the server writes the current data into it at each request. The checker is a download and never a page of the portal, because the content
 * security policy of pages forbids its inline script.
 */
export async function serveSavedChecker({ http, root, readContent }: SavedCheckerOptions): Promise<void> {
  const template = await readPage(root, savedCheckerFileName);
  http.route({
    method: ['GET', 'HEAD'],
    url: `/${savedCheckerFileName}`,
    handler: async (request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('content-disposition', `attachment; filename="${savedCheckerFileName}"`)
        .header('content-security-policy', noPagePolicy)
        .header('cache-control', 'no-cache')
        .send(fillTemplate(template, await readContent(request.host))),
  });
}

const fillTemplate = (template: string, checkerContent: SavedChecker): string =>
  template.replace(
    `name="${savedCheckerMetaName}" content=""`,
    () => `name="${savedCheckerMetaName}" content="${escapeHtml(JSON.stringify(checkerContent))}"`,
  );
