import { administratorForms, publicForms } from './form-routes.ts';
import { interruptForms } from './interruptions.ts';
import { test } from './test.ts';

/**
 * The forms at these addresses store their drafts in different ways: a page with a form, a row of a table, and a side panel. Their pages have
 * scripts of their own. The forms in which users change their own account are in interruptions.nightly.ts.
 */
const pathsWithoutScript = ['/users/20/edit', '/admin/policies', '/admin/tools?add=true'];

test('a form keeps typed text when the browser is offline, the server stops, the session ends, or a script is missing, until another tab signs out', async ({
  page,
  browser,
  consoleErrors,
  startOwnPortal,
}) => {
  // The time limit is long, because the test opens seventeen tabs on a busy machine.
  test.setTimeout(1_800_000);
  await interruptForms(
    { page, browser, consoleErrors, startOwnPortal },
    {
      staffForms: administratorForms,
      visitorForms: publicForms,
      formsWithoutScript: administratorForms.filter(({ path }) => pathsWithoutScript.includes(path)),
    },
  );
});
