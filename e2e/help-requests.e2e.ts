import type { Page } from '@playwright/test';
import { expect, openPage, openSignedIn, test } from './test.ts';
import { createTool } from './tool.ts';

type Tool = Awaited<ReturnType<typeof createTool>>;

const refusalText = /All 2 PCs that you can license are in use/;

/**
 * Enters the code of a new PC and issues its licence. Returns true if the portal refuses the licence because all PCs that the customer can
 * license are in use.
 */
async function issueOrSeeRefusal(page: Page, portal: string, tool: Tool): Promise<boolean> {
  const { out } = await tool.run(['code', '--plain']);
  await openPage(page, `${portal}/license/verify`);
  await page.getByLabel('Verification code').fill(out);
  // The button is disabled until the portal has answered.
  const issueButton = page.getByRole('button', { name: 'Issue licence', disabled: false });
  const refusalAlert = page.getByRole('alert').filter({ hasText: 'Both your seats are taken' });
  await expect(refusalAlert.or(issueButton)).toBeVisible();
  if (await refusalAlert.isVisible()) return true;
  await issueButton.click();
  await expect(page.getByText(/^Licensed until/)).toBeVisible();
  return false;
}

/** Issues licences for new PCs until the portal refuses a PC. The page then shows this refusal. */
async function useAllSeats(page: Page, portal: string, name: string): Promise<{ tool: Tool; pc: string }> {
  for (const letter of ['A', 'B', 'C']) {
    const pc = `${name}-${letter}`;
    const tool = await createTool(pc, portal);
    if (await issueOrSeeRefusal(page, portal, tool)) return { tool, pc };
    await tool.remove();
  }
  throw new Error('No PC was refused.');
}

test('a customer whose PCs are all in use asks for help and gets a licence with the answer', async ({
  page,
  openAs,
  demo,
  mailbox,
}) => {
  const login = 'oem@demo.example';
  await openSignedIn(page, `${demo.address}/license/verify`, login);
  const { tool, pc } = await useAllSeats(page, demo.address, 'STUCK');
  await page.getByText('Ask Simon Aasen for another seat', { exact: true }).click();
  await page.getByRole('textbox', { name: /^Comment/ }).fill('A third PC was agreed upon.');
  await page.getByRole('button', { name: 'Send to Simon Aasen' }).click();
  await expect(page.getByText('Help request sent to Simon Aasen').last()).toBeVisible();

  const notification = await mailbox.newest('salesman@demo.example', `PC: ${pc}`);
  expect(notification.text).toMatch(refusalText);
  expect(notification.text).toContain('> A third PC was agreed upon.');
  const salesman = await openAs(notification.link, 'salesman@demo.example');
  const panel = salesman.getByRole('dialog', { name: 'Oskar Malm' });
  await expect(panel).toContainText('A third PC was agreed upon.');
  await expect(panel).toContainText(pc);
  await panel.getByRole('button', { name: 'Issue with an exception' }).click();
  await expect(panel.getByText('Reason is required.')).toBeVisible();
  await panel.getByLabel('Reason').fill('By contract');
  await panel.getByRole('textbox', { name: /^Message/ }).fill('There you are.');
  await panel.getByRole('button', { name: 'Issue with an exception' }).click();
  await expect(salesman.getByText('Answer sent to Oskar Malm')).toBeVisible();

  const answerMail = await mailbox.newest(login, `Answer to your help request about ${pc}`);
  expect(answerMail.text).toContain('Simon Aasen has answered');
  const licenceCode = /BL-[0-9A-Z-]+/.exec(answerMail.text)?.[0] ?? '';
  expect((await tool.run(['install', '-'], licenceCode)).exitCode).toBe(0);
  expect((await tool.run(['status'])).exitCode).toBe(0);

  await openPage(page, `${demo.address}/account`);
  const ownRequests = page.getByRole('main');
  await expect(ownRequests).toContainText('There you are.');
  await expect(ownRequests.getByText('Licence issued').first()).toBeVisible();
  await openPage(page, `${demo.address}/pcs/licences`);
  await page.getByRole('button', { name: `More for the licence of ${pc}` }).click();
  await page.getByRole('button', { name: `Send again licence of ${pc}` }).click();
  await mailbox.newest(login, `Your licence for Basics on ${pc}`);
  // While an e-mail is being sent, the page asks for its state every five seconds.
  const sentStatus = page.getByRole('row').filter({ hasText: pc }).getByText('Sent by e-mail');
  await expect(sentStatus).toBeVisible();
  await tool.remove();
});
