import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import { createUserBody, openStaffedPortal } from '#server/testing/records/staff.ts';

const railGrant = { tool: 'basics', brand: 'blue', configTools: ['configRail'], validFrom: null, validTo: null };

describe.each(databases)('the first and last day of a tool with an add-on (%s)', (kind) => {
  test('only staff with the permissions for an add-on can change the first and last day of its grant, which adds or removes the add-on for some days', async () => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const grantOfJanuary = { ...railGrant, validFrom: '2026-01-01', validTo: '2026-02-01' };
    const createResponse = await portal.call(users.create, {
      token: asRoot,
      body: createUserBody({ tools: [grantOfJanuary] }),
    });
    const { userId: id } = users.create.reply.parse(createResponse.body);
    const update = (changedDays: Record<string, unknown>, token: string) =>
      portal.call(users.update, {
        token,
        params: { id },
        body: { version: 1, tools: [{ ...grantOfJanuary, ...changedDays }] },
      });
    for (const changedDays of [
      { validTo: null },
      { validTo: '2026-12-31' },
      { validFrom: null },
      { validTo: '2026-01-02' },
      { validFrom: '2026-01-31' },
      { validFrom: '2027-01-01', validTo: null },
    ])
      expect((await update(changedDays, asAda)).body).toMatchObject({
        fields: { 'tools.0.configTools': expect.stringContaining('Ask an administrator.') },
      });
    expect((await update({}, asAda)).status).toBe(200);
    expect((await update({ validTo: null }, asRoot)).status).toBe(200);
  });
});
