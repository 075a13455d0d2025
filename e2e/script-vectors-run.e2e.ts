import { findForeignElements, watchScripts } from './no-script-runs.ts';
import { vectors } from './script-vectors.ts';
import { expect, test } from './test.ts';

test('in a page without protection, many of the sixty hostile texts run as scripts, and `watchScripts` and `findForeignElements` detect them', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const { ranScripts } = await watchScripts(context);
  const page = await context.newPage();
  await page.evaluate((mailTexts) => {
    for (const html of mailTexts)
      document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: html }));
  }, vectors);
  await expect.poll(() => ranScripts.filter((scriptName) => scriptName.startsWith('alert')).length).toBeGreaterThan(15);

  await page.setContent(vectors.join('\n'));
  const root = await page.evaluateHandle(() => document);
  expect((await page.evaluate(findForeignElements, { root, inlineElements: [] })).length).toBeGreaterThan(20);
  await context.close();
});
