import './brand/fonts.css';
import './brand/tokens.css';
import './brand/boxes.css';
import type { PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { readToken } from './api/browser-store.ts';
import { createPortal } from './app/app.tsx';
import { ConnectionNotice } from './app/layouts/connection-notice.tsx';
import { loadSetup } from './brand/brand.queries.ts';
import { connection } from './loading/connection.ts';
import { waitForNextTask, announcePageShown } from './loading/page-shown.ts';
import { keepFirstText } from './loading/first-text.tsx';
import { keepEarlyInput } from './loading/early-input.ts';
import { allowReload } from './loading/fetch-part.ts';

/** The longest time that the typeface and the late parts wait for the data of the page, in milliseconds. */
const longestWaitMs = 3000;

// The name of the main script changes with every version, so the page may be reloaded once for each version.
allowReload(import.meta.url, () => location.reload());

const element = document.querySelector('#root');
if (element === null) throw new Error('The page has no #root.');
const root = createRoot(element);

// The async function `openPage` replaces a top-level `await`, which could wait forever, because the pages that this module loads import
// values from the same file.
void openPage(element);

async function openPage(page: Element): Promise<void> {
  // In production DEV is false, so the build removes this branch with everything that it imports.
  if (import.meta.env.DEV && location.pathname === '/dev/ui') {
    const { ComponentsPage } = await import('./app/dev-ui/components-page.tsx');
    root.render(<ComponentsPage />);
    return;
  }
  // `waitForNextTask` divides the work into three tasks, so that the browser can react to input between them.
  await waitForNextTask();
  const { Portal, StartNotice, start, ready, preload } = createPortal(await loadSetupWithRetries());
  start();
  // The prerendered page stays visible until the portal can replace it completely.
  if (page.childElementCount > 0) await waitWithNotice(page, <StartNotice />, ready());
  await waitForNextTask();
  const hasFirstText = keepFirstText(page, location.pathname + location.search);
  keepEarlyInput(page, () => flushSync(() => root.render(<Portal />)));
  document.documentElement.dataset['ready'] = '';
  // Most pages for visitors load no data, so they are complete now. QueryCacheProvider announces the other pages when their data is
  // shown. If the typeface came before the data, the browser would count the text of the data as the largest paint, which would be later.
  if (readToken() === null && !hasFirstText) announcePageShown();
  // QueryCacheProvider never announces some pages, such as a page that was not found, so the timer announces them.
  else setTimeout(announcePageShown, longestWaitMs);
  if (document.readyState === 'complete') void preload();
  else window.addEventListener('load', () => void preload(), { once: true });
}

/** Waits for a promise. While the function waits, the notice is above the page. */
async function waitWithNotice(page: Element, notice: ReactNode, promise: Promise<void>): Promise<void> {
  const noticeElement = document.createElement('div');
  page.before(noticeElement);
  const noticeRoot = createRoot(noticeElement);
  noticeRoot.render(notice);
  await promise;
  noticeRoot.unmount();
  noticeElement.remove();
}

/** Loads the setup of the portal. While the server is not ready, the function shows a notice and waits. */
const loadSetupWithRetries = (): Promise<PortalSetup> =>
  connection.retry(loadSetup, {
    mayWait: async () => {
      root.render(<ConnectionNotice />);
      return !(await connection.check());
    },
  });
