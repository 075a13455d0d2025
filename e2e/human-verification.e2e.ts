import { humanSites } from '@basics/contract/session/human-sites.ts';
import { expect, openPage, test } from './test.ts';

/** The address of the frame that each verification service shows. */
const frameUrls = {
  turnstile: 'https://challenges.cloudflare.com/widget',
  hcaptcha: 'https://newassets.hcaptcha.com/widget',
  recaptcha: 'https://www.google.com/recaptcha/widget',
};

/** A script that does what the scripts of the verification services do: it loads a second script and shows a frame. */
const createWidgetScript = (name: string, frameUrl: string): string => `
  const secondScript = document.createElement('script');
  secondScript.src = document.currentScript.src.replace(/[?].*/, '') + '?more';
  document.head.append(secondScript);
  window.${name} = { render(place, { sitekey }) {
    const frame = document.createElement('iframe');
    frame.src = '${frameUrl}';
    frame.title = 'Are you a person, ' + sitekey + '?';
    place.append(frame);
  } };`;

for (const [kind, frame] of Object.entries(frameUrls)) {
  test(`the page loads the script and the frame of ${kind}, and of no other site (T007)`, async ({
    page,
    consoleErrors,
    startOwnPortal,
  }) => {
    const site = Object.entries(humanSites).find(([name]) => name === kind)?.[1];
    if (!site) throw new Error(kind);
    const portal = await startOwnPortal({
      environment: {
        HUMAN_VERIFICATION: kind,
        HUMAN_VERIFICATION_SITE_KEY: 'key-of-this-site',
        HUMAN_VERIFICATION_SECRET: 'secret',
      },
    });
    const requestedUrls: string[] = [];
    await page.route(/^https:/, async (route) => {
      const url = route.request().url();
      requestedUrls.push(url);
      if (url === frame) return route.fulfill({ contentType: 'text/html', body: '<p>Tick here</p>' });
      if (url.endsWith('?more')) return route.fulfill({ contentType: 'text/javascript', body: 'window.more = true;' });
      return route.fulfill({ contentType: 'text/javascript', body: createWidgetScript(site.name, frame) });
    });
    await openPage(page, `${portal.address}/password/forgot`);
    await page.getByLabel('E-mail').focus();
    await expect(page.frameLocator('iframe').getByText('Tick here')).toBeVisible();
    await expect(page.getByTitle('Are you a person, key-of-this-site?')).toBeVisible();
    // The browser may request the frame before or after the second script.
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'more'))).toBe(true);
    expect(requestedUrls.toSorted()).toEqual(
      [site.scriptUrl, `${site.scriptUrl.replace(/[?].*/, '')}?more`, frame].toSorted(),
    );
    expect(consoleErrors).toEqual([]);

    const blockedUrl = await page.evaluate(async () => {
      const violation = new Promise<string>((resolve) =>
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.blockedURI), { once: true }),
      );
      const script = document.createElement('script');
      script.src = 'https://evil.example/x.js';
      document.head.append(script);
      return violation;
    });
    expect(blockedUrl).toBe('https://evil.example/x.js');
    consoleErrors.length = 0;
    await portal.stop();
  });
}

test('the page solves the proof of work of ALTCHA, and the server accepts its solution', async ({
  page,
  startOwnPortal,
}) => {
  const portal = await startOwnPortal();
  await openPage(page, `${portal.address}/password/forgot`);
  const signInRequest = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByLabel('E-mail').fill('nobody@customer.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  expect((await signInRequest).postDataJSON()).toHaveProperty('humanVerification');
  await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
  await page.goto('about:blank');
  await portal.stop();
});
