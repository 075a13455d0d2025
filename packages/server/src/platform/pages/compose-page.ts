import { pageCookies, placeholderBrand, placeholderText } from '@basics/contract/brands/portal-setup.ts';
import type { Brand, PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import { createHash } from 'node:crypto';
import { escapeHtml } from '#server/platform/texts/formats.ts';
import type { FirstView, Prerendered } from './first-views.ts';

/**
 * The settings from the portal's cookies that decide the first view of a page (its content before any script runs). These cookies give no
 * access: the server uses them only to choose what the page shows first.
 */
export type PageHints = { theme: 'light' | 'dark' | null; isSignedIn: boolean; brand: string | null };

export function readPageHints(cookies: string | undefined): PageHints {
  const readCookie = (name: string): string | null =>
    new RegExp(`(?:^|; *)${name}=([\\w-]+)(?:;|$)`).exec(cookies ?? '')?.[1] ?? null;
  const theme = readCookie(pageCookies.theme);
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : null,
    isSignedIn: readCookie(pageCookies.signedIn) === '1',
    brand: readCookie(pageCookies.brand),
  };
}

type PageParts = {
  template: string;
  /**
   * The script that runs as soon as the page is shown, before the scripts of the portal. The script is inline, so that it runs before the
   * user can type anything.
   */
  earlyScript: string;
  setup: PortalSetup;
  hints: PageHints;
  view: FirstView;
  /** The rendered text of a public page, such as the terms, as HTML; null if the page has no such text. */
  text: string | null;
  brandStyles: string;
};

/** A page, and the CSP source expressions (hashes) that allow its inline script and its inline style. */
export type ComposedPage = { page: string; allowedSources: { script: string; style: string | null } };

/**
 * Composes a page from the settings that the portal needs before the sign-in, the scripts of the route, and the content that is shown until
 * these scripts run.
 */
export function composePage({ template, earlyScript, setup, hints, view, text, brandStyles }: PageParts): ComposedPage {
  const brand = chooseBrand(setup, hints);
  const pageWithScript = template.replace(earlyScriptTag, () => `<script>${earlyScript}</script>`);
  const page = addPreloads(
    addSetup(pageWithScript, { setup, brand, theme: hints.theme, title: view.title }),
    view.scripts,
  );
  const script = createHashSource(earlyScript);
  if (view.shown === null) return { page, allowedSources: { script, style: null } };
  const style = `${brandStyles}${view.shown.style}`;
  const completePage = addContent(page, { style, html: insertText(view.shown, text, brand) });
  return { page: completePage, allowedSources: { script, style: createHashSource(style) } };
}

/**
 * The tag in the built page that the inline script replaces. In development, the tag stays in the page, and the browser loads the file
 * `early.js`.
 */
const earlyScriptTag = '<script async src="/early.js"></script>';

const createHashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Chooses the brand in the same way as the pages: the brand of the host name, else the brand of the signed-in user, else the default brand. */
export function chooseBrand({ brand, brandBy, brands }: PortalSetup, hints: PageHints): Brand | undefined {
  const findBrand = (id: string | null): Brand | undefined => brands.find((each) => each.id === id);
  return (brandBy === 'default' && hints.isSignedIn ? findBrand(hints.brand) : undefined) ?? findBrand(brand);
}

type SetupOptions = { setup: PortalSetup; brand: Brand | undefined; theme: PageHints['theme']; title: string | null };

function addSetup(template: string, { setup, brand, theme, title }: SetupOptions): string {
  const brandName = escapeHtml(brand?.name ?? 'Basics');
  const appearance = theme === null ? '' : ` data-theme="${theme}"`;
  const passkeys = setup.passkeys?.here ? '' : ` data-passkeys="${setup.passkeys ? 'elsewhere' : 'none'}"`;
  const workAccounts = setup.workAccounts ? ' data-work-accounts' : '';
  return (
    template
      .replace(
        'data-brand="product"',
        () => `data-brand="${escapeHtml(brand?.theme ?? 'product')}"${appearance}${passkeys}${workAccounts}`,
      )
      // The scripts of the portal write the title of the window in the same form (packages/portal/src/ui/headings/page-heading.tsx).
      .replace(
        /<title>[^<]*<\/title>/,
        () => `<title>${title === null ? `${brandName} Portal` : `${escapeHtml(title)} · ${brandName}`}</title>`,
      )
      .replace('href="data:,"', () => `href="/brands/${encodeURIComponent(brand?.id ?? setup.brand)}/favicon.svg"`)
      .replace(
        'name="basics-portal" content=""',
        () => `name="basics-portal" content="${escapeHtml(JSON.stringify(setup))}"`,
      )
  );
}

/**
 * Adds a preload link for each script, so that the browser fetches all scripts at once. Without a preload link, the browser fetches a
 * script only when another script imports it.
 */
function addPreloads(page: string, scripts: readonly string[]): string {
  const links = scripts
    .filter((script) => !page.includes(`src="/${script}"`))
    .map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`);
  return page.replace('</head>', () => `${links.join('\n')}\n</head>`);
}

/**
 * Adds the content and its style to the page. The style contains the colours of the brands, so the link to the style sheet of the brands is
 * removed. The links to other style sheets are moved behind the content, so that the browser paints the content before it loads them.
 */
function addContent(page: string, { style, html }: { style: string; html: string }): string {
  const styleSheets: string[] = [];
  return page
    .replaceAll(/<link rel="stylesheet"[^>]*>/g, (linkTag) => {
      if (!linkTag.includes('href="/brands/looks.css"')) styleSheets.push(linkTag);
      return '';
    })
    .replace('</title>', () => `</title>\n<style>${style}</style>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`)
    .replace('</body>', () => `${styleSheets.join('\n')}\n</body>`);
}

/**
 * Inserts the text of a public page into the HTML of the page. Placeholders for the names of the brand are filled in only in the HTML from
 * the build, never in the text.
 */
function insertText({ html, waiting = '' }: Prerendered, text: string | null, brand?: Brand) {
  const [before = '', ...after] = html.split(placeholderText);
  const filledParts = [before, ...after].map((part) => fillBrandNames(part, brand));
  return filledParts.join(text ?? waiting);
}

function fillBrandNames(html: string, brand: Brand | undefined): string {
  return html
    .replaceAll(placeholderBrand.id, encodeURIComponent(brand?.id ?? ''))
    .replaceAll(placeholderBrand.name, () => escapeHtml(brand?.name ?? ''))
    .replaceAll(placeholderBrand.supportEmail, () => escapeHtml(brand?.supportEmail ?? ''))
    .replaceAll(placeholderBrand.legalEntity, () => escapeHtml(brand?.legalEntity ?? ''));
}
