import { toPermissionContext, listPermissions } from '@basics/contract/calls/permissions.ts';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSingleLicenseKey } from '#server/features/licenses/license-key.ts';
import { testKey } from '#server/testing/portal.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { answerHelp } from './answer-help.ts';

test('staff without the permission to override limits cannot override them in an answer', async () => {
  const { portal, simon, askSuccessfully, search } = await openHelpRequests('SQLite');
  const { helpRequestId } = await askSuccessfully();
  const heldPermissions = listPermissions(toPermissionContext({ userId: simon.id, profileID: 2 }));
  const answerContext = {
    database: portal.database,
    queueLetter: async () => {},
    actor: {
      userId: simon.id,
      profileID: 2,
      login: simon.login,
      sessionId: '',
      permissions: heldPermissions.filter((permission) => permission !== 'users.edit'),
    },
    origin: { requestId: 'test', address: '127.0.0.1', userAgent: '', host: '' },
    at: portal.now(),
    randomBytes,
    keys: createSingleLicenseKey(testKey),
  };
  const licenseAnswer = { answer: 'license' as const, words: '', overrideReason: 'Third PC' };
  await expect(answerHelp(answerContext, helpRequestId, licenseAnswer)).rejects.toMatchObject({
    code: 'NOT_PERMITTED',
  });
  expect((await search(simon)).ids).toEqual([helpRequestId]);
});
