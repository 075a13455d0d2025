import './brand/fonts.css';
import './brand/tokens.css';
import type { PortalSetup } from '@basics/contract/portal-setup.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createPortal } from './app/app.tsx';
import { ConnectionNotice } from './app/layouts/connection-notice.tsx';
import { loadSetup } from './brand/brand.queries.ts';
import { connection } from './loading/connection.ts';
import { keepEarlyInput } from './loading/early-input.ts';
import { allowReload } from './loading/fetch-part.ts';

// The name of the built script changes with every version, and with it the right to reload the page once.
allowReload(import.meta.url, () => location.reload());

const element = document.querySelector('#root');
if (element === null) throw new Error('The page has no #root.');
const root = createRoot(element);

// In production DEV is false: the build leaves this branch out, with all that it imports.
if (import.meta.env.DEV && location.pathname === '/dev/ui') {
  const { ComponentsPage } = await import('./app/dev-ui/components-page.tsx');
  root.render(<ComponentsPage />);
} else {
  const { Portal, start, ready, preload } = createPortal(await setupOrWait());
  start();
  // The prerendered page stays until the portal can replace it as a whole.
  if (element.childElementCount > 0) await withNotice(element, ready());
  keepEarlyInput(element, () => flushSync(() => root.render(<Portal />)));
  document.documentElement.dataset['ready'] = '';
  if (document.readyState === 'complete') void preload();
  else window.addEventListener('load', () => void preload(), { once: true });
}

/** While something is waited for, says above the page when the server does not answer. */
async function withNotice(page: Element, awaited: Promise<void>): Promise<void> {
  const place = document.createElement('div');
  page.before(place);
  const shown = createRoot(place);
  shown.render(<ConnectionNotice />);
  await awaited;
  shown.unmount();
  place.remove();
}

/** Where the setup is not in the page (in development): while the server does not answer, the page says so and tries again. */
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
