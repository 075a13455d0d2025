import { expect, onTestFinished, test, vi } from 'vitest';
import { answerHealth } from '#portal/testing/health.ts';
import { connection } from './connection.ts';
import { fetchPart, allowReload } from './fetch-part.ts';

const unfetched = new TypeError('Failed to fetch dynamically imported module');

function open(version: string) {
  const reload = vi.fn<() => void>();
  onTestFinished(allowReload(version, reload));
  return reload;
}

test('a script that the server no longer has loads the page again once for a version; the second time it is an error', async () => {
  const reload = open('/assets/index-1.js');
  void fetchPart(() => Promise.reject(unfetched));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  await expect(fetchPart(() => Promise.reject(unfetched))).rejects.toBe(unfetched);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('the next version may load the page again once, too', async () => {
  sessionStorage.setItem('reloadedFor', '/assets/index-1.js');
  const reload = open('/assets/index-2.js');
  void fetchPart(() => Promise.reject(unfetched));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('while the server does not answer, the page is not loaded again, and the part comes once it answers', async () => {
  const health = answerHealth();
  health.stop();
  const reload = open('/assets/index-1.js');
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(unfetched).mockResolvedValue('part');
  const part = fetchPart(load);
  await vi.waitFor(() => expect(connection.isLost()).toBe(true));
  health.start();
  await expect(part).resolves.toBe('part');
  expect(reload).not.toHaveBeenCalled();
});
