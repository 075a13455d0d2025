import { users } from '@basics/contract/users.ts';
import type { Preferences } from '@basics/contract/preferences.ts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '#portal/testing/accessible.ts';
import { createRefusal } from '#portal/testing/fake-server.ts';
import type { FakeServer } from '#portal/testing/fake-server.ts';
import { answerLicenses } from '#portal/testing/licenses.ts';
import { createPreferences } from '#portal/testing/own-account.ts';
import { createUser } from '#portal/testing/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createUserRecord } from '#portal/testing/users.ts';

const card = page.getByRole('region', { name: 'User preferences' });
const info = page.getByRole('region', { name: 'User info' });

const open = (answers: (server: FakeServer) => void = createKeepingServer()) =>
  openPortal({
    at: '/account',
    user: createUser('OEM'),
    answers: (server) => {
      answerLicenses(server);
      answers(server);
    },
  });

/** A server that keeps the saved values and counts the versions. */
const createKeepingServer =
  (begin: Partial<Preferences> = {}) =>
  (server: FakeServer) => {
    let values = createPreferences(begin).values;
    let user = createUserRecord();
    server.answer(users.preferences, () => createPreferences(values, user.version));
    server.answer(users.get, () => user);
    server.answer(users.update, ({ params, body: { version, preferences, phone, canReceiveMail } }) => {
      if (version !== user.version) return createRefusal('STALE');
      values = { ...values, ...preferences };
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

const listSent = (server: FakeServer) => server.requests(users.update).map(({ body }) => body);

describe('the preferences', () => {
  test('each preference is shown with its value and its meaning', async () => {
    await open(
      createKeepingServer({ temperature: 'F', measure: 'in', packed: true, priceList: 'eu', graphThickness: 2.25 }),
    );
    await expect.element(card.getByLabelText('Temperature')).toHaveValue('F');
    await expect.element(card.getByText('A warm room: 70.7 °F')).toBeVisible();
    await expect.element(card.getByText('A crate: 47.2 in long, 57.0 ft², 28.3 ft³')).toBeVisible();
    await expect.element(card.getByLabelText('Weight')).toHaveValue('kg');
    await expect.element(card.getByLabelText('Price list')).toHaveValue('eu');
    await expect.element(card.getByLabelText('Packed')).toBeChecked();
    await expect.element(card.getByLabelText('Graph thickness')).toHaveValue('2.25');
    await expectAccessible();
  });

  test('each change is saved on its own, on top of the last one, and a message confirms it', async () => {
    const { server } = await open();
    await card.getByLabelText('Temperature').selectOptions('K');
    await card.getByLabelText('Packed').click();
    await card.getByLabelText('Price list').selectOptions('eu');
    await expect.poll(() => card.getByText('Saved', { exact: true }).elements().length).toBe(3);
    const { values } = createPreferences();
    expect(listSent(server)).toEqual([
      { version: 3, preferences: { ...values, temperature: 'K' } },
      { version: 4, preferences: { ...values, temperature: 'K', packed: true } },
      { version: 5, preferences: { ...values, temperature: 'K', packed: true, priceList: 'eu' } },
    ]);
    await expect.element(card.getByText('A warm room: 294.7 K')).toBeVisible();
  });

  test('the sample curve follows the slider, and the thickness is saved when the slider is released', async () => {
    const { server } = await open();
    const slider = card.getByLabelText('Graph thickness');
    await expect.element(slider).toHaveValue('1');
    slider.element().focus();
    await userEvent.keyboard('{ArrowRight>}');
    await expect.element(slider).toHaveAttribute('aria-valuetext', '1.25 pt');
    expect(thicknessOfCurve()).toBeCloseTo((1.25 * 4) / 3);
    expect(listSent(server)).toEqual([]);
    await userEvent.keyboard('{/ArrowRight}');
    await expect.poll(() => listSent(server).map(({ preferences }) => preferences?.graphThickness)).toEqual([1.25]);
  });

  test('a change from another window is kept when a preference is saved', async () => {
    const { server } = await open();
    await expect.element(card.getByLabelText('Weight')).toHaveValue('kg');
    createKeepingServer({ measure: 'mm' })(server);
    server.answer(users.preferences, () => createPreferences({ measure: 'mm' }, 9));
    server.answer(users.update, ({ params, body }) =>
      body.version === 9 ? createUserRecord({ userId: params.id, version: 10 }) : createRefusal('STALE'),
    );
    await card.getByLabelText('Weight').selectOptions('lb');
    await expect.element(card.getByText('Saved', { exact: true })).toBeVisible();
    expect(listSent(server).at(-1)).toEqual({
      version: 9,
      preferences: { ...createPreferences().values, measure: 'mm', weight: 'lb' },
    });
    await expect.element(card.getByLabelText('Length, surface and volume')).toHaveValue('mm');
  });

  test('a value that cannot be saved shows an error at its field and stays selected', async () => {
    await open((server) =>
      server.answer(users.update, () =>
        createRefusal('INVALID', { fields: { 'preferences.priceList': 'This value is not allowed.' } }),
      ),
    );
    await card.getByLabelText('Price list').selectOptions('eu');
    await expect.element(card.getByLabelText('Price list')).toHaveAccessibleDescription(/This value is not allowed\./);
    await expect.element(card.getByLabelText('Price list')).toHaveValue('eu');
    expect(card.getByText('Saved', { exact: true }).elements()).toEqual([]);
  });

  test('preferences that cannot be loaded can be retried', async () => {
    const { server } = await open((failing) => failing.answer(users.preferences, () => createRefusal('INTERNAL')));
    await expect.element(card.getByText('Your preferences could not be loaded')).toBeVisible();
    createKeepingServer()(server);
    await card.getByRole('button', { name: 'Try again' }).click();
    await expect.element(card.getByLabelText('Temperature')).toBeVisible();
  });

  test.each([390, 320])('the preferences fit a window of %d pixels', async (width) => {
    await page.viewport(width, 800);
    await open();
    await expect.element(card.getByLabelText('Graph thickness')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});

describe('the user info', () => {
  test('the phone number is trimmed and saved on leaving the field, only if it has changed', async () => {
    const { server } = await open();
    await info.getByLabelText(/^Phone/).fill(' +47 22 33 ');
    await userEvent.keyboard('{Tab}');
    await expect.element(info.getByText('Saved', { exact: true })).toBeVisible();
    await expect.element(info.getByLabelText(/^Phone/)).toHaveValue('+47 22 33');
    await info.getByLabelText(/^Phone/).click();
    await userEvent.keyboard('{Tab}');
    expect(listSent(server)).toEqual([{ version: 3, phone: '+47 22 33' }]);
  });

  test('e-mails with news and reminders can be switched off', async () => {
    const { server } = await open();
    await info.getByLabelText('Can receive mail').click();
    await expect.element(info.getByText('Saved', { exact: true })).toBeVisible();
    await expect.element(info.getByLabelText('Can receive mail')).not.toBeChecked();
    expect(listSent(server)).toEqual([{ version: 3, canReceiveMail: false }]);
  });
});

const thicknessOfCurve = (): number =>
  Number(card.element().querySelector('path[fill=none]')?.getAttribute('stroke-width'));
