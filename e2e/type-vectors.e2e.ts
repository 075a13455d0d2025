import type { Page } from '@playwright/test';
import { removeWhiteSpace, readPageText, watchScripts } from './no-script-runs.ts';
import { createCaller, readId, listItems, createToken } from './portal-api.ts';
import { findVector, joinVectors } from './script-vectors.ts';
import { expect, openPage, reloadPage, signIn, test, expectHome } from './test.ts';

/** Expects all the given texts on the page, and no element that the portal does not create. */
const expectTextsShown = (page: Page, ...texts: string[]): Promise<void> =>
  expect
    .poll(async () => {
      const pageText = await readPageText(page, page.url());
      return texts.filter((text) => !pageText.includes(removeWhiteSpace(text)));
    })
    .toEqual([]);

/** These tests run in a narrow window, which shows lists as cards. script-vectors.e2e.ts tests wide windows. */
const phoneTag = { tag: '@phone' };

test(
  'script vectors typed into the forms are shown as text (T017)',
  phoneTag,
  async ({ browser, mailbox, startOwnPortal }) => {
    const portal = await startOwnPortal({
      args: ['--demo'],
      environment: { SMTP_URL: mailbox.url, HUMAN_VERIFICATION: 'off' },
    });
    const call = createCaller(portal);
    const token = await createToken(call, 'administrator@demo.example');
    const [script, image, svg, quote] = [findVector(0), findVector(9), findVector(36), findVector(18)];
    const context = await browser.newContext();
    const { ranScripts } = await watchScripts(context);
    const page = await context.newPage();
    const openPath = (path: string) => openPage(page, portal.address + path);
    const pressButton = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const step = (name: string, body: () => Promise<void>): Promise<void> =>
      test.step(name, async () => {
        await body();
        expect(ranScripts, name).toEqual([]);
      });

    await step('ask for an account', async () => {
      const applicant = {
        login: 'typed@applicant.example',
        firstName: script,
        lastName: image,
        reason: joinVectors(0, 12),
      };
      await openPath('/register');
      await page.getByLabel('Login/Email', { exact: true }).fill(applicant.login);
      await page.getByLabel('Repeat Login/Email').fill(applicant.login);
      await page.getByLabel('First name').fill(script);
      await page.getByLabel('Last name').fill(image);
      await page.getByLabel('Phone').fill(quote);
      await page.getByLabel('Company').fill(svg);
      await page.getByRole('combobox', { name: 'Country' }).fill('Norw');
      await page.getByRole('combobox', { name: 'Country' }).press('Tab');
      await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('Norway');
      await page.getByLabel('Brand').selectOption('Basics Blue');
      await page.getByLabel('Tool').selectOption('Basics');
      await page.getByLabel('Reason').fill(applicant.reason);
      await page.getByRole('group', { name: 'Can receive mail' }).getByLabel('Yes').check();
      await pressButton('Send request');
      await expect(page.getByRole('heading', { level: 1, name: 'Check your e-mail' })).toBeVisible();
      await openPage(page, (await mailbox.newest(applicant.login, 'confirm')).link);
      await pressButton('Confirm address');
      await expect(page.getByRole('heading', { level: 1, name: /is confirmed/ })).toBeVisible();
      await readPageText(page, 'confirmed');
    });

    await step('sign in, and a forgotten password', async () => {
      await openPath('/sign-in');
      await signIn(page, script, image);
      await expect(page.getByText(/login or password is wrong/)).toBeVisible();
      await expectTextsShown(page, script);
      await openPath('/password/forgot');
      await page.getByLabel('E-mail').fill(image);
      await pressButton('Send link');
      await expectTextsShown(page, image, 'Invalid Email format.');
      await openPath('/');
      await signIn(page, 'administrator@demo.example');
      await expectHome(page);
    });

    await step('search, and reject', async () => {
      await openPath('/requests');
      await page.getByLabel('Search requests').fill(script);
      await expect(page.getByText('1 request', { exact: true })).toBeAttached();
      await page.getByRole('link', { name: `${script} ${image}` }).click();
      await expectTextsShown(page, script, image, quote, svg, joinVectors(0, 12));
      await pressButton('Reject');
      await page.getByLabel('Reason for the rejection').fill(joinVectors(12, 6));
      await pressButton('Reject request');
      await expect(page.getByText(`${script} ${image} was rejected`)).toBeVisible();
      await openPath('/requests?status=rejected');
      await page.getByRole('link', { name: `${script} ${image}` }).click();
      await expectTextsShown(page, joinVectors(12, 6));
    });

    await step('create, edit and suspend a user', async () => {
      await openPath('/users/create');
      await page.getByLabel('Login/Email', { exact: true }).fill('typed@vector.example');
      await page.getByLabel('Repeat Login/Email').fill('typed@vector.example');
      await page.getByLabel('First name').fill(image);
      await page.getByLabel('Last name').fill(svg);
      await page.getByText('More', { exact: true }).click();
      await page.getByLabel('Company').fill(quote);
      await page.getByLabel('Profile', { exact: true }).selectOption('Small customer');
      await page.getByLabel('Brand', { exact: true }).first().selectOption('Basics Blue');
      await page.getByLabel('Country', { exact: true }).fill('Norway');
      await page.getByRole('radio', { name: 'Yes' }).check();
      await pressButton('Create user');
      await expect(page.getByText(`${image} ${svg} was created`)).toBeVisible();
      const matchingUsers = listItems(
        await call('POST /user/search', { token, body: { keyword: 'typed@vector.example' } }),
      );
      await openPath(`/users/${readId(matchingUsers[0], 'userId')}/edit`);
      await page.getByLabel('Phone').fill(findVector(44));
      await pressButton('Save changes');
      await expect(page.getByText('Changes saved')).toBeVisible();
      await expectTextsShown(page, image, svg, quote, findVector(44));
      const activeUsers = await call('POST /user/search', { token, body: { status: 'active', keyword: 'workshop' } });
      const otherUser = listItems(activeUsers).find(({ login }) => !String(login).endsWith('@demo.example'));
      await openPath(`/users/${readId(otherUser, 'userId')}/edit`);
      await pressButton('Account actions');
      await pressButton('Suspend user');
      await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByLabel('Reason').fill(joinVectors(18, 6));
      await page
        .getByRole('alertdialog')
        .or(page.getByRole('dialog'))
        .getByRole('button', { name: 'Suspend user' })
        .click();
      await expect(page.getByText(/was suspended/)).toBeVisible();
      await reloadPage(page);
      await expectTextsShown(page, joinVectors(18, 6));
    });

    await step('a release note, a legal text and a brand', async () => {
      await openPath('/admin/release-notes/create');
      await page.getByLabel('Title').fill(script);
      await page.getByLabel('Version').fill(image);
      await page.getByLabel('Description').fill(joinVectors(0, 60));
      await expectTextsShown(page, svg, findVector(5), findVector(51));
      await page.getByLabel('Published').check();
      await pressButton('Save');
      await expect(page.getByRole('heading', { level: 1, name: script })).toBeVisible();
      await expectTextsShown(page, image, svg);
      await openPath('/admin/brands/red/legal/terms');
      await page.getByLabel('Text (optional)').fill(joinVectors(0, 60));
      await pressButton('Save');
      await expect(page.getByText('Saved. The new text is live.')).toBeVisible();
      await expectTextsShown(page, svg, findVector(5));
      await openPath('/admin/brands/red');
      await page.getByLabel('Name', { exact: true }).fill(script);
      await page.getByLabel('Legal entity', { exact: true }).fill(image);
      await pressButton('Save');
      await expect(page.getByText(/^Saved\./)).toBeVisible();
      await pressButton('Replace the logo');
      const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><script>alert(1)</script><path d="M0 0h9v9z"/></svg>`;
      await page.getByLabel('Or paste SVG code').fill(logo);
      await pressButton('Replace logo');
      await expectTextsShown(page, script);
    });

    await step('a tool, and a file to import', async () => {
      await openPath('/admin/tools?add=true');
      const addDialog = page.getByRole('dialog', { name: 'Add tool' });
      await addDialog.getByLabel('ID', { exact: true }).fill('typed');
      await addDialog.getByLabel('Number in codes').fill('4000');
      await addDialog.getByLabel('Name').fill(image);
      await addDialog.getByRole('radio', { name: 'Up to a version' }).check();
      await addDialog.getByLabel('Newest version').fill('4');
      await addDialog.getByRole('button', { name: 'Add tool' }).click();
      await expect(addDialog).toHaveCount(0);
      await expectTextsShown(page, image);
      await openPath('/admin/import');
      const csv = `login,firstName,country\n"${script}","${image}","${svg}"`;
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name: 'x<img src=x onerror=alert(1)>.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(csv),
        });
      await expect(page.getByText(/Preview of x<img /)).toBeVisible();
      await readPageText(page, 'import');
    });

    await step('codes, licences and help requests', async () => {
      await openPath('/license/verify');
      await page.getByLabel('Verification code').fill(script);
      await pressButton('Check code');
      await expectTextsShown(page, script);
      await openPath('/license/many');
      await page.getByLabel('Verification codes').fill(`BV-${image}`);
      await pressButton('Check codes');
      await readPageText(page, 'many');
      await openPath('/licence-checker');
      await page.getByLabel(/^Licence code/).fill(joinVectors(0, 20));
      await pressButton('Check licence');
      await readPageText(page, 'checker');
      const activeLicences = listItems(await call('POST /license/search', { token, body: { status: 'Active' } }));
      await openPath(`/licenses?license=${readId(activeLicences[0], 'licenseId')}`);
      await pressButton('Revoke');
      await page.getByLabel('Reason').fill(joinVectors(24, 6));
      await pressButton('Revoke licence');
      await expectTextsShown(page, joinVectors(24, 6));
      const askerToken = await createToken(call, 'designeroffice@demo.example');
      const { userId } = await call('GET /user', { token: askerToken });
      const body = { verificationCode: script, comment: joinVectors(30, 6) };
      const helpRequest = await call(`POST /user/${String(userId)}/help-request`, { token: askerToken, body });
      await openPath(`/help-requests?request=${readId(helpRequest, 'helpRequestId')}`);
      await expectTextsShown(page, joinVectors(30, 6));
      await pressButton('Send reply');
      await page.getByRole('textbox', { name: /^Message/ }).fill(joinVectors(36, 6));
      await pressButton('Send reply');
      await expect(page.getByText(/Answer sent to/)).toBeVisible();
      await openPath(`/help-requests?state=replied&request=${readId(helpRequest, 'helpRequestId')}`);
      await expectTextsShown(page, joinVectors(36, 6));
    });
    await context.close();
    await portal.stop();
  },
);
