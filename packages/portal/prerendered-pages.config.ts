import path from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import { criticalStyles } from './critical-styles.config.ts';
import { iconImports } from './icon-imports.config.ts';
import { classNames } from './class-names.config.ts';
import { buildFirstTexts, replaceFirstText, firstTextsFile } from './first-texts.config.ts';
import { createLanguagePlugin } from './language.config.ts';
import { withNewFolder } from './new-folder.config.ts';

/**
 * The public pages that are rendered completely by the build. The server writes a text into the pages of
 * `publicPathsWithText`.
 */
const publicPaths = ['/sign-in', '/password/forgot', '/register', '/licence-checker'];
const publicPathsWithText = ['/release-notes', '/legal-notice', '/terms', '/legal-disclaimer'];

/** The pages for signed-in users that the build renders with all fields, so that a user can enter a text before the scripts run. */
const signedInPaths = ['/license/verify'];

type Renderer = {
  prerenderPage: (path: string, demo: boolean) => Promise<string>;
  prerenderSignedInPage: (path: string, demo: boolean) => Promise<string>;
  prerenderErrorScreen: (demo: boolean) => string;
  prerenderShell: (demo: boolean) => string;
};

/**
 * The HTML of a page and the styles that it needs. `Variants` has the HTML and the styles for a normal portal and for a
 * demo portal.
 */
type Prerendered = {
  html: string;
  style: string;
  /**
   * The HTML that is shown in place of the text of the page until the text is loaded; undefined for a page without a
   * text.
   */
  waiting?: string;
};
type Variants = { portal: Prerendered; demo: Prerendered };

/** Renders the public pages and the frame of all other pages, so that browsers show them before any script runs. */
export const prerenderedPages = (): Plugin => ({
  name: 'prerendered-pages',
  apply: 'build',
  generateBundle: {
    order: 'post',
    // The renderer loads modules from its folder while it renders, so the folder is removed only afterwards.
    handler(_, bundle) {
      return withNewFolder(async (folder) => {
        const style = readStyleSheet(bundle);
        const renderer = await loadRenderer(folder);
        const renderVariants = async (
          render: (demo: boolean) => string | Promise<string>,
          insertedHtml = '',
        ): Promise<Variants> => ({
          portal: extractStyles(await render(false), style, insertedHtml),
          demo: extractStyles(await render(true), style, insertedHtml),
        });
        const firstTexts = await buildFirstTexts();
        this.emitFile({ type: 'asset', fileName: firstTextsFile, source: firstTexts.code });
        const pages: Record<string, Variants> = {};
        for (const publicPath of [...publicPaths, ...publicPathsWithText])
          pages[publicPath] = await renderVariants(
            (demo) => renderer.prerenderPage(publicPath, demo),
            publicPathsWithText.includes(publicPath) ? firstTexts.exampleHtml : '',
          );
        const signedInPages: Record<string, Variants> = {};
        for (const signedInPath of signedInPaths)
          signedInPages[signedInPath] = await renderVariants((demo) =>
            renderer.prerenderSignedInPage(signedInPath, demo),
          );
        const shell = await renderVariants((demo) => renderer.prerenderShell(demo));
        const source = JSON.stringify({
          pages,
          signedInPages,
          shell,
          errorScreen: await renderVariants((demo) => renderer.prerenderErrorScreen(demo)),
          titles: readTitles(pages),
        });
        this.emitFile({ type: 'asset', fileName: '.vite/prerendered.json', source });
      });
    },
  },
});

/** The title of each page is the text of its heading. */
const readTitles = (pages: Record<string, Variants>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(pages).map(([page, { portal }]) => {
      const [, title] = /<h1[^>]*>([^<&]+)<\/h1>/.exec(portal.html) ?? [];
      if (title === undefined) throw new Error(`The prerendered page ${page} has no plain heading.`);
      return [page, title];
    }),
  );

function readStyleSheet(bundle: Rolldown.OutputBundle): string {
  const styles = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  const [style] = styles;
  if (style?.type !== 'asset' || styles.length > 1) throw new Error('All styles must be in one file.');
  return String(style.source);
}

/** Extracts the styles of a page; `insertedHtml` is HTML that the server inserts into it later. */
function extractStyles(rendered: string, style: string, insertedHtml: string): Prerendered {
  const rules = new Map<string, string>();
  // The Content-Security-Policy of the page allows a style element by its hash, but no style attributes, so each attribute becomes a class.
  const html = rendered.replaceAll(/ class="([^"]*)" style="([^"]*)"/g, (_, classes: string, declarations: string) => {
    const name = rules.get(declarations) ?? `prerendered-${rules.size + 1}`;
    rules.set(declarations, name);
    return ` class="${classes} ${name}"`;
  });
  if (/<script|\sstyle="/.test(html)) throw new Error(`A prerendered page has an inline script or style: ${html}`);
  const movedRules = [...rules].map(([declarations, name]) => `.${name}{${declarations}}`);
  return {
    ...replaceFirstText(html),
    style: `${criticalStyles(style, `${html}${insertedHtml}`)}${movedRules.join('')}`,
  };
}

/** Builds the portal for Node.js and loads it into this process. */
async function loadRenderer(outDir: string): Promise<Renderer> {
  await build({
    configFile: false,
    css: { modules: classNames },
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    plugins: [...createLanguagePlugin(), react(), iconImports()],
    ssr: { noExternal: [/^lucide-react/] },
    build: { ssr: 'src/app/prerender.tsx', outDir, emptyOutDir: true, target: 'node24' },
  });
  const builtModule = pathToFileURL(path.join(outDir, 'prerender.js'));
  // The type of the module that was built above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await import(builtModule.href)) as Renderer;
}
