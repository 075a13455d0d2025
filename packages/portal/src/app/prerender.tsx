import type { CurrentUser } from '@basics/contract/session/current-user.ts';
import { permissions } from '@basics/contract/calls/permissions.ts';
import { placeholderBrand as brand, placeholderText, type PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { BrandLogo, SetupContext } from '#portal/brand/brand.tsx';
import { preloadFirstView } from '#portal/loading/lazy-part.tsx';
import { createSession, type Session } from '#portal/session/session.ts';
import type { SessionState } from '#portal/session/session-holder.ts';
import { shell as texts } from '#portal/texts/shell.ts';
import { ui as loading } from '#portal/texts/ui.ts';
import { FullPageLoader, Skeleton } from '#portal/ui/feedback/loading.tsx';
import heading from '#portal/ui/headings/page-heading.module.css';
import { AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { createPortal } from './app.tsx';
import { ErrorScreen } from './error-screen.tsx';
import banners from './layouts/banners.module.css';
import header from './header/header.module.css';
import frame from './layouts/page-frame.module.css';

const createSetup = (demo: boolean): PortalSetup => ({
  brand: brand.id,
  brandBy: 'host',
  brands: [brand],
  demo,
  pocUrl: null,
  // The server hides the button where passkeys do not work.
  passkeys: { origin: '', here: true },
  // The server hides the button unless an identity provider is configured.
  workAccounts: true,
});

/**
 * Returns the HTML of a public page that visitors who are not signed in see first.
 * @public The build calls it (prerendered-pages.config.ts).
 */
export async function prerenderPage(path: string, demo: boolean): Promise<string> {
  const { Portal, router } = createPortal(createSetup(demo), createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  await preloadFirstView();
  provideEmptyStorage();
  // The HTML must be rendered in one piece, even if it is large: otherwise a script would have to move the pieces to their positions.
  const { prelude } = await prerender(<Portal />, { progressiveChunkSize: Infinity, onError: throwError });
  const loader = renderToStaticMarkup(<FullPageLoader isInsteadOfPage />);
  return cleanHtml(`${await new Response(prelude).text()}${loader}`);
}

function throwError(error: unknown): never {
  throw error;
}

/** The placeholder user of the build, which renders pages as this administrator sees them. The HTML must contain no data of this user. */
const placeholderUser: CurrentUser = {
  userId: 0,
  profileID: 1,
  userFirstName: 'prerendered-user',
  userLastName: '',
  userEmail: '',
  permissions: [...permissions],
  brand: null,
};

/** Provides an empty browser storage, because the pages read drafts from the storage and Node.js does not have one. */
function provideEmptyStorage(): void {
  const storage = { getItem: () => null };
  Object.assign(globalThis, { sessionStorage: storage, localStorage: storage });
}

/** Returns the HTML of the `main` element of a page, without data, for a user who may use everything on it. */
async function prerenderContent(path: string): Promise<string> {
  provideEmptyStorage();
  const state: SessionState = {
    isAuthenticated: true,
    isLoading: false,
    user: placeholderUser,
    expiresAt: Infinity,
    endsSoon: false,
  };
  const session: Session = { ...createSession(), state: () => state };
  const history = createMemoryHistory({ initialEntries: [path] });
  const { Portal, router } = createPortal(createSetup(false), history, session);
  await router.load();
  // This HTML does not contain lazy parts, because the portal shows them later than the page.
  const [, content] = /<main[^>]*>(.*)<\/main>/s.exec(renderToStaticMarkup(<Portal />)) ?? [];
  if (content === undefined) throw new Error(`${path}: no element main`);
  return cleanHtml(content).replace(/<template.*?<\/template>/g, '');
}

const contentPlaceholder = 'prerendered-content';

/**
 * Returns the first view of a page for signed-in users, complete but without data. The first text field of the page has
 * the focus.
 * @public The build calls it (prerendered-pages.config.ts).
 */
export async function prerenderSignedInPage(path: string, demo: boolean): Promise<string> {
  const content = await prerenderContent(path);
  const contentWithFocus = content
    .replace('<textarea ', '<textarea autofocus ')
    // The button for help is loaded after the page.
    .replace(/(<h1.*?<\/h1>)<button.*?<\/button>/s, '$1');
  const emptyPage = prerenderFrame(
    demo,
    <>
      <AnnouncedText>{loading.loading}</AnnouncedText>
      <div>{contentPlaceholder}</div>
    </>,
  );
  return emptyPage.replace(contentPlaceholder, () => contentWithFocus);
}

/**
 * Returns the HTML that signed-in users see until the portal knows the user: the header and an empty page. The page has no heading, because
 * the portal does not know yet whether the user may open it.
 * @public The build calls it (prerendered-pages.config.ts).
 */
export const prerenderShell = (demo: boolean): string =>
  prerenderFrame(
    demo,
    <>
      <AnnouncedText>{loading.loading}</AnnouncedText>
      <div className={heading.heading}>
        <Skeleton width="14rem" height="2rem" />
      </div>
      <Skeleton height="24rem" />
    </>,
  );

/**
 * Returns the error screen that browsers get instead of a page. The server replaces the placeholder for a text by the reference of the error.
 * @public The build calls it (prerendered-pages.config.ts).
 */
export function prerenderErrorScreen(demo: boolean): string {
  const error = new ApiProblem({ code: 'INTERNAL', message: '', status: 500, requestId: placeholderText });
  return prerenderFrame(demo, <ErrorScreen error={error} />).replaceAll(/<template.*?<\/template>/g, '');
}

/** Returns the header and the frame of a page for signed-in users, without the data of the user. */
function prerenderFrame(demo: boolean, content: ReactNode): string {
  const setup = createSetup(demo);
  return cleanHtml(
    renderToStaticMarkup(
      <SetupContext value={{ setup, brand }}>
        <div className={frame.page} data-width="working">
          <aside aria-label={texts.notices}>
            {demo && (
              <p className={banners.banner}>
                <FlaskConical aria-hidden="true" />
                {texts.demo}
              </p>
            )}
          </aside>
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
          <main className={frame.main}>{content}</main>
        </div>
      </SetupContext>,
    ),
  );
}

/**
 * Removes parts of the HTML that are not needed, and adds a method to forms. The portal replaces the prerendered HTML,
 * so the script of the router and the markers by which React finds its components are removed. Without the method, a
 * form that is submitted before the portal runs would put a password into the address.
 */
const cleanHtml = (html: string): string =>
  html
    .replaceAll(/<!--.*?-->|<script.*?<\/script>|<link rel="(?:preload|expect)"[^>]*>/gs, '')
    .replaceAll(/<form\b/g, '<form method="post"');
