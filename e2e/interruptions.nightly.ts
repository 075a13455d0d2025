import { accountForms } from './form-dialogs.ts';
import { interruptForms } from './interruptions.ts';
import { test } from './test.ts';

test('each form of the own account keeps typed text in all five interruptions', async ({
  page,
  browser,
  consoleErrors,
  startOwnPortal,
}) => {
  await interruptForms(
    { page, browser, consoleErrors, startOwnPortal },
    { staffForms: accountForms, visitorForms: [], formsWithoutScript: accountForms },
  );
});
