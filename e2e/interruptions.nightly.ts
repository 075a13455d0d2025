import { accountForms, recordForms, userForms } from './form-dialogs.ts';
import { administratorForms, publicForms } from './form-routes.ts';
import type { FormRoute } from './form-routes.ts';
import { interruptForms } from './interruptions.ts';
import { test } from './test.ts';

/** Every form of the portal, in groups that share a portal. interruptions.e2e.ts interrupts some of them for every change. */
const groups: Readonly<Record<string, { staffForms: readonly FormRoute[]; visitorForms: readonly FormRoute[] }>> = {
  'forms with an address of their own': { staffForms: administratorForms, visitorForms: publicForms },
  'forms about a user': { staffForms: userForms, visitorForms: [] },
  'forms about requests, licences, notes and brands': { staffForms: recordForms, visitorForms: [] },
  'forms of the own account': { staffForms: accountForms, visitorForms: [] },
};

for (const [name, forms] of Object.entries(groups)) {
  test(`each of the ${name} keeps typed text in all five interruptions`, async ({
    page,
    browser,
    consoleErrors,
    startOwnPortal,
  }) => {
    await interruptForms(
      { page, browser, consoleErrors, startOwnPortal },
      {
        ...forms,
        // The login of the sign-in page is no draft, because the next person at the PC would see it.
        formsWithoutScript: [...forms.staffForms, ...forms.visitorForms].filter(({ path }) => path !== '/sign-in'),
      },
    );
  });
}
