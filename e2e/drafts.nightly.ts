import type { Locator, Page } from '@playwright/test';
import { accountForms, recordForms, userForms } from './form-dialogs.ts';
import { administratorForms, nameForm } from './form-routes.ts';
import { openStates } from './open-states.ts';
import { pageAddresses } from './page-addresses.ts';
import { createCaller } from './portal-api.ts';
import { expect, openSignedIn, signIn, test } from './test.ts';

test.describe.configure({ timeout: 1_200_000 });

const login = 'administrator@demo.example';

/** A page, or a panel, dialog or form on it. `open` opens it unless it is open. */
type State = { at: string; name: string; open: (page: Page) => Promise<void> };

/** The code of a PC that asks for a licence is short and lives for minutes: it is never stored (decision 144). */
const addressesWithoutDraft = ['/activate'];

const states: readonly State[] = [
  ...(pageAddresses['administrator'] ?? []).map((at) => ({ at, name: at, open: async () => {} })),
  ...openStates.map(({ at, name, openPanel }) => ({ at, name: `${at}: ${name}`, open: openPanel })),
  ...[...administratorForms, ...userForms, ...recordForms, ...accountForms].map((form) => ({
    at: form.path,
    name: nameForm(form),
    open: async (page: Page) => form.openForm?.(page),
  })),
].filter(({ at }) => !addressesWithoutDraft.includes(at));

/**
 * The fields for typed text. Not those for passwords and codes of the second step, which are never stored; not the search, which is in the
 * address; not fields whose text chooses an option; not the number of a page, and not the number that confirms a deletion.
 */
const locateTextFields = (page: Page): Locator =>
  page
    .locator(
      'input:is(:not([type]), [type="text"], [type="email"], [type="tel"], [type="number"], [type="url"]), textarea',
    )
    .and(
      page.locator(
        ':not([role="combobox"], [autocomplete="one-time-code"], [readonly], [disabled], [maxlength="6"][inputmode="numeric"])',
      ),
    )
    .filter({ visible: true });

type Filled = { state: State; page: Page; texts: string[] };

/** Opens a state in a tab of its own, and types a text into each of its fields. */
async function fillState(page: Page, portalUrl: string, state: State): Promise<Filled> {
  await page.goto(`${portalUrl}${state.at}`);
  await openState(page, state);
  const fields = locateTextFields(page);
  const texts: string[] = [];
  for (let index = 0; index < (await fields.count()); index += 1) {
    const field = fields.nth(index);
    await field.fill(await createText(field));
    texts.push(await field.inputValue());
  }
  return { state, page, texts };
}

async function openState(page: Page, { name, open }: State): Promise<void> {
  await expect(page.locator('h1').first(), name).toBeVisible();
  await page.waitForLoadState('networkidle');
  await open(page);
  await page.waitForLoadState('networkidle');
}

/** A text that the field accepts. */
const createText = (field: Locator): Promise<string> =>
  field.evaluate((element: HTMLInputElement | HTMLTextAreaElement) => {
    if (element.type === 'number') return '7';
    if (element.type === 'email') return 'draft@example.com';
    return element.inputMode === 'numeric' ? '2027-03-12' : 'A draft';
  });

/** Expects the typed texts after the session ended and the user signed in again. */
async function expectTexts({ state, page, texts }: Filled): Promise<void> {
  await openState(page, state);
  const fields = locateTextFields(page);
  await expect.soft(fields, state.name).toHaveCount(texts.length);
  for (const [index, text] of texts.entries())
    await expect.soft(fields.nth(index), `${state.name}, field ${index + 1}`).toHaveValue(text);
}

const tabsAtOnce = 8;
const batches = Array.from({ length: Math.ceil(states.length / tabsAtOnce) }, (_, index) =>
  states.slice(index * tabsAtOnce, (index + 1) * tabsAtOnce),
);

for (const [index, batch] of batches.entries()) {
  test(`text typed into any field is offered again after the session has ended: states ${index * tabsAtOnce + 1} and following`, async ({
    page,
    demo,
    consoleErrors,
  }) => {
    await openSignedIn(page, demo.address, login);
    const token = String(await page.evaluate(() => localStorage.getItem('token')));
    const filledStates: Filled[] = [];
    for (const state of batch) filledStates.push(await fillState(await page.context().newPage(), demo.address, state));
    const withText = filledStates.filter(({ texts }) => texts.length > 0);

    await createCaller(demo)('POST /auth/sign-out', { token });
    await page.reload();
    await signIn(page, login);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
    for (const filledState of withText) await expectTexts(filledState);
    for (const { page: tab } of filledStates) await tab.close({ runBeforeUnload: false });
    for (const consoleError of consoleErrors.splice(0)) expect(consoleError).toMatch(/status of 401/);
  });
}
