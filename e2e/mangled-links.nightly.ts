import { expect, test } from './test.ts';

/** The paths of the pages that links in e-mails open. */
const linkedPages = ['/activation', '/password/reset', '/register/confirm', '/login/confirm', '/reminders/stop'];

/** What mail gateways and mail programs make of the `#` of a link, and of its end. Each beginning occurs with each end. */
const beginnings = [
  '#',
  '%23',
  '%2523',
  '%252523',
  '?',
  '?utm_source=mail&',
  '?utm_source=mail#',
  '?utm_source=mail%23',
];
const ends = ['', '.', ',', '>', '%3E', '=', '&utm_source=mail'];
const mangledLinks = beginnings
  .flatMap((beginning) => [...ends.map((end) => `${beginning}token=abc${end}`), `${beginning}token%3Dabc`])
  .filter((link) => link !== '#token=abc');

for (const path of linkedPages)
  test(`the page ${path} reads the token of each of ${mangledLinks.length} changed links, and removes the rest of the address`, async ({
    page,
    demo,
    consoleErrors,
  }) => {
    for (const link of mangledLinks) {
      await page.goto(`${demo.address}${path}${link}`);
      await expect(page, link).toHaveURL(`${demo.address}${path}#token=abc`);
      // Another fragment of the same address would not load the page again.
      await page.goto('about:blank');
    }
    // The page for a new password asks the server about the token, which is invented.
    for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/status of 4\d\d/);
  });
