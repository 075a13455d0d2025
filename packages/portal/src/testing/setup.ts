import '#portal/brand/tokens.css';
import './looks.css';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';

// A complaint of React or of the browser is a fault of the page, so it fails the test in which it is said.
beforeEach(async () => {
  vi.spyOn(console, 'error');
  document.documentElement.dataset['brand'] = 'product';
  await page.viewport(1280, 800);
});

afterEach(() => {
  const complaints = vi.mocked(console.error).mock.calls.map((each) => each.join(' '));
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  delete document.documentElement.dataset['theme'];
  expect(complaints).toEqual([]);
});
