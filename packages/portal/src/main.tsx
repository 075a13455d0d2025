import './brand/tokens.css';
import { createRoot } from 'react-dom/client';
import { createPortal } from './app/app.tsx';
import { reloadOnMissingScripts } from './app/preload-error.ts';
import { SetupFailed } from './app/setup-failed.tsx';
import { loadSetup } from './brand/brand.queries.ts';

// The name of the built script changes with every version.
reloadOnMissingScripts(import.meta.url, () => location.reload());

const element = document.querySelector('#root');
if (element === null) throw new Error('The page has no #root.');
const root = createRoot(element);

try {
  // In production DEV is false: the build leaves this branch out, with all that it imports.
  if (import.meta.env.DEV && location.pathname === '/dev/ui') {
    const { KitPage } = await import('./app/dev-ui/kit-page.tsx');
    root.render(<KitPage />);
  } else {
    const { Portal, start } = createPortal(await loadSetup());
    start();
    root.render(<Portal />);
  }
} catch (error) {
  root.render(<SetupFailed />);
  throw error;
}
