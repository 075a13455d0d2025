import { licenses, type LicensePreview } from '@basics/contract/licenses/licenses.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { users } from '@basics/contract/users/users.ts';
import { unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '#portal/testing/accessible.ts';
import { createRefusal, type FakeServer } from '#portal/testing/fake-server.ts';
import {
  answerLicenses,
  createGrants,
  createLicense,
  createLicensePage,
  createPreview,
  createVerificationCode,
} from '#portal/testing/records/licenses.ts';
import { createUser } from '#portal/testing/records/people.ts';
import { openPortal } from '#portal/testing/portal.tsx';
import { createUserRecord } from '#portal/testing/records/users.ts';

const machineNames = ['DESK', 'LAPTOP', 'TOWER'];
const createCode = (machineName: string, codeNumber: number): string =>
  createVerificationCode({ machineName, fingerprint: new Uint8Array(16).fill(codeNumber + 1) });
const codes = machineNames.map((name, codeNumber) => createCode(name, codeNumber));
const [desk = '', laptop = '', tower = ''] = codes;
const findPcName = (code: string): string => machineNames[codes.indexOf(code)] ?? 'PC';

/**
 * Sets the answers of a server that counts seats: every new code uses one of `seats`. Returns the id of the issued licence for each code.
 */
function answerWithSeats(server: FakeServer, seats = 5): Map<string, number> {
  const issuedIds = new Map<string, number>();
  const createSeatPreview = (code: string): LicensePreview => {
    const preview = createPreview();
    const licenseId = issuedIds.get(code);
    return {
      ...preview,
      machine: { name: findPcName(code), relation: 'new' },
      offer: preview.offer && { ...preview.offer, seatsUsed: issuedIds.size, seatsAllowed: seats },
      ...(licenseId !== undefined && { existingLicenseId: licenseId }),
    };
  };
  server.answer(tools.licensable, () => ({ items: createGrants('blue') }));
  server.answer(licenses.list, () => createLicensePage());
  server.answer(licenses.issue, ({ body: { verificationCode: code, preview } }) => {
    if (preview) return createSeatPreview(code);
    issuedIds.set(code, issuedIds.get(code) ?? issuedIds.size + 1);
    const licenseId = issuedIds.get(code) ?? 0;
    return createLicense({ licenseId, machineName: findPcName(code), verificationCode: code });
  });
  server.answer(licenses.download, ({ params }) => ({
    bytes: new TextEncoder().encode(`BASICS LICENCE FILE v1\nof ${params.licenseId}\n`),
    name: 'Basics_blue_PC_2027-11-21.lic',
    type: 'application/vnd.basics.licence',
  }));
  return issuedIds;
}

async function openManyPage(
  prepareServer: (server: FakeServer) => void = (server) => void answerWithSeats(server),
  at = '/license/many',
) {
  const user = createUser(at.includes('user=') ? 'Salesman' : 'DesignerOffice');
  const portal = await openPortal({ at, user, prepareServer });
  await expect.element(portal.screen.getByRole('heading', { level: 1 })).toHaveTextContent('Licences for several PCs');
  return portal;
}

const enterCodes = async (text: string): Promise<void> => {
  await page.getByLabelText('Verification codes').fill(text);
  await page.getByRole('button', { name: 'Check codes' }).click();
};

const locateRow = (name: string) => page.getByRole('row').filter({ hasText: name });

function dropFiles(...files: File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

test('codes from a text and from files are shown in one table with a result for each', async () => {
  const { screen, server } = await openManyPage();
  await enterCodes(`Dear portal, my PC: ${desk}\nand the broken one ${laptop.slice(0, 50)}`);
  dropFiles(new File([tower], 'tower.bvr'), new File(['a shopping list'], 'list.txt'));
  await expect.element(locateRow('DESK')).toMatchTextContent(/Ready/);
  await expect.element(locateRow('TOWER')).toMatchTextContent(/from tower\.bvr.*Ready/);
  await expect.element(locateRow('list.txt')).toMatchTextContent(/not a verification code/);
  await expect.element(screen.getByText(/Part of the code is missing/)).toBeVisible();
  await expect.element(screen.getByText(/2 codes are ready, 2 cannot be used\./)).toBeVisible();
  expect(server.requests(licenses.issue).every(({ body }) => body.preview)).toBe(true);
  await expect.element(screen.getByLabelText('Verification codes')).toHaveValue('');
  await expectAccessible();
});

test('a text that is not a code stays in the field with an error', async () => {
  const { screen, server } = await openManyPage();
  await enterCodes('only words');
  await expect
    .element(screen.getByLabelText('Verification codes'))
    .toHaveAccessibleDescription(/no verification code in this text/);
  await expect.element(screen.getByLabelText('Verification codes')).toHaveFocus();
  expect(server.requests(licenses.issue)).toEqual([]);
});

test('the third of three codes for two seats is refused before anything is issued', async () => {
  const { screen } = await openManyPage((server) => void answerWithSeats(server, 2));
  await enterCodes(codes.join('\n'));
  await expect.element(locateRow('TOWER')).toMatchTextContent(/No PC left.*use all 2 PCs that you can license/);
  await expect.element(screen.getByRole('button', { name: 'Issue 2 licences' })).toBeVisible();
  await screen.getByRole('button', { name: 'Remove LAPTOP' }).click();
  await expect.element(locateRow('TOWER')).toMatchTextContent(/Ready/);
  await expect.element(screen.getByRole('button', { name: 'Issue 2 licences' })).toBeVisible();
});

test('if several codes get no seat, only the first of them says why (T1003)', async () => {
  const { screen } = await openManyPage((server) => void answerWithSeats(server, 1));
  await enterCodes(codes.join('\n'));
  await expect.element(locateRow('LAPTOP')).toMatchTextContent(/No PC left.*use all 1 PC that you can license/);
  await expect.element(locateRow('TOWER')).toMatchTextContent(/No PC left/);
  await expect.element(screen.getByText(/that you can license/)).toHaveLength(1);
});

test('accepted codes are issued one by one, and offered as one ZIP file and as one text', async () => {
  const savedUrlSpy = vi.spyOn(URL, 'createObjectURL');
  const copySpy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { screen, server } = await openManyPage((fakeServer) => void answerWithSeats(fakeServer, 2));
  await enterCodes(codes.join('\n'));
  await screen.getByRole('button', { name: 'Issue 2 licences' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Download the licences' })).toHaveFocus();
  await expect.element(screen.getByText('All 2 licences are ready')).toBeVisible();
  await expect.element(locateRow('DESK')).toMatchTextContent(/Issued.*Until/);
  await expect.element(locateRow('TOWER')).toMatchTextContent(/No PC left/);
  const issueRequests = server.requests(licenses.issue).filter(({ body }) => !body.preview);
  expect(issueRequests.map(({ body }) => body)).toEqual([
    { verificationCode: desk, tool: 'basics', brand: 'blue' },
    { verificationCode: laptop, tool: 'basics', brand: 'blue' },
  ]);
  await expectAccessible();
  await expectFits(1280, 390, 320);

  await screen.getByRole('button', { name: 'Copy all licence codes' }).click();
  await expect.element(screen.getByText('Copied')).toBeVisible();
  expect(copySpy.mock.calls.at(-1)?.[0]).toMatch(/^DESK\nBL-\S+\n\nLAPTOP\nBL-\S+\n$/);

  await screen.getByRole('button', { name: 'Download all as ZIP' }).click();
  await expect.element(screen.getByText(/Saved as Basics_licences_\d{4}-\d\d-\d\d\.zip/)).toBeVisible();
  const [archive] = savedUrlSpy.mock.calls.at(-1) ?? [];
  if (!(archive instanceof Blob)) throw new Error('nothing was saved');
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  expect(Object.keys(files).toSorted()).toEqual([
    'Basics_blue_PC_2027-11-21 (2).lic',
    'Basics_blue_PC_2027-11-21.lic',
    'licences.csv',
  ]);
  expect(new TextDecoder().decode(files['Basics_blue_PC_2027-11-21 (2).lic'])).toContain('of 2');
  expect(new TextDecoder().decode(files['licences.csv'])).toContain('"LAPTOP"');
});

test('issuing continues after a lost connection, and no code gets two licences', async () => {
  const { screen, server } = await openManyPage();
  await enterCodes(codes.join('\n'));
  await expect.element(screen.getByRole('button', { name: 'Issue 3 licences' })).toBeVisible();
  server.loseConnection(licenses.issue);
  await screen.getByRole('button', { name: 'Issue 3 licences' }).click();
  await expect
    .element(screen.getByRole('alert').filter({ hasText: '0 of 3 done' }))
    .toMatchTextContent(/Nothing is lost/);
  await expect.element(locateRow('DESK')).toMatchTextContent(/No answer from the portal/);
  answerWithSeats(server);
  await screen.getByRole('button', { name: 'Issue 3 licences' }).click();
  await expect.element(screen.getByText('All 3 licences are ready')).toBeVisible();
  const sentRequests = server.requests(licenses.issue).filter(({ body }) => !body.preview);
  const sentPcNames = sentRequests.map(({ body }) => findPcName(body.verificationCode));
  expect(sentPcNames).toEqual(['DESK', 'DESK', 'LAPTOP', 'TOWER']);
});

test('a code that already has a licence is included in the result without a new licence', async () => {
  const { screen } = await openManyPage((server) => void answerWithSeats(server).set(desk, 1));
  await enterCodes(desk);
  await expect.element(locateRow('DESK')).toMatchTextContent(/Already issued/);
  await screen.getByRole('button', { name: 'Get 1 licence' }).click();
  await expect.element(screen.getByText('The licence is ready')).toBeVisible();
});

test('a code that is refused during issuing shows an error in its row, and the others continue', async () => {
  const { screen } = await openManyPage((server) => {
    answerWithSeats(server);
    server.answer(licenses.issue, ({ body: { verificationCode: code, preview } }) => {
      if (preview) return createPreview({ machine: { name: findPcName(code), relation: 'new' } });
      if (code === desk) return createRefusal('SEAT_LIMIT', { message: 'All 2 PCs that you can license are in use.' });
      return createLicense({ machineName: findPcName(code) });
    });
  });
  await enterCodes(`${desk} ${laptop}`);
  await screen.getByRole('button', { name: 'Issue 2 licences' }).click();
  await expect.element(screen.getByText('1 of 2 done')).toBeVisible();
  await expect.element(locateRow('DESK')).toMatchTextContent(/No licence.*All your seats are taken/);
  await expect
    .element(locateRow('DESK').getByRole('link', { name: 'Show this code' }))
    .toHaveAttribute('href', `/license/verify#c=${desk}`);
});

test('if the portal answers that it is busy, the page tries again after the time in the answer', async () => {
  let isBusy = true;
  const { screen } = await openManyPage((server) => {
    answerWithSeats(server);
    server.answer(licenses.issue, () => {
      if (!isBusy) return createPreview({ machine: { name: 'DESK', relation: 'new' } });
      isBusy = false;
      return createRefusal('BUSY', { retryAfter: 1 });
    });
  });
  await enterCodes(desk);
  await expect.element(screen.getByText(/The portal is busy\. Issuing continues automatically/)).toBeVisible();
  await expect.element(locateRow('DESK')).toMatchTextContent(/Ready/);
});

test('codes that could not be checked can be retried', async () => {
  const { screen, server } = await openManyPage((fakeServer) => {
    answerWithSeats(fakeServer);
    fakeServer.loseConnection(licenses.issue);
  });
  await enterCodes(desk);
  await expect.element(locateRow('DESK')).toMatchTextContent(/Not checked.*cannot be reached/);
  answerWithSeats(server);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(locateRow('DESK')).toMatchTextContent(/Ready/);
});

test('after a click on Stop, the current code is issued, and the other codes stay ready', async () => {
  const issueReply = Promise.withResolvers<undefined>();
  const { screen, server } = await openManyPage((fakeServer) => {
    answerWithSeats(fakeServer);
    fakeServer.answer(licenses.issue, async ({ body: { verificationCode: code, preview } }) => {
      if (preview) return createPreview({ machine: { name: findPcName(code), relation: 'new' } });
      await issueReply.promise;
      return createLicense({ machineName: findPcName(code) });
    });
  });
  await enterCodes(`${desk} ${laptop}`);
  await screen.getByRole('button', { name: 'Issue 2 licences' }).click();
  await expect.element(screen.getByRole('progressbar', { name: 'Issuing 1 of 2' })).toBeVisible();
  await expectAccessible();
  await screen.getByRole('button', { name: 'Stop' }).click();
  issueReply.resolve(undefined);
  await expect.element(screen.getByText('1 of 2 done')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Issue 1 licence' })).toBeVisible();
  expect(server.requests(licenses.issue).filter(({ body }) => !body.preview)).toHaveLength(1);
});

test('at most three codes are checked at the same time', async () => {
  let [runningCalls, maxRunningCalls] = [0, 0];
  const firstReplies = Promise.withResolvers<undefined>();
  const { screen } = await openManyPage((server) => {
    answerWithSeats(server);
    server.answer(licenses.issue, async () => {
      maxRunningCalls = Math.max(maxRunningCalls, (runningCalls += 1));
      await firstReplies.promise;
      runningCalls -= 1;
      const preview = createPreview();
      return { ...preview, offer: preview.offer && { ...preview.offer, seatsAllowed: 50 } };
    });
  });
  await enterCodes(
    Array.from({ length: 12 }, (_, codeNumber) => createCode(`PC-${codeNumber}`, codeNumber + 10)).join('\n'),
  );
  await expect.poll(() => runningCalls).toBe(3);
  firstReplies.resolve(undefined);
  await expect.element(screen.getByRole('button', { name: 'Issue 12 licences' })).toBeVisible();
  expect(maxRunningCalls).toBe(3);
});

test('a user with the tool for several brands chooses one brand for all codes', async () => {
  const { screen, server } = await openManyPage((fakeServer) => {
    answerWithSeats(fakeServer);
    fakeServer.answer(tools.licensable, () => ({ items: createGrants('blue', 'red') }));
  });
  await enterCodes(`${desk} ${laptop}`);
  await expect.element(screen.getByRole('radio', { name: 'Basics Blue' })).toBeChecked();
  await screen.getByRole('radio', { name: 'Basics Red' }).click();
  await expect.element(screen.getByRole('button', { name: 'Issue 2 licences' })).toBeVisible();
  expect(
    server
      .requests(licenses.issue)
      .slice(-2)
      .map(({ body }) => body.brand),
  ).toEqual(['red', 'red']);
});

test('staff issue licences for the user in the address', async () => {
  const { screen, server } = await openManyPage((fakeServer) => {
    answerWithSeats(fakeServer);
    fakeServer.answer(users.get, () => createUserRecord({ userId: 77, firstName: 'Nele', lastName: 'Neu' }));
  }, '/license/many?user=77');
  await expect.element(screen.getByText('For Nele Neu')).toBeVisible();
  await enterCodes(desk);
  await screen.getByRole('button', { name: 'Issue 1 licence' }).click();
  await expect.element(screen.getByText('The licence is ready')).toBeVisible();
  expect(new Set(server.requests(licenses.issue).map(({ params }) => params.id))).toEqual(new Set([77]));
});

test('the page for one code links to the page for many codes, for the same owner', async () => {
  const { screen } = await openPortal({
    at: '/license/verify?user=77',
    user: createUser('Salesman'),
    prepareServer: (fakeServer) => {
      answerWithSeats(fakeServer);
      fakeServer.answer(users.get, () => createUserRecord({ userId: 77 }));
    },
  });
  await expect
    .element(screen.getByRole('link', { name: 'Several PCs' }))
    .toHaveAttribute('href', '/license/many?user=77');
});

test('several licences can be issued by keyboard alone', async () => {
  const { screen } = await openManyPage();
  await expect.element(screen.getByLabelText('Verification codes')).toHaveFocus();
  await screen.getByLabelText('Verification codes').fill(desk);
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Issue 1 licence' })).toBeVisible();
  screen.getByRole('button', { name: 'Issue 1 licence' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'Download the licences' })).toHaveFocus();
});

test.each([
  [1280, 800],
  [390, 844],
])(
  'with 40 codes in a window of %i x %i, the next step and Stop are in view, and a row keeps its height',
  async (...size) => {
    await page.viewport(...size);
    const fortyCodes = Array.from({ length: 40 }, (_, index) =>
      createVerificationCode({ machineName: `PC-${index}`, fingerprint: new Uint8Array(16).fill(index + 1) }),
    );
    const firstReply = Promise.withResolvers<void>();
    const { screen } = await openPortal({
      at: '/license/many',
      user: createUser('DesignerOffice'),
      prepareServer: (server) => {
        answerLicenses(server);
        server.answer(licenses.issue, async ({ body }) => {
          const { offer } = createPreview();
          if (body.preview === true) return createPreview({ offer: offer && { ...offer, seatsAllowed: 50 } });
          await firstReply.promise;
          return createLicense();
        });
      },
    });
    await screen.getByLabelText('Verification codes').fill(fortyCodes.join('\n\n'));
    await screen.getByRole('button', { name: 'Check codes' }).click();
    const issueButton = screen.getByRole('button', { name: 'Issue 40 licences' });
    await expect.element(issueButton).toBeInViewport();
    const firstRow = screen.getByRole('row').filter({ hasText: /^PC-0/ });
    const height = firstRow.element().getBoundingClientRect().height;
    await issueButton.click();
    await expect.element(screen.getByRole('button', { name: 'Stop' })).toBeInViewport();
    firstReply.resolve();
    await expect.element(firstRow).toMatchTextContent(/Issued/);
    expect(Math.abs(firstRow.element().getBoundingClientRect().height - height)).toBeLessThanOrEqual(1);
  },
);
