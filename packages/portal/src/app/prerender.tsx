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

const setupOf = (demo: boolean): PortalSetup => ({
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
  const { Portal, router } = createPortal(setupOf(demo), createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  await preloadFirstView();
  // In one piece, also where it is large: otherwise a script would have to move its pieces to their places.
  const { prelude } = await prerender(<Portal />, { progressiveChunkSize: Infinity, onError: fail });
  return cleaned(await new Response(prelude).text());
}

function fail(error: unknown): never {
  throw error;
}

/**
 * The titles of pages that a menu names: their headings are the same.
 * @public The build calls it (prerendered-pages.config.ts).
 */
export const listTitles = (): Record<string, string> =>
  Object.fromEntries(routeTable.flatMap(({ path, menu }) => (menu ? [[path, menu.label]] : [])));

/**
 * The HTML of every page for signed-in users until the portal knows the user: its header, and an empty page, with a heading where its title is
 * known.
 * @public The build calls it (prerendered-pages.config.ts).
 */
export function prerenderShell(demo: boolean, hasHeading: boolean): string {
  const setup = setupOf(demo);
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
 * The portal replaces this HTML by its own, so it needs no marks by which React would find its components, and no script of the router.
 * Submitted before the portal runs, a form must not write a password into the address: without a method, it would.
 */
const cleaned = (html: string): string =>
  html
    .replaceAll(/<!--.*?-->|<script.*?<\/script>|<link rel="(?:preload|expect)"[^>]*>/gs, '')
    .replaceAll(/<form\b/g, '<form method="post"');
