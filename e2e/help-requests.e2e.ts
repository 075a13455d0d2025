import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './test.ts';
import { toolOn } from './tool.ts';

type Tool = Awaited<ReturnType<typeof toolOn>>;

const refusal = /All 2 PCs that you can license are in use/;

/** Reads the code of a new PC back; whether it is refused because all places are taken. */
async function isRefused(page: Page, portal: string, tool: Tool): Promise<boolean> {
  const { out } = await tool.run(['code', '--plain']);
  await page.goto(`${portal}/license/verify`);
  await page.getByLabel('Verification code').fill(out);
  // While the portal is being asked the button is there too, and takes no press.
  const issue = page.getByRole('button', { name: 'Issue licence', disabled: false });
  const refused = page.getByRole('alert').filter({ hasText: refusal });
  await expect(refused.or(issue)).toBeVisible();
  if (await refused.isVisible()) return true;
  await issue.click();
  await expect(page.getByRole('heading', { name: /is ready/ })).toBeVisible();
  return false;
}

/** A PC for which there is no place any more, its code read back on the page. */
async function fillAllPlaces(page: Page, portal: string, name: string): Promise<{ tool: Tool; pc: string }> {
  for (const letter of ['A', 'B', 'C']) {
    const pc = `${name}-${letter}`;
    const tool = await toolOn(pc, portal);
    if (await isRefused(page, portal, tool)) return { tool, pc };
    await tool.remove();
  }
  throw new Error('there is always a place left');
}

test('who is stuck asks by one press, and gets his licence by the answer', async ({ page, person, demo, mailbox }, {
  project,
}) => {
  const login = 'oem@demo.example';
  await page.goto(`${demo.address}/license/verify`);
  await signIn(page, login);
  await expect(page.getByRole('heading', { level: 1, name: 'Get a licence' })).toBeVisible();
  const { tool, pc } = await fillAllPlaces(page, demo.address, `STUCK-${project.name.toUpperCase()}`);
  await page.getByRole('textbox', { name: /^Comment/ }).fill('A third PC was agreed upon.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ask Simon Aasen for help' }).click();
  await expect(page.getByText('Help request sent to Simon Aasen').last()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your help requests' })).toContainText(pc);
  await expectAccessible(page);

  const told = await mailbox.newest('salesman@demo.example', `PC: ${pc}`);
  expect(told.text).toMatch(refusal);
  expect(told.text).toContain('> A third PC was agreed upon.');
  const salesman = await person(told.link, 'salesman@demo.example');
  const panel = salesman.getByRole('dialog', { name: 'Oskar Malm' });
  await expect(panel).toContainText('A third PC was agreed upon.');
  await expect(panel).toContainText(pc);
  await expectAccessible(salesman);
  await panel.getByRole('button', { name: 'Issue licence' }).click();
  await expect(panel.getByText('Reason is required.')).toBeVisible();
  await panel.getByLabel('Reason').fill('By contract');
  await panel.getByRole('textbox', { name: /^Words/ }).fill('There you are.');
  await panel.getByRole('button', { name: 'Issue licence' }).click();
  await expect(salesman.getByText('Answer sent to Oskar Malm')).toBeVisible();

  const answer = await mailbox.newest(login, `Answer to your help request about ${pc}`);
  expect(answer.text).toContain('Simon Aasen has answered');
  const code = /BL-[0-9A-Z-]+/.exec(answer.text)?.[0] ?? '';
  expect((await tool.run(['install', '-'], code)).exitCode).toBe(0);
  expect((await tool.run(['status'])).exitCode).toBe(0);

  await page.goto(`${demo.address}/account`);
  const own = page.getByRole('region', { name: 'Your help requests' });
  await expect(own).toContainText('There you are.');
  await expect(own.getByText('Licence issued').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Send again licence of ${pc}` }).click();
  await mailbox.newest(login, `Your licence for Basics on ${pc}`);
  // The page asks every five seconds how a mail stands that is on its way.
  const sent = page.getByRole('row').filter({ hasText: pc }).getByText('Sent by e-mail');
  await expect(sent).toBeVisible({ timeout: 30_000 });
  await tool.remove();
});
