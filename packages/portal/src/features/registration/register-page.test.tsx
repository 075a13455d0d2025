import { registration } from '@basics/contract/registration/registration.ts';
import { session } from '@basics/contract/session/session.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { expect, test, describe } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { answerHumanCheck, humanAnswer } from '#portal/testing/human-check.ts';
import { setup, createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { linkCode } from '#portal/texts/link-code.ts';

const blue = { id: 'blue', name: 'Basics Blue' };
const red = { id: 'red', name: 'Basics Red' };
const basics = { id: 'basics', name: 'Basics', brands: [blue, red], configTools: [] };
const planner = { id: 'planner', name: 'Planner', brands: [blue], configTools: [] };
const countries = [
  { code: 'DE', name: 'Germany', continent: 'Europe' },
  { code: 'GE', name: 'Georgia', continent: 'Asia' },
  { code: 'CI', name: "Côte d'Ivoire", continent: 'Africa' },
];

function answerRegistration(server: FakeServer): void {
  answerHumanCheck(server);
  server.answer(registration.countries, () => ({ items: countries }));
  server.answer(registration.configTool, () => ({ tools: [basics, planner] }));
  server.answer(registration.register, () => receivedReply);
}

const openForm = (moreAnswers: (server: FakeServer) => void = () => {}) =>
  openPortal({
    at: '/register',
    prepareServer: (server) => {
      answerRegistration(server);
      moreAnswers(server);
    },
  });

const locateField = (name: string) => page.getByRole('textbox', { name, exact: true });
const loginField = locateField('Login/Email');
const emailField = locateField('Repeat Login/Email');
const countryField = page.getByRole('combobox', { name: 'Country' });
const brandField = page.getByRole('combobox', { name: 'Brand' });
const toolField = page.getByRole('combobox', { name: 'Tool' });
const sendButton = page.getByRole('button', { name: 'Send request' });
const receivedReply = { received: true } as const;
const heading = page.getByRole('heading', { level: 1 });

async function fillForm(): Promise<void> {
  await loginField.fill('ada@office.example');
  await emailField.fill('Ada@office.example ');
  await locateField('First name').fill('Ada');
  await locateField('Last name').fill('Lovelace');
  await countryField.fill('Germany');
  await toolField.selectOptions('basics');
  await locateField('Reason').fill('We plan conveyors.');
  await page.getByRole('radio', { name: 'No' }).click();
}

test('the sign-in page links to the form, and the form links back', async () => {
  const { address } = await openPortal({ at: '/sign-in', prepareServer: answerRegistration });
  await page.getByRole('link', { name: 'Request one' }).click();
  await expect.poll(address).toBe('/register');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect.poll(address).toBe('/sign-in');
});

test('the form sends a request with all its fields and shows the next steps (T146)', async () => {
  const { server } = await openForm();
  await fillForm();
  await locateField('Company (optional)').fill('Analytical Engines');
  await locateField('Phone (optional)').fill('+49 30 1234');
  await sendButton.click();
  await expect.element(heading).toHaveTextContent('Check your e-mail');
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByText('We have sent an e-mail to ada@office.example.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'What happens next' })).toBeVisible();
  await expectAccessible();
  expect(server.requests(registration.register).map(({ body }) => body)).toEqual([
    {
      login: 'ada@office.example',
      firstName: 'Ada',
      lastName: 'Lovelace',
      phone: '+49 30 1234',
      company: 'Analytical Engines',
      country: 'DE',
      brand: 'blue',
      tool: 'basics',
      reason: 'We plan conveyors.',
      comment: '',
      canReceiveMail: false,
      humanVerification: humanAnswer,
    },
  ]);
});

test('a mistyped address can be corrected without entering the other fields again', async () => {
  await openForm();
  await fillForm();
  await sendButton.click();
  await page.getByRole('button', { name: 'Correct address' }).click();
  await expect.element(loginField).toHaveValue('');
  await expect.element(locateField('Reason')).toHaveValue('We plan conveyors.');
  await expect.element(countryField).toHaveValue('Germany');
  await expect.element(toolField).toHaveValue('basics');
  await expect.element(page.getByRole('radio', { name: 'No' })).toBeChecked();
});

test('an empty form shows an error at each required field, and a list of links to the errors (T144)', async () => {
  const { server } = await openForm();
  await brandField.selectOptions('');
  await sendButton.click();
  const expectedErrors = [
    fieldMessages.login,
    fieldMessages.email,
    fieldMessages.firstName,
    fieldMessages.lastName,
    fieldMessages.country,
    fieldMessages.brand,
    fieldMessages.tool,
    fieldMessages.reason,
    fieldMessages.canReceiveMail,
  ];
  const summary = page.getByRole('alert').filter({ hasText: '9 fields have errors' });
  for (const errorText of expectedErrors) {
    await expect.element(summary.getByRole('button', { name: errorText })).toBeVisible();
    expect(page.getByText(errorText, { exact: true }).elements().length).toBeGreaterThanOrEqual(2);
  }
  await expect.element(loginField).toHaveFocus();
  await expectAccessible();
  await summary.getByRole('button', { name: fieldMessages.reason }).click();
  await expect.element(locateField('Reason')).toHaveFocus();
  await summary.getByRole('button', { name: fieldMessages.canReceiveMail }).click();
  await expect.element(page.getByRole('radio', { name: 'Yes' })).toHaveFocus();
  expect(server.requests(registration.register)).toEqual([]);
});

test("when the user leaves the second field and the addresses differ, an error appears: Login/Email's must match. (T147)", async () => {
  await openForm();
  await loginField.fill('ada@office.example');
  await emailField.fill('ada@ofice.example');
  await userEvent.tab();
  await expect.element(page.getByText(fieldMessages.emailsMatch)).toBeVisible();
  await emailField.fill('ada@office.example');
  await userEvent.tab();
  await expect.element(page.getByText(fieldMessages.emailsMatch)).not.toBeInTheDocument();
});

test('an invalid address shows an error when the user leaves the field (T145)', async () => {
  await openForm();
  await loginField.fill('ada');
  await userEvent.tab();
  await expect.element(page.getByText(fieldMessages.emailFormat)).toBeVisible();
});

test('the address can be pasted into both fields', async () => {
  await openForm();
  await loginField.fill('ada@office.example');
  await userEvent.tripleClick(loginField);
  await userEvent.copy();
  await emailField.click();
  await userEvent.paste();
  await expect.element(emailField).toHaveValue('ada@office.example');
});

test.each([
  ['germ', 'Germany'],
  ['GERMANY', 'Germany'],
  ['ivoire', "Côte d'Ivoire"],
  ['cote d', "Côte d'Ivoire"],
])('when the user leaves the field, the country %j is completed to %s', async (typedText, name) => {
  await openForm();
  await countryField.fill(typedText);
  await userEvent.tab();
  await expect.element(countryField).toHaveValue(name);
});

test('a demo shows where its e-mails can be read', async () => {
  await openPortal({ at: '/register', setup: { ...setup, demo: true }, prepareServer: answerRegistration });
  await fillForm();
  await sendButton.click();
  await expect.element(page.getByText(/sign in as administrator/)).toBeVisible();
});

test('the first missing field gets the focus, and a country shows no error while it is being typed', async () => {
  const { server } = await openForm();
  await fillForm();
  await countryField.clear();
  await toolField.selectOptions('');
  await locateField('Reason').clear();
  await sendButton.click();
  await expect.element(countryField).toHaveFocus();
  await expect.element(countryField).toHaveAccessibleDescription(new RegExp(fieldMessages.country));
  await countryField.fill('ge');
  await expect.element(countryField).not.toHaveAccessibleDescription(new RegExp(fieldMessages.country));
  await userEvent.keyboard('{Enter}');
  await expect.element(countryField).toHaveAccessibleDescription(/No country has this name/);
  await countryField.fill('germ');
  await userEvent.keyboard('{Enter}');
  await expect.element(countryField).toHaveValue('Germany');
  await expect.element(toolField).toHaveFocus();
  expect(server.requests(registration.register)).toEqual([]);
});

test.each(['ge', 'Atlantis'])('for the unknown or ambiguous country %j, the form asks for a choice', async (text) => {
  await openForm();
  await countryField.fill(text);
  await userEvent.tab();
  await expect.element(page.getByText(/No country has this name/)).toBeVisible();
  await sendButton.click();
  await expect.element(page.getByText(fieldMessages.firstName).first()).toBeVisible();
});

test('if the newly selected brand does not offer the selected tool, the tool is removed and a message says so', async () => {
  await openForm((server) =>
    server.answer(registration.configTool, () => ({
      tools: [basics, planner, { id: 'sizer', name: 'Sizer', brands: [red], configTools: [] }],
    })),
  );
  await toolField.selectOptions('planner');
  await brandField.selectOptions('red');
  await expect.element(page.getByText('Planner is not available for Basics Red. Choose another tool.')).toBeVisible();
  await expect.element(toolField).toHaveValue('');
  await toolField.selectOptions('sizer');
  await expect.element(page.getByText(/is not available/)).not.toBeInTheDocument();
});

test('if a brand offers only one tool, it is selected automatically; after a change of brand, a tool that both brands offer stays selected', async () => {
  await openForm();
  await expect.element(toolField).toHaveValue('');
  await brandField.selectOptions('red');
  await expect.element(toolField).toHaveValue('basics');
  await brandField.selectOptions('blue');
  await expect.element(toolField).toHaveValue('basics');
});

test('the tools are loaded when the e-mail address is complete, not at each key press', async () => {
  const { server } = await openForm();
  await loginField.fill('ada@office.example');
  await userEvent.tab();
  await expect
    .poll(() => server.requests(registration.configTool).map(({ query }) => query.userEmail))
    .toEqual(['', 'ada@office.example']);
});

test.each([
  [registration.countries, 'Failed to fetch Countries'],
  [registration.configTool, 'Failed to fetch Tools and Brands'],
])('a list that cannot be loaded shows an error and can be loaded again: %# (T142)', async (endpoint, name) => {
  const { server } = await openForm((fakeServer) => fakeServer.answer(endpoint, () => createRefusal('INTERNAL')));
  await expect.element(page.getByRole('alert').getByText(name)).toBeVisible();
  answerRegistration(server);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText(name)).not.toBeInTheDocument();
});

test('errors of the server are shown at their fields', async () => {
  const refusal = createRefusal('INVALID', { fields: { country: fieldMessages.notAllowed } });
  await openForm((server) => server.answer(registration.register, () => refusal));
  await fillForm();
  await sendButton.click();
  await expect.element(page.getByText(fieldMessages.notAllowed)).toBeVisible();
  await expect.element(countryField).toHaveFocus();
});

test('a request that cannot be sent keeps all entered values', async () => {
  await openForm((server) => server.loseConnection(registration.register));
  await fillForm();
  await sendButton.click();
  await expect.element(page.getByRole('alert').getByText('Your request could not be sent')).toBeVisible();
  await expect.element(locateField('First name')).toHaveValue('Ada');
});

test('a signed-in user can open the form, which then has no link to sign in (T143)', async () => {
  await openPortal({ at: '/register', user: createUser('Salesman'), prepareServer: answerRegistration });
  await expect.element(sendButton).toBeVisible();
  expect(page.getByText('Already have an account?').elements()).toEqual([]);
});

test('the form can be filled in and sent by keyboard', async () => {
  const { server } = await openForm();
  await expect.element(countryField).toBeEnabled();
  await loginField.click();
  await userEvent.keyboard(
    'ada@office.example{Tab}ada@office.example{Tab}Ada{Tab}Lovelace{Tab}{Tab}{Tab}germ{Tab}{Tab}B',
  );
  await expect.element(toolField).toHaveFocus();
  await userEvent.keyboard('{Tab}We plan.{Tab} {Tab}{Enter}');
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
])(
  'at %i px, with the theme %s in %s mode, the form is accessible and nothing overflows',
  async (width, brandTheme, theme) => {
    await page.viewport(width, 800);
    document.documentElement.dataset['theme'] = theme;
    await openForm();
    document.documentElement.dataset['brand'] = brandTheme;
    await expect.element(countryField).toBeEnabled();
    await sendButton.click();
    await expect.element(page.getByText(fieldMessages.canReceiveMail).first()).toBeVisible();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test('the human check starts when a field gets the focus', async () => {
  const { server } = await openForm();
  await expect.element(countryField).toBeEnabled();
  expect(server.requests(session.humanVerification)).toEqual([]);
  await loginField.click();
  await expect.element(page.getByText('Check complete')).toBeInTheDocument();
});

const confirmButton = page.getByRole('button', { name: 'Confirm address' });

const openConfirmPage = (prepareServer: (server: FakeServer) => void = () => {}) =>
  openPortal({ at: '/register/confirm#token=abc', prepareServer });

test('opening the link does not confirm the address, but the button does', async () => {
  const { server } = await openConfirmPage((fakeServer) =>
    fakeServer.answer(registration.confirm, () => receivedReply),
  );
  await expect.element(confirmButton).toBeVisible();
  await expectAccessible();
  expect(server.requests(registration.confirm)).toEqual([]);
  await confirmButton.click();
  await expect.element(heading).toHaveTextContent('Thank you. Your address is confirmed');
  await expect.element(heading).toHaveFocus();
  expect(server.requests(registration.confirm).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
  await expectAccessible();
});

test.each([
  ['pending', 'Your request is with our team. We will reply by e-mail.', true],
  ['approved', /^Your request was approved/, false],
  ['rejected', /^We have decided on your request/, false],
] as const)('for a used link, the page shows the state of the request (%s)', async (state, text, canWithdraw) => {
  await openConfirmPage((server) => server.answer(registration.confirm, () => ({ ...receivedReply, state })));
  await confirmButton.click();
  await expect.element(heading).toHaveTextContent('Already confirmed, nothing to do');
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByText(text)).toBeVisible();
  expect(page.getByRole('button', { name: 'Withdraw request' }).elements()).toHaveLength(canWithdraw ? 1 : 0);
  await expectAccessible();
});

test('for an expired link, the page says how to request a new link', async () => {
  const { screen } = await openConfirmPage((server) =>
    server.answer(registration.confirm, () => createRefusal('LINK_NOT_VALID')),
  );
  await confirmButton.click();
  await expect.element(screen.getByText('This link has expired or is incomplete.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Send request again' })).toHaveAttribute('href', '/register');
  await expectAccessible();
});

test.each(['/register/confirm', '/register/confirm#token='])(
  'the address %s without a token asks for the code of the e-mail, which opens the link on this page',
  async (at) => {
    const { screen } = await openPortal({
      at,
      prepareServer: (server) => server.answer(session.openLink, () => ({ path: '/register/confirm', token: 'abc' })),
    });
    await screen.getByText(linkCode.otherwise, { exact: true }).click();
    await expect.element(screen.getByRole('link', { name: 'Send request again' })).toBeVisible();
    await screen.getByLabelText('E-mail').fill('ada@office.example');
    await screen.getByLabelText('Code').fill('K7QF-2M9X');
    await screen.getByRole('button', { name: 'Continue' }).click();
    await expect.element(confirmButton).toBeVisible();
  },
);

test('after a failed confirmation, the button to confirm the address can be used again', async () => {
  const { server, screen } = await openConfirmPage((fakeServer) => fakeServer.loseConnection(registration.confirm));
  await confirmButton.click();
  await expect.element(screen.getByRole('alert').getByText('Your address could not be confirmed')).toBeVisible();
  server.answer(registration.confirm, () => receivedReply);
  await confirmButton.click();
  await expect.element(heading).toHaveTextContent('Thank you. Your address is confirmed');
});

describe('a request can be withdrawn', () => {
  const withdrawButton = page.getByRole('button', { name: 'Withdraw request' });
  const confirmWithdrawButton = page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw request' });

  test('after the address is confirmed, the same page offers to withdraw the request', async () => {
    const { server } = await openConfirmPage((fakeServer) => {
      fakeServer.answer(registration.confirm, () => receivedReply);
      fakeServer.answer(registration.withdraw, () => receivedReply);
    });
    await confirmButton.click();
    await withdrawButton.click();
    await confirmWithdrawButton.click();
    await expect.element(heading).toHaveTextContent('Request withdrawn');
    await expect.element(heading).toHaveFocus();
    expect(server.requests(registration.withdraw).map(({ body }) => body)).toEqual([{ token: 'abc' }]);
    await expectAccessible();
  });

  test('an applicant who opens the used link again days later can still withdraw the request', async () => {
    await openConfirmPage((fakeServer) => {
      fakeServer.answer(registration.confirm, () => ({ ...receivedReply, state: 'pending' as const }));
      fakeServer.answer(registration.withdraw, () => receivedReply);
    });
    await confirmButton.click();
    await withdrawButton.click();
    await confirmWithdrawButton.click();
    await expect.element(heading).toHaveTextContent('Request withdrawn');
  });

  test('a failed withdrawal can be retried, and if there is no open request, the page says this', async () => {
    const { screen, server } = await openConfirmPage((fakeServer) => {
      fakeServer.answer(registration.confirm, () => receivedReply);
      fakeServer.loseConnection(registration.withdraw);
    });
    await confirmButton.click();
    await withdrawButton.click();
    await confirmWithdrawButton.click();
    await expect.element(screen.getByRole('alert').getByText('Your request could not be withdrawn')).toBeVisible();
    server.answer(registration.withdraw, () => createRefusal('LINK_NOT_VALID'));
    await withdrawButton.click();
    await confirmWithdrawButton.click();
    await expect.element(screen.getByText(/There is no open request for this link/)).toBeVisible();
  });
});
