import '#portal/brand/tokens.css';
import '#portal/brand/boxes.css';
import './themes.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { failOnComplaints, listenForComplaints } from './complaints.ts';
import { startInTheMorning } from './daytime.ts';
import { answerHealth } from './health.ts';
import { translatePage } from './translate-page.ts';

/** The default size of the window in CSS pixels, as in vitest.config.ts. */
const defaultViewport = { width: 1280, height: 800 };

startInTheMorning();

// The nightly job also runs the page tests on pages that the browser translates.
if (import.meta.env['VITE_TRANSLATED'] === '1') translatePage(0);

beforeEach(async () => {
  clearStorage();
  listenForComplaints();
  // On a busy machine, Vite's server answers the health check too late, and a banner would then move the page of a later test.
  answerHealth();
  document.documentElement.dataset['brand'] = 'product';
  // A call to the browser process is slow, so the viewport is reset only if a test has changed it.
  if (innerWidth !== defaultViewport.width || innerHeight !== defaultViewport.height)
    await page.viewport(defaultViewport.width, defaultViewport.height);
});

afterEach(async () => {
  vi.useRealTimers();
  // Test files share a page, and vitest-browser-react registers its own cleanup only for the first file. The storage is cleared after the
  // page is unmounted, because React then runs pending effects, which may store a draft.
  await cleanup();
  clearStorage();
  delete document.documentElement.dataset['theme'];
  failOnComplaints();
  vi.restoreAllMocks();
});

/** Removes all that a page has stored: a draft, for example, would be restored in the next test. */
function clearStorage(): void {
  localStorage.clear();
  sessionStorage.clear();
}
