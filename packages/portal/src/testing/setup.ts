import '#portal/brand/tokens.css';
import './looks.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { judgeComplaints, listenForComplaints } from './complaints.ts';

beforeEach(async () => {
  // The library says so itself in the first file alone, where files share a page.
  await cleanup();
  listenForComplaints();
  document.documentElement.dataset['brand'] = 'product';
  await page.viewport(1280, 800);
});

afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset['theme'];
  judgeComplaints();
  vi.restoreAllMocks();
});
