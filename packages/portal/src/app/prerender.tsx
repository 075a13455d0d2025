import { prerenderedBrand as brand, prerenderedHeading } from '@basics/contract/portal-setup.ts';
import type { PortalSetup } from '@basics/contract/portal-setup.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { BrandLogo } from '#portal/brand/brand-logo.tsx';
import { SetupContext } from '#portal/brand/brand.tsx';
import { preloadFirstView } from '#portal/loading/lazy-part.tsx';
import { shell as texts } from '#portal/texts/shell.ts';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import heading from '#portal/ui/layout/page-heading.module.css';
import { createPortal } from './app.tsx';
import { routeTable } from './route-table.tsx';
import banners from './layouts/banners.module.css';
import header from './layouts/header.module.css';
import frame from './layouts/page-frame.module.css';

const createSetup = (demo: boolean): PortalSetup => ({
  brand: brand.id,
  brandBy: 'host',
  brands: [brand],
  demo,
  pocUrl: null,
});

/**
 * The HTML of a public page as its first view for visitors who are not signed in.
 * @public The build calls it (prerendered-pages.config.ts).
 */
export async function prerenderPage(path: string, demo: boolean): Promise<string> {
  const { Portal, router } = createPortal(createSetup(demo), createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  await preloadFirstView();
  // The HTML must be rendered in one piece, even if it is large: otherwise a script would have to move the pieces to their positions.
  const { prelude } = await prerender(<Portal />, { progressiveChunkSize: Infinity, onError: throwError });
  return cleaned(await new Response(prelude).text());
}

function throwError(error: unknown): never {
  throw error;
}

/**
 * Returns the titles of the pages with a menu entry; the heading of such a page is the same as its menu entry.
 * @public The build calls it (prerendered-pages.config.ts).
 */
export const listTitles = (): Record<string, string> =>
  Object.fromEntries(routeTable.flatMap(({ path, menu }) => (menu ? [[path, menu.label]] : [])));

/**
 * Returns the HTML that signed-in users see until the portal knows the user: the header and an empty page, with a heading if the title is
 * known.
 * @public The build calls it (prerendered-pages.config.ts).
 */
export function prerenderShell(demo: boolean, hasHeading: boolean): string {
  const setup = createSetup(demo);
  return cleaned(
    renderToStaticMarkup(
      <SetupContext value={{ setup, brand }}>
        <div className={frame.page} data-width="working">
          <div>
            {demo && (
              <p className={banners.banner}>
                <FlaskConical aria-hidden="true" />
                {texts.demo}
              </p>
            )}
          </div>
          <header className={header.header}>
            <div className={header.bar}>
              <div className={header.homeInBar}>
                <span className={header.home}>
                  <BrandLogo compact />
                </span>
              </div>
            </div>
          </header>
          <div className={frame.side} />
          <main className={frame.main}>
            <div className={heading.heading}>
              {hasHeading ? <h1>{prerenderedHeading}</h1> : <Skeleton width="14rem" height="2rem" />}
            </div>
            <Skeleton height="24rem" />
          </main>
        </div>
      </SetupContext>,
    ),
  );
}

/**
 * Removes parts of the HTML. The portal replaces this HTML, so it needs neither the markers by which React finds its components nor the script
 * of the router. Forms get a method: without it, a form that is submitted before the portal runs would put a password into the address.
 */
const cleaned = (html: string): string =>
  html
    .replaceAll(/<!--.*?-->|<script.*?<\/script>|<link rel="(?:preload|expect)"[^>]*>/gs, '')
    .replaceAll(/<form\b/g, '<form method="post"');
