import '#portal/brand/tokens.css';
import './looks.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { judgeComplaints, listenForComplaints } from './complaints.ts';

beforeEach(async () => {
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
