import { expect, onTestFinished, test, vi } from 'vitest';
import { answerHealth } from '#portal/testing/health.ts';
import { connection } from './connection.ts';
import { fetchPart, allowReload } from './fetch-part.ts';

const fetchError = new TypeError('Failed to fetch dynamically imported module');

function openVersion(version: string) {
  const reload = vi.fn<() => void>();
  onTestFinished(allowReload(version, reload));
  return reload;
}

test('if the server no longer has a script, the page is reloaded once for each version of the portal; the second time, loading fails', async () => {
  const reload = openVersion('/assets/index-1.js');
  void fetchPart(() => Promise.reject(fetchError));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await expect(fetchPart(() => Promise.reject(fetchError))).rejects.toBe(fetchError);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('after an update of the portal, a missing script may reload the page once again', async () => {
  sessionStorage.setItem('reloadedFor', '/assets/index-1.js');
  const reload = openVersion('/assets/index-2.js');
  void fetchPart(() => Promise.reject(fetchError));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('if a script cannot be loaded because the server does not answer, the page is not reloaded, and the script is loaded when the server answers', async () => {
  const health = answerHealth();
  health.stop();
  const reload = openVersion('/assets/index-1.js');
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(fetchError).mockResolvedValue('part');
  const fetchedPart = fetchPart(load);
  await vi.waitFor(() => expect(connection.isLost()).toBe(true));
  health.start();
  await expect(fetchedPart).resolves.toBe('part');
  expect(reload).not.toHaveBeenCalled();
});
