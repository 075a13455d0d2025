import { onTestFinished, vi } from 'vitest';
import { workAccountCallbackPath } from '@basics/contract/session/work-account.ts';
import { startHonestProvider } from './start-honest-provider.ts';

/** Starts an honest provider, whose e-mail addresses end with "@staff.example". It ends with the test. */
export async function openHonestProvider(publicUrl: string) {
  // The package warns on the console that its defaults are for tests.
  for (const method of ['info', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
  const { settings, stop } = await startHonestProvider(publicUrl, 'staff.example');
  onTestFinished(stop);
  return { settings, signInAt };
}

/**
 * Signs in at the pages of the provider as a browser does: follows the redirects with its cookies, sends the forms for the name and the
 * consent, and returns the query with which the provider sends the browser back.
 */
async function signInAt(firstUrl: string, name: string): Promise<string> {
  const cookies = new Map<string, string>();
  const forms = [`prompt=login&login=${name}&password=any`, 'prompt=consent'];
  let url = firstUrl;
  for (let step = 0; step < 12; step += 1) {
    const form = new URL(url).pathname.startsWith('/interaction/') ? forms.shift() : undefined;
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        cookie: Array.from(cookies, ([key, value]) => `${key}=${value}`).join('; '),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(key);
      else cookies.set(key, value);
    }
    const location = new URL(response.headers.get('location') ?? '', url);
    if (location.pathname === workAccountCallbackPath) return location.search.slice(1);
    if (location.href === url) throw new Error(`the provider answered ${response.status} at ${url}`);
    url = location.href;
  }
  throw new Error('the provider did not end the sign-in');
}
