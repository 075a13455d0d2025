import { translatePage } from '@basics/portal/testing/translate-page.ts';
import { expect, expectRefusals, openPage, pasteOutsideFields, signIn, test, expectHome } from './test.ts';
import { createTool } from './tool.ts';

/** When the browser translates a text that the page shows later. The first manner also translates what is on the page before its script runs. */
const manners = [
  { name: 'at once', delayMs: 0 },
  { name: 'a moment later', delayMs: 300 },
];

for (const { name, delayMs } of manners)
  test(`a customer whose browser translates each text ${name} sees the result of each action`, async ({
    page,
    mailbox,
    consoleErrors,
    startOwnPortal,
  }) => {
    // The shared demo portal may have no free seat left, after the licences that other tests have issued to the same customer.
    const demo = await startOwnPortal({
      args: ['--demo'],
      environment: { SMTP_URL: mailbox.url, HUMAN_VERIFICATION: 'off' },
    });
    const tool = await createTool(`TRANSLATED-${delayMs}`, demo.address);
    await page.addInitScript(translatePage, delayMs);
    const pressButton = (label: string | RegExp) => page.getByRole('button', { name: label }).first().click();

    await openPage(page, `${demo.address}/password/forgot`);
    await page.getByLabel('E-mail').fill('nobody@demo.example');
    await pressButton('Send link');
    await expect(page.getByText('nobody@demo.example')).toBeVisible();

    await openPage(page, `${demo.address}/sign-in`);
    await expect(page.locator('font').first()).toBeVisible();
    await signIn(page, 'applicationexpert@demo.example', 'not the password');
    await expect(page.getByText(/login or password is wrong/)).toBeVisible();
    await signIn(page, 'applicationexpert@demo.example');
    await expectHome(page);
    await expectRefusals(consoleErrors, 422);

    const code = await tool.run(['code', '--plain']);
    expect(code.exitCode, code.err).toBe(0);
    await pasteOutsideFields(page, code.out);
    await expect(page.getByText(`TRANSLATED-${delayMs}`).first()).toBeVisible();
    await pressButton('Issue licence');
    await expect(page.getByText(/^Licensed until/)).toBeVisible();
    await pressButton('Download licence file');
    await expect(page.getByText(/^Saved as Basics_/).first()).toBeVisible();
    await pressButton('E-mail it to me');
    await expect(page.getByText(/^(Also in your e-mail|On its way to your e-mail)$/).first()).toBeVisible();
    await page.getByRole('radio', { name: 'With a code' }).check();
    await pressButton('Copy licence code');
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy licence code' })).toBeVisible();
    await mailbox.newest('applicationexpert@demo.example', `TRANSLATED-${delayMs}`);
    await tool.remove();
  });
