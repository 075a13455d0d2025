import '#portal/brand/tokens.css';
import './themes.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { failOnComplaints, listenForComplaints } from './complaints.ts';
import { answerHealth } from './health.ts';

/** In CSS pixels, as in vitest.config.ts. */
const usual = { width: 1280, height: 800 };

beforeEach(async () => {
  // All files share one page, and vitest-browser-react registers its own cleanup for the first file only.
  await cleanup();
  listenForComplaints();
  // Vite's own server answers the health check too late on a busy machine, and a banner would then move the page of a later test.
  answerHealth();
  document.documentElement.dataset['brand'] = 'product';
  // A call to the browser process is slow, so only where a test has changed the viewport.
  if (innerWidth !== usual.width || innerHeight !== usual.height) await page.viewport(usual.width, usual.height);
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset['theme'];
  failOnComplaints();
  vi.restoreAllMocks();
});
