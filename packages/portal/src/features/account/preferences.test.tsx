import { users } from '@basics/contract/users/users.ts';
import type { Preferences } from '@basics/contract/users/preferences.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import { openAccount } from '#portal/testing/pages/open-account.ts';
import { createPreferences } from '#portal/testing/pages/own-account.ts';
import { createUserRecord } from '#portal/testing/records/users.ts';

const preferencesCard = page.getByRole('region', { name: 'User preferences' });
const infoCard = page.getByRole('region', { name: 'User info' });
const remindersCard = page.getByRole('region', { name: 'Reminders' });

/** Answers like a server that stores the saved values and increases the version with each change. */
const answerAccount =
  (initialPreferences: Partial<Preferences> = {}) =>
  (server: FakeServer) => {
    let storedValues = createPreferences(initialPreferences).values;
    let user = createUserRecord();
    server.answer(users.preferences, () => createPreferences(storedValues, user.version));
    server.answer(users.get, () => user);
    server.answer(users.update, ({ params, body: { version, preferences, phone, canReceiveMail } }) => {
      if (version !== user.version) return createRefusal('STALE');
      storedValues = Object.assign({}, storedValues, preferences);
      user = {
        ...user,
        userId: params.id,
        version: version + 1,
        ...(phone !== undefined && { phone }),
        ...(canReceiveMail !== undefined && { canReceiveMail }),
      };
      return user;
    });
  };

const listSavedChanges = (server: FakeServer) => server.requests(users.update).map(({ body }) => body);

describe('the preferences can be changed', () => {
  test('each preference is shown with its value and its meaning (T103)', async () => {
    await openAccount(
      answerAccount({ temperature: 'F', measure: 'in', packed: true, priceList: 'eu', graphThickness: 2.25 }),
    );
    await expect.element(preferencesCard.getByLabelText('Temperature')).toHaveValue('F');
    await expect.element(preferencesCard.getByText('A warm room: 70.7 °F')).toBeVisible();
    await expect.element(preferencesCard.getByText('A crate: 47.2 in long, 57.0 ft², 28.3 ft³')).toBeVisible();
    await expect.element(preferencesCard.getByLabelText('Weight')).toHaveValue('kg');
    await expect.element(preferencesCard.getByLabelText('Price list')).toHaveValue('eu');
    await expect.element(preferencesCard.getByLabelText('Packed')).toBeChecked();
    await expect.element(preferencesCard.getByLabelText('Graph thickness')).toHaveValue('2.25');
    await expectAccessible();
  });

  test('each change is saved at once together with the earlier changes, and a message confirms the save (T102)', async () => {
    const { server } = await openAccount(answerAccount());
    await preferencesCard.getByLabelText('Temperature').selectOptions('K');
    await preferencesCard.getByLabelText('Packed').click();
    await preferencesCard.getByLabelText('Price list').selectOptions('eu');
    await expect.poll(() => preferencesCard.getByText('Saved', { exact: true }).elements().length).toBe(3);
    const { values } = createPreferences();
    expect(listSavedChanges(server)).toEqual([
      { version: 3, preferences: { ...values, temperature: 'K' } },
      { version: 4, preferences: { ...values, temperature: 'K', packed: true } },
      { version: 5, preferences: { ...values, temperature: 'K', packed: true, priceList: 'eu' } },
    ]);
    await expect.element(preferencesCard.getByText('A warm room: 294.7 K')).toBeVisible();
  });

  test('the sample curve follows the slider, and the thickness is saved when the slider is released (T106)', async () => {
    const { server } = await openAccount(answerAccount());
    const slider = preferencesCard.getByLabelText('Graph thickness');
    await expect.element(slider).toHaveValue('1');
    slider.element().focus();
    await userEvent.keyboard('{ArrowRight>}');
    await expect.element(slider).toHaveAttribute('aria-valuetext', '1.25 pt');
    expect(readCurveThickness()).toBeCloseTo((1.25 * 4) / 3);
    expect(listSavedChanges(server)).toEqual([]);
    await userEvent.keyboard('{/ArrowRight}');
    await expect
      .poll(() => listSavedChanges(server).map(({ preferences }) => preferences?.graphThickness))
      .toEqual([1.25]);
  });

  test('saving a preference keeps a change that was made in another window (T105)', async () => {
    const { server } = await openAccount(answerAccount());
    await expect.element(preferencesCard.getByLabelText('Weight')).toHaveValue('kg');
    answerAccount({ measure: 'mm' })(server);
    server.answer(users.preferences, () => createPreferences({ measure: 'mm' }, 9));
    server.answer(users.update, ({ params, body }) =>
      body.version === 9 ? createUserRecord({ userId: params.id, version: 10 }) : createRefusal('STALE'),
    );
    await preferencesCard.getByLabelText('Weight').selectOptions('lb');
    await expect.element(preferencesCard.getByText('Saved', { exact: true })).toBeVisible();
    expect(listSavedChanges(server).at(-1)).toEqual({
      version: 9,
      preferences: { ...createPreferences().values, measure: 'mm', weight: 'lb' },
    });
    await expect.element(preferencesCard.getByLabelText('Length, surface and volume')).toHaveValue('mm');
  });

  test('a value that cannot be saved shows an error at its field and stays selected', async () => {
    await openAccount((server) =>
      server.answer(users.update, () =>
        createRefusal('INVALID', { fields: { 'preferences.priceList': 'This value is not allowed.' } }),
      ),
    );
    await preferencesCard.getByLabelText('Price list').selectOptions('eu');
    await expect
      .element(preferencesCard.getByLabelText('Price list'))
      .toHaveAccessibleDescription(/This value is not allowed\./);
    await expect.element(preferencesCard.getByLabelText('Price list')).toHaveValue('eu');
    expect(preferencesCard.getByText('Saved', { exact: true }).elements()).toEqual([]);
  });

  test('preferences that cannot be loaded can be retried (T104)', async () => {
    const { server } = await openAccount((fakeServer) =>
      fakeServer.answer(users.preferences, () => createRefusal('INTERNAL')),
    );
    await expect.element(preferencesCard.getByText('Failed to fetch Preferences')).toBeVisible();
    answerAccount()(server);
    await preferencesCard.getByRole('button', { name: 'Try again' }).click();
    await expect.element(preferencesCard.getByLabelText('Temperature')).toBeVisible();
  });
});

describe('the user info can be changed', () => {
  test('a changed phone number is trimmed and saved when the user leaves the field (T100)', async () => {
    const { server } = await openAccount(answerAccount());
    await infoCard.getByLabelText(/^Phone/).fill(' +47 22 33 ');
    await userEvent.keyboard('{Tab}');
    await expect.element(infoCard.getByText('Saved', { exact: true })).toBeVisible();
    await expect.element(infoCard.getByLabelText(/^Phone/)).toHaveValue('+47 22 33');
    await infoCard.getByLabelText(/^Phone/).click();
    await userEvent.keyboard('{Tab}');
    expect(listSavedChanges(server)).toEqual([{ version: 3, phone: '+47 22 33' }]);
  });

  test('a user can switch off e-mails with news and reminders (T101)', async () => {
    const { server } = await openAccount(answerAccount());
    await remindersCard.getByLabelText('Can receive mail').click();
    await expect.element(remindersCard.getByText('Saved', { exact: true })).toBeVisible();
    await expect.element(remindersCard.getByLabelText('Can receive mail')).not.toBeChecked();
    expect(listSavedChanges(server)).toEqual([{ version: 3, canReceiveMail: false }]);
  });
});

const readCurveThickness = (): number =>
  Number(preferencesCard.element().querySelector('path[fill=none]')?.getAttribute('stroke-width'));
