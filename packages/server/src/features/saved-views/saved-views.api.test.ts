import { maxSavedViews, savedViews } from '@basics/contract/saved-views/saved-views.ts';
import { expect, test } from 'vitest';
import { databases } from '#server/testing/database/databases.ts';
import { openStaffedPortal } from '#server/testing/records/staff.ts';

test.each(databases)(
  '%s: a view is saved, replaced by its name and removed, and other users do not see it',
  async (kind) => {
    const { portal, asRoot, asAda } = await openStaffedPortal(kind);
    const save = async (name: string, query: string | null) => {
      const { status, body } = await portal.call(savedViews.save, {
        token: asAda,
        body: { list: '/users', name, query },
      });
      return status === 200 ? savedViews.save.reply.parse(body).items : status;
    };
    expect(await save('Suspended', 'status=suspended')).toEqual([
      { list: '/users', name: 'Suspended', query: 'status=suspended' },
    ]);
    expect(await save('Suspended', 'status=suspended&country=DE')).toEqual([
      { list: '/users', name: 'Suspended', query: 'status=suspended&country=DE' },
    ]);
    const otherViews = await portal.call(savedViews.list, { token: asRoot });
    expect(savedViews.list.reply.parse(otherViews.body).items).toEqual([]);
    expect(await save('Suspended', null)).toEqual([]);
    for (let index = 1; index < maxSavedViews; index += 1) await save(`View ${index}`, 'sort=name');
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => save(name, 'sort=name')));
    expect(answers.filter((answer) => answer === 422)).toHaveLength(3);
    expect(await save('One too many', 'sort=name')).toBe(422);
    const viewsOfAda = await portal.call(savedViews.list, { token: asAda });
    expect(savedViews.list.reply.parse(viewsOfAda.body).items).toHaveLength(maxSavedViews);
  },
);
