import { registration } from '@basics/contract/registration.ts';
import { session } from '@basics/contract/session.ts';
import { words } from '@basics/contract/words.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerHumanCheck, humanAnswer } from '#portal/testing/human-check.ts';
import { setup, createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';

const blue = { id: 'blue', name: 'Basics Blue' };
const red = { id: 'red', name: 'Basics Red' };
const basics = { id: 'basics', name: 'Basics', brands: [blue, red], configTools: [] };
const planner = { id: 'planner', name: 'Planner', brands: [blue], configTools: [] };
const countries = [
  { code: 'DE', name: 'Germany', continent: 'Europe' },
  { code: 'GE', name: 'Georgia', continent: 'Asia' },
  { code: 'CI', name: "Côte d'Ivoire", continent: 'Africa' },
];

function answers(server: FakeServer): void {
  answerHumanCheck(server);
  server.answer(registration.countries, () => ({ items: countries }));
  server.answer(registration.configTool, () => ({ tools: [basics, planner] }));
  server.answer(registration.register, () => received);
}

const open = (more: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at: '/register',
    answers: (server) => {
      answers(server);
      more(server);
    },
  });

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const login = field('Login/Email');
const email = field('Repeat Login/Email');
const country = page.getByRole('combobox', { name: 'Country' });
const brand = page.getByRole('combobox', { name: 'Brand' });
const tool = page.getByRole('combobox', { name: 'Tool' });
const send = page.getByRole('button', { name: 'Send request' });
const received = { received: true } as const;
const heading = page.getByRole('heading', { level: 1 });

async function fillIn(): Promise<void> {
  await login.fill('ada@office.example');
  await email.fill('Ada@office.example ');
  await field('First name').fill('Ada');
  await field('Last name').fill('Lovelace');
  await country.fill('Germany');
  await tool.selectOptions('basics');
  await field('Reason').fill('We plan conveyors.');
  await page.getByRole('radio', { name: 'No' }).click();
}

test('the sign-in page links to the form, and the form links back', async () => {
  const { address } = await openPortal({ at: '/sign-in', answers });
  await page.getByRole('link', { name: 'Request one' }).click();
  await expect.poll(address).toBe('/register');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(address).toBe('/sign-in');
});

test('the form sends a request with all its fields and shows the next steps', async () => {
  const { server } = await open();
  await fillIn();
  await field('Company (optional)').fill('Analytical Engines');
  await field('Phone (optional)').fill('+49 30 1234');
  await field('Comment (optional)').fill('Thank you');
  await send.click();
  await expect.element(heading).toHaveTextContent('Check your e-mail');
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByText('We have sent an e-mail to ada@office.example.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'What happens next' })).toBeVisible();
  await expectAccessible();
  expect(server.requests(registration.register).map(({ body }) => body)).toEqual([
    {
      login: 'ada@office.example',
      email: 'Ada@office.example',
      firstName: 'Ada',
      lastName: 'Lovelace',
      phone: '+49 30 1234',
      company: 'Analytical Engines',
      country: 'DE',
      brand: 'blue',
      tool: 'basics',
      reason: 'We plan conveyors.',
      comment: 'Thank you',
      canReceiveMail: false,
      humanVerification: humanAnswer,
    },
  ]);
});

test('a mistyped address can be corrected without entering the other fields again', async () => {
  await open();
  await fillIn();
  await send.click();
  await page.getByRole('button', { name: 'Correct address' }).click();
  await expect.element(login).toHaveValue('');
  await expect.element(field('Reason')).toHaveValue('We plan conveyors.');
  await expect.element(country).toHaveValue('Germany');
  await expect.element(tool).toHaveValue('basics');
  await expect.element(page.getByRole('radio', { name: 'No' })).toBeChecked();
});

test('an empty form shows all missing fields at the fields and above them, with links', async () => {
  const { server } = await open();
  await brand.selectOptions('');
  await send.click();
  const missing = [
    words.login,
    words.email,
    words.firstName,
    words.lastName,
    words.country,
    words.brand,
    words.tool,
    words.reason,
    words.canReceiveMail,
  ];
  const summary = page.getByRole('alert').filter({ hasText: '9 fields have errors' });
  for (const each of missing) {
    await expect.element(summary.getByRole('button', { name: each })).toBeVisible();
    expect(page.getByText(each, { exact: true }).elements().length).toBeGreaterThanOrEqual(2);
  }
  await expect.element(login).toHaveFocus();
  await expectAccessible();
  await summary.getByRole('button', { name: words.reason }).click();
  await expect.element(field('Reason')).toHaveFocus();
  await summary.getByRole('button', { name: words.canReceiveMail }).click();
  await expect.element(page.getByRole('radio', { name: 'Yes' })).toHaveFocus();
  expect(server.requests(registration.register)).toEqual([]);
});

test("different addresses show the error when the user leaves the second field: Login/Email's must match.", async () => {
  await open();
  await login.fill('ada@office.example');
  await email.fill('ada@ofice.example');
  await userEvent.tab();
  await expect.element(page.getByText(words.emailsMatch)).toBeVisible();
  await email.fill('ada@office.example');
  await userEvent.tab();
  await expect.element(page.getByText(words.emailsMatch)).not.toBeInTheDocument();
});

test('an invalid address shows an error when the user leaves the field', async () => {
  await open();
  await login.fill('ada');
  await userEvent.tab();
  await expect.element(page.getByText(words.emailFormat)).toBeVisible();
});

test('the address can be pasted into both fields', async () => {
  await open();
  await login.fill('ada@office.example');
  await userEvent.tripleClick(login);
  await userEvent.copy();
  await email.click();
  await userEvent.paste();
  await expect.element(email).toHaveValue('ada@office.example');
});

test.each([
  ['germ', 'Germany'],
  ['GERMANY', 'Germany'],
  ['ivoire', "Côte d'Ivoire"],
  ['cote d', "Côte d'Ivoire"],
])('the country %j is completed on leaving: %s', async (typed, name) => {
  await open();
  await country.fill(typed);
  await userEvent.tab();
  await expect.element(country).toHaveValue(name);
});

test('a demo shows where its e-mails are', async () => {
  await openPortal({ at: '/register', setup: { ...setup, demo: true }, answers });
  await fillIn();
  await send.click();
  await expect.element(page.getByText(/sign in as administrator/)).toBeVisible();
});

test('the first missing field gets the focus, and an incomplete country shows no error', async () => {
  const { server } = await open();
  await fillIn();
  await country.clear();
  await tool.selectOptions('');
  await field('Reason').clear();
  await send.click();
  await expect.element(country).toHaveFocus();
  await expect.element(country).toHaveAccessibleDescription(new RegExp(words.country));
  await country.fill('ge');
  await expect.element(country).not.toHaveAccessibleDescription(new RegExp(words.country));
  await userEvent.keyboard('{Enter}');
  await expect.element(country).toHaveAccessibleDescription(/No country has this name/);
  await country.fill('germ');
  await userEvent.keyboard('{Enter}');
  await expect.element(country).toHaveValue('Germany');
  await expect.element(tool).toHaveFocus();
  expect(server.requests(registration.register)).toEqual([]);
});

test.each(['ge', 'Atlantis'])(
  'the country %j is unknown or ambiguous, so the form asks for a choice',
  async (typed) => {
    await open();
    await country.fill(typed);
    await userEvent.tab();
    await expect.element(page.getByText(/No country has this name/)).toBeVisible();
    await send.click();
    await expect.element(page.getByText(words.firstName).first()).toBeVisible();
  },
);

test('a tool that the other brand does not offer is removed with a message', async () => {
  await open((server) =>
    server.answer(registration.configTool, () => ({
      tools: [basics, planner, { id: 'sizer', name: 'Sizer', brands: [red], configTools: [] }],
    })),
  );
  await tool.selectOptions('planner');
  await brand.selectOptions('red');
  await expect.element(page.getByText('Planner is not available for Basics Red. Choose another tool.')).toBeVisible();
  await expect.element(tool).toHaveValue('');
  await tool.selectOptions('sizer');
  await expect.element(page.getByText(/is not available/)).not.toBeInTheDocument();
});

test('the only tool of a brand is selected, and a tool that both brands offer stays selected', async () => {
  await open();
  await expect.element(tool).toHaveValue('');
  await brand.selectOptions('red');
  await expect.element(tool).toHaveValue('basics');
  await brand.selectOptions('blue');
  await expect.element(tool).toHaveValue('basics');
});

test('the tools are loaded for each complete address, not for each letter', async () => {
  const { server } = await open();
  await login.fill('ada@office.example');
  await userEvent.tab();
  await expect
    .poll(() => server.requests(registration.configTool).map(({ query }) => query.userEmail))
    .toEqual(['', 'ada@office.example']);
});

test.each([
  [registration.countries, 'Failed to fetch Countries'],
  [registration.configTool, 'Failed to fetch Tools and Brands'],
])('lists that cannot be had are named, and asked for again: %#', async (endpoint, name) => {
  const { server } = await open((fake) => fake.answer(endpoint, () => createRefusal('INTERNAL')));
  await expect.element(page.getByRole('alert').getByText(name)).toBeVisible();
  answers(server);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(name)).not.toBeInTheDocument();
});

test('errors of the server are shown at their fields', async () => {
  await open((server) =>
    server.answer(registration.register, () => createRefusal('INVALID', { fields: { country: words.notAllowed } })),
  );
  await fillIn();
  await send.click();
  await expect.element(page.getByText(words.notAllowed)).toBeVisible();
  await expect.element(country).toHaveFocus();
});

test('a request that cannot be sent keeps all entered values', async () => {
  await open((server) => server.loseConnection(registration.register));
  await fillIn();
  await send.click();
  await expect.element(page.getByRole('alert').getByText('Your request could not be sent')).toBeVisible();
  await expect.element(field('First name')).toHaveValue('Ada');
});

test('a signed-in user can open the form, which then has no link to sign in', async () => {
  await openPortal({ at: '/register', user: createUser('Salesman'), answers });
  await expect.element(send).toBeVisible();
  expect(page.getByText('Already have an account?').elements()).toEqual([]);
});

test('the form can be filled in and sent by keyboard', async () => {
  const { server } = await open();
  await expect.element(country).toBeEnabled();
  await login.click();
  await userEvent.keyboard(
    'ada@office.example{Tab}ada@office.example{Tab}Ada{Tab}Lovelace{Tab}{Tab}{Tab}germ{Tab}{Tab}B',
  );
  await expect.element(tool).toHaveFocus();
  await userEvent.keyboard('{Tab}We plan.{Tab}{Tab} {Tab}{Enter}');
  await expect.element(heading).toHaveTextContent('Check your e-mail');
  expect(server.requests(registration.register)[0]?.body).toMatchObject({
    country: 'DE',
    tool: 'basics',
    canReceiveMail: true,
  });
});

test.each([
  [320, 'product', 'light'],
  [390, 'partner', 'dark'],
  [1280, 'partner', 'light'],
])('at %i px in %s, %s, it is accessible and nothing overflows', async (width, look, theme) => {
  await page.viewport(width, 800);
  document.documentElement.dataset['theme'] = theme;
  await open();
  document.documentElement.dataset['brand'] = look;
  await expect.element(country).toBeEnabled();
  await send.click();
  await expect.element(page.getByText(words.canReceiveMail).first()).toBeVisible();
  await expectAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('the form reports a human visitor to the server from the first focus', async () => {
  const { server } = await open();
  await expect.element(country).toBeEnabled();
  expect(server.requests(session.humanVerification)).toEqual([]);
  await login.click();
  await expect.element(page.getByText('Check complete. You are a person.')).toBeVisible();
});
