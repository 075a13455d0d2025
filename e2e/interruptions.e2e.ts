import { administratorForms, publicForms } from './form-routes.ts';
import { interruptForms } from './interruptions.ts';
import { test } from './test.ts';

/**
 * The forms at these addresses store their drafts in different ways: a page with one field, a page with many fields, a row of a table, and a
 * side panel. Their pages have scripts of their own. interruptions.nightly.ts interrupts every form.
 */
const staffPaths = ['/license/verify', '/users/20/edit', '/admin/policies', '/admin/tools?add=true'];
/** A form that can be sent, and a form whose text is not stored. */
const visitorPaths = ['/password/forgot', '/sign-in'];

test('a form keeps typed text when the browser is offline, the server stops, the session ends, or a script is missing, until another tab signs out', async ({
  page,
  browser,
  consoleErrors,
  startOwnPortal,
}) => {
  const staffForms = administratorForms.filter(({ path }) => staffPaths.includes(path));
  await interruptForms(
    { page, browser, consoleErrors, startOwnPortal },
    {
      staffForms,
      visitorForms: publicForms.filter(({ path }) => visitorPaths.includes(path)),
      formsWithoutScript: staffForms.filter(({ path }) => path === '/users/20/edit' || path === '/admin/policies'),
    },
  );
});
