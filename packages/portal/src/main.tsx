import './brand/fonts.css';
import './brand/tokens.css';
import type { PortalSetup } from '@basics/contract/portal-setup.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { readToken } from './api/stored-token.ts';
import { createPortal } from './app/app.tsx';
import { ConnectionNotice } from './app/layouts/connection-notice.tsx';
import { loadSetup } from './brand/brand.queries.ts';
import { connection } from './loading/connection.ts';
import { waitForNextTask } from './loading/wait-for-next-task.ts';
import { announcePageShown } from './loading/page-shown.ts';
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

// The module does not wait at its top level, because the pages that it loads import values from the same file. So the work is in a
// function.
void openPage(element);

async function openPage(page: Element): Promise<void> {
  // In production DEV is false, so the build removes this branch with everything that it imports.
  if (import.meta.env.DEV && location.pathname === '/dev/ui') {
    const { ComponentsPage } = await import('./app/dev-ui/components-page.tsx');
    root.render(<ComponentsPage />);
    return;
  }
  // `nextTask` divides the work into three tasks, so that the browser can react to input between them.
  await waitForNextTask();
  const { Portal, start, ready, preload } = createPortal(await setupOrWait());
  start();
  // The prerendered page stays visible until the portal can replace it completely.
  if (page.childElementCount > 0) await withNotice(page, ready());
  await waitForNextTask();
  const hasFirstText = keepFirstText(page, location.pathname + location.search);
  keepEarlyInput(page, () => flushSync(() => root.render(<Portal />)));
  document.documentElement.dataset['ready'] = '';
  // Most pages for visitors load no data. The others announce it themselves (QueryCacheProvider): if the typeface came before the loaded text, this
  // text would be larger than the first text, and the browser would count it as the largest paint.
  if (readToken() === null && !hasFirstText) announcePageShown();
  // Some pages never announce it, such as a page that was not found.
  else setTimeout(announcePageShown, longestWaitMs);
  if (document.readyState === 'complete') void preload();
  else window.addEventListener('load', () => void preload(), { once: true });
}

/** Waits for a promise. Meanwhile, if the server does not answer, a notice above the page says so. */
async function withNotice(page: Element, promise: Promise<void>): Promise<void> {
  const noticeElement = document.createElement('div');
  page.before(noticeElement);
  const noticeRoot = createRoot(noticeElement);
  noticeRoot.render(<ConnectionNotice />);
  await promise;
  noticeRoot.unmount();
  noticeElement.remove();
}

/** Loads the setup. If the setup is not in the page (in development) and the server does not answer, it shows a notice and tries again. */
async function setupOrWait(): Promise<PortalSetup> {
  for (;;) {
    try {
      return await loadSetup();
    } catch (error) {
      root.render(<ConnectionNotice />);
      if (await connection.check()) throw error;
      await connection.restored();
    }
  }
}
