import { maxSavedViews, savedViews } from '@basics/contract/saved-views/saved-views.ts';
import { expect, test } from 'vitest';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases } from '#server/testing/database/databases.ts';
import { openStaffedPortal } from '#server/testing/records/staff.ts';

test.each(databases)(
  '%s: a view is saved, replaced by its name and removed, and other users see only shared views, each profile with one that opens first',
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
    const readViews = async (token: string) =>
      savedViews.list.reply.parse((await portal.call(savedViews.list, { token })).body);
    expect((await readViews(asRoot)).items).toEqual([]);
    expect(await save('Suspended', null)).toEqual([]);
    for (let index = 1; index < maxSavedViews; index += 1) await save(`View ${index}`, 'sort=name');
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((name) => save(name, 'sort=name')));
    expect(answers.filter((answer) => answer === 422)).toHaveLength(3);
    expect(await save('One too many', 'sort=name')).toBe(422);
    expect((await readViews(asAda)).items).toHaveLength(maxSavedViews);

    const share = async (name: string, query: string | null, opensFor: number[] = []) =>
      (await portal.call(savedViews.share, { token: asRoot, body: { list: '/users', name, query, opensFor } })).status;
    const readShared = async (token: string) =>
      (await readViews(token)).shared.map(({ name, opensFor }) => [name, opensFor]);
    expect((await readShared(asAda)).map(([name]) => name)).toEqual([
      'Expiring in 30 days',
      'Never signed in',
      'No licence',
    ]);
    expect(await share('Germany', 'country=DE', [1, 2])).toBe(200);
    expect(await share('No licence', 'filters=licences.fewer.1', [2])).toBe(200);
    for (const name of ['Expiring in 30 days', 'Never signed in']) expect(await share(name, null)).toBe(200);
    expect(await readShared(asAda)).toEqual([
      ['Germany', [1]],
      ['No licence', [2]],
    ]);
    await portal.addUser({ login: 'office@x.example', profileId: 7 });
    expect((await readViews(await portal.signIn('office@x.example'))).shared).toEqual([]);
    const entries = await selectAuditEntries(portal.database.kysely)
      .select('action')
      .where('action', 'like', 'sharedView.%')
      .execute();
    expect(entries.map(({ action }) => action).toSorted()).toEqual([
      'sharedView.delete',
      'sharedView.delete',
      'sharedView.update',
      'sharedView.update',
    ]);
    await Promise.all(Array.from({ length: maxSavedViews }, (_, index) => share(`Many ${index}`, 'sort=name')));
    expect(await readShared(asRoot)).toHaveLength(maxSavedViews);
  },
);
