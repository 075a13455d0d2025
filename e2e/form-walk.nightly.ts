import type { Locator, Page } from '@playwright/test';
import { accountForms, companyForms, recordForms, refusalForms, userForms } from './form-dialogs.ts';
import { administratorForms, describeForm, pressButton, type FormRoute } from './form-routes.ts';
import { openStates } from './open-states.ts';
import { pageAddresses } from './page-addresses.ts';
import { createCaller } from './portal-api.ts';
import { expect, openPage, openSignedIn, reloadPage, signIn, test } from './test.ts';
import { fieldsInAddress, fieldsNotKept, typedFields } from './typed-fields.ts';

const login = 'administrator@demo.example';
/** Each test has its own demo, because the fields of a record depend on how other tests have changed the record. */
const ownDemo = { args: ['--demo'], environment: { HUMAN_VERIFICATION: 'off' } };

/** A page, or a panel, dialog or form that a page opens. */
type FormState = {
  at: string;
  name: string;
  open: (page: Page) => Promise<void>;
  /**
   * Whether the test opens the panel, dialog or form again after it has loaded the page again. By default, the test does so if opening did
   * not change the address of the page.
   */
  isReopened?: boolean;
};

const createPageState = (at: string): FormState => ({ at, name: at, open: async () => {} });
const createFormState = (form: FormRoute): FormState => ({
  at: form.path,
  name: describeForm(form),
  open: async (page) => form.openForm?.(page),
  isReopened: form.isReopened ?? false,
});

/** The form for a new link on the pages that ask for the code of an e-mail. */
const newLinkStates = ['/password/reset', '/activation'].map((at): FormState => ({
  at,
  name: `${at}: new link`,
  open: (page) => page.getByText('No e-mail with a code?').click(),
}));
const visitorStates = [...(pageAddresses['nobody'] ?? []).map(createPageState), ...newLinkStates];
/**
 * The form for an add-on inside the form for a tool. The imported lists of forms do not contain the form for an add-on,
 * because it is inside another form.
 */
const addOnOfTool: FormState = {
  at: '/admin/tools?add=true',
  name: '/admin/tools?add=true: add-on',
  open: pressButton('Add add-on'),
  isReopened: false,
};

/** If a form has the same name as a page or a panel, the map contains only the form. */
const administratorStates = [
  ...new Map<string, FormState>(
    [
      ...(pageAddresses['administrator'] ?? []).map(createPageState),
      ...openStates.map(({ at, name, openPanel }): FormState => ({ at, name: `${at}: ${name}`, open: openPanel })),
      ...[...administratorForms, ...userForms, ...companyForms, ...recordForms, ...refusalForms, ...accountForms].map(
        createFormState,
      ),
      addOnOfTool,
    ].map((state) => [state.name, state]),
  ).values(),
];

const typeSelectors = ['text', 'email', 'tel', 'number', 'url', 'password'].map((type) => `[type="${type}"]`);
const textFieldSelector = `:is(input:is(:not([type]), ${typeSelectors.join()}), textarea):not([role="combobox"], [readonly], :disabled)`;

/** Locates the text fields that are enabled, except the fields whose text chooses an option of a list. */
const locateTextFields = (page: Page): Locator =>
  page
    .locator(`html:not(:has(dialog:modal)) ${textFieldSelector}, dialog:modal ${textFieldSelector}`)
    .filter({ visible: true });

type TextField = { index: number; label: string; type: string; text: string };

/**
 * Returns the text fields that belong to a form, with their labels and their current text. Search fields, whose text is
 * in the address, are left out.
 */
async function readTextFields(page: Page): Promise<TextField[]> {
  const fields = await locateTextFields(page).evaluateAll((elements) =>
    elements.map((element, index) => {
      if (!(element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement))
        throw new Error('A field for text is an input or a text area.');
      const label = element.labels?.[0]?.innerText ?? element.ariaLabel ?? '';
      return { index, label: label.replaceAll(/\s+/g, ' ').trim(), type: element.type, text: element.value };
    }),
  );
  return fields.filter(({ label }) => fieldsInAddress[label] === undefined);
}

/**
 * Waits until the page shows the fields that `typedFields` lists for this state. With `fieldCount`, only that number of fields is compared,
 * from the first field on.
 */
const expectFields = ({ name }: FormState, page: Page, fieldCount?: number): Promise<void> =>
  expect
    .poll(async () => (await readTextFields(page)).slice(0, fieldCount).map(({ label }) => label), {
      message: `the fields of ${name}`,
    })
    .toEqual(typedFields[name] ?? []);

type FilledState = { state: FormState; page: Page; address: string; fields: readonly TextField[]; isReopened: boolean };

/** Opens a page, panel, dialog or form, and types a text into each of its fields. */
async function fillState(page: Page, portalUrl: string, state: FormState): Promise<FilledState> {
  // Accept the dialog in which the browser asks whether to leave a page with unsaved changes.
  page.on('dialog', (dialog) => void dialog.accept());
  await openPage(page, `${portalUrl}${state.at}`);
  // A part of the page that is loaded late could add a field that `typedFields` does not list.
  await page.waitForLoadState('networkidle');
  await state.open(page);
  await expectFields(state, page);
  for (const field of await readTextFields(page)) await locateTextFields(page).nth(field.index).fill(inventText(field));
  await expectFields(state, page);
  const address = page.url();
  const hasAddressChanged = address !== `${portalUrl}${state.at}`;
  const fields = await readTextFields(page);
  return { state, page, address, fields, isReopened: state.isReopened ?? !hasAddressChanged };
}

/** Returns a text that the field accepts. */
function inventText({ label, type }: TextField): string {
  if (type === 'number') return '7';
  if (/ day$| date$/.test(label)) return '2027-03-12';
  return type === 'email' ? 'draft@example.com' : 'A draft';
}

/**
 * Expects that the fields contain the typed texts after the page was loaded again, except the texts that the portal
 * never stores.
 */
async function expectTexts({ state, page, address, fields, isReopened }: FilledState): Promise<void> {
  await expect(page, state.name).toHaveURL(address);
  if (isReopened) await state.open(page);
  // Below the filled fields, the page may show more fields, such as the comment of a help request for a text that is no code.
  await expectFields(state, page, fields.length);
  for (const { index, label, type, text } of fields) {
    const fieldName = `${state.name}: ${label}`;
    const isKept = type !== 'password' && fieldsNotKept[fieldName] === undefined;
    await expect.soft(locateTextFields(page).nth(index), fieldName).toHaveValue(isKept ? text : '');
  }
}

const statesPerTest = 12;
const splitStates = (states: readonly FormState[]) =>
  Array.from({ length: Math.ceil(states.length / statesPerTest) }, (_, index) =>
    states.slice(index * statesPerTest, (index + 1) * statesPerTest),
  );

for (const [index, states] of splitStates(visitorStates).entries()) {
  test(`text that a visitor types is offered again after a reload: part ${index + 1}`, async ({
    page,
    startOwnPortal,
  }) => {
    const { address } = await startOwnPortal(ownDemo);
    for (const state of states)
      await test.step(state.name, async () => {
        const tab = await page.context().newPage();
        const filledState = await fillState(tab, address, state);
        if (filledState.fields.length > 0) {
          await reloadPage(tab);
          await expectTexts(filledState);
        }
        await tab.close();
      });
  });
}

for (const [index, states] of splitStates(administratorStates).entries()) {
  test(`text that an administrator types is offered again after a reload, and after the session has ended: part ${index + 1}`, async ({
    page,
    startOwnPortal,
    consoleErrors,
  }) => {
    const portal = await startOwnPortal(ownDemo);
    await openSignedIn(page, portal.address, login);
    const token = String(await page.evaluate(() => localStorage.getItem('token')));
    const filledStates: FilledState[] = [];
    for (const state of states) {
      const filledState = await fillState(await page.context().newPage(), portal.address, state);
      if (filledState.fields.length > 0) filledStates.push(filledState);
      else await filledState.page.close();
    }
    for (const filledState of filledStates) {
      await reloadPage(filledState.page);
      await expectTexts(filledState);
    }

    await createCaller(portal)('POST /auth/sign-out', { token });
    // The session has ended on the server, which refuses the next call. The page then ends the session in all tabs.
    await reloadPage(page);
    for (const { page: tab, state } of filledStates)
      await expect(tab.getByRole('heading', { level: 1, name: 'Sign in' }), state.name).toBeVisible();
    await signIn(page, login);
    for (const filledState of filledStates) await expectTexts(filledState);
    for (const { page: tab } of filledStates) await tab.close();
    // The console of the browser contains an error for the call that the server refused.
    for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/status of 401/);
  });
}

test('the list `typedFields` names only forms that the tests open, and the list `fieldsNotKept` names only fields of these forms', () => {
  const stateNames = new Set([...visitorStates, ...administratorStates].map(({ name }) => name));
  expect(Object.keys(typedFields).filter((name) => !stateNames.has(name))).toEqual([]);
  const fieldNames = Object.entries(typedFields).flatMap(([name, labels]) =>
    labels.map((label) => `${name}: ${label}`),
  );
  expect(Object.keys(fieldsNotKept).filter((name) => !fieldNames.includes(name))).toEqual([]);
});
