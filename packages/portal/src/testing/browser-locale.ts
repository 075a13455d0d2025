import { onTestFinished, vi } from 'vitest';
import { cdp } from 'vitest/browser';

declare module 'vitest/browser' {
  // As @vitest/browser-playwright declares it, whose types would bring those of Node into the pages.
  interface CDPSession {
    send: (method: string, params?: Record<string, unknown>) => Promise<unknown>;
  }
}

/** Until the end of the test the browser has this language: `Intl` without a locale uses it, and `navigator` names it. */
export async function setBrowserLocale(locale: string): Promise<void> {
  await cdp().send('Emulation.setLocaleOverride', { locale });
  onTestFinished(async () => void (await cdp().send('Emulation.setLocaleOverride')));
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([locale]);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(locale);
}
