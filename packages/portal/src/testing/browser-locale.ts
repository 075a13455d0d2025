import { onTestFinished, vi } from 'vitest';
import { cdp } from 'vitest/browser';

declare module 'vitest/browser' {
  // A copy of a declaration in @vitest/browser-playwright. An import of that package would add the types of Node.js to the pages.
  interface CDPSession {
    send: (method: string, params?: Record<string, unknown>) => Promise<unknown>;
  }
}

/** Sets the language of the browser until the end of the test: `Intl` without a locale and `navigator` use it. */
export async function setBrowserLocale(locale: string): Promise<void> {
  await cdp().send('Emulation.setLocaleOverride', { locale });
  onTestFinished(async () => void (await cdp().send('Emulation.setLocaleOverride')));
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([locale]);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(locale);
}
