import { administratorForms, publicForms } from './form-routes.ts';
import { interruptForms } from './interruptions.ts';
import { test } from './test.ts';

/**
 * The forms at these addresses store their drafts in different ways: a form, a row of a table, a side panel, a release note.
 * interruptions.nightly.ts interrupts the forms about the user's own account.
 */
const pathsWithoutScript = ['/users/create', '/admin/policies', '/admin/tools?add=true', '/admin/release-notes/create'];

test('typed text is kept when a form is interrupted: offline, server stopped, session ended, signed out in another tab, script missing', async ({
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
