import { describe, expect, test } from 'vitest';
import {
  isPermitted,
  toPermissionContext,
  permissionOverrides,
  permissions,
  listAssignableProfiles,
  listPermissions,
  profiles,
  findRole,
} from './permissions.ts';
import type { PermissionHolder, Permission } from './permissions.ts';

/** The permissions as section 6 of the specification lists them. */
const allPermissionsText = `users: view, create, create-product, create-customer, tools-config-rail-delete, edit, delete, tools-configRail, change-profile
requests: view, edit, delete
countrySalesman: create, view, edit, delete
releaseNotes: create, view, edit, delete, viewSingle
POC: view
license: menu, generate
account: view`;
const salesmanPermissionsText = `users: view, edit, create, create-customer
requests: view, edit, delete
countrySalesman: view, edit, create, delete
license: generate
account: view`;
const customerPermissionsText = `license: menu, generate
account: view`;

const listNames = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => {
      const [area = '', actions = ''] = line.split(': ');
      return actions.split(', ').map((action) => `${area}.${action}`);
    })
    .toSorted();

const permissionsOfProfile = (profileID: number | null): string[] =>
  listPermissions(toPermissionContext({ userId: 1, profileID })).toSorted();

describe('permissions', () => {
  test('the permissions are the same as in the specification', () => {
    expect([...permissions].toSorted()).toEqual(listNames(allPermissionsText));
  });

  test('an administrator has all permissions except `license.menu` (T025)', () => {
    expect(permissionsOfProfile(1)).toEqual(listNames(allPermissionsText).filter((name) => name !== 'license.menu'));
  });

  test('a salesman has the permissions that the specification lists (T024)', () => {
    expect(permissionsOfProfile(2)).toEqual(listNames(salesmanPermissionsText));
  });

  test.each([3, 5, 6, 7, 8, 10, 13])(
    'the profile with the id %i has the permissions of a customer (T029)',
    (profileID) => {
      expect(permissionsOfProfile(profileID)).toEqual(listNames(customerPermissionsText));
    },
  );

  test.each([null, 0, 4, 9, 11, 12, 14, -1, 1.5, Number.NaN, 2 ** 40])(
    'profile %s has the viewer permissions (T026)',
    (profileID) => {
      expect(findRole(profileID)).toBe('viewer');
      expect(permissionsOfProfile(profileID)).toEqual(listNames(customerPermissionsText));
    },
  );

  test('`toPermissionContext` reads the role and the id, which decide the permissions, from the record of a user (T023)', () => {
    expect(toPermissionContext({ userId: 7, profileID: 2 })).toEqual({ userRole: 'Salesman', userId: 7 });
  });

  test('the permissions of a user include only the overrides for this user, and by default there are no overrides (T028)', () => {
    const overrides = { 7: ['users.view'] } as const;
    const listPermissionsOfUser = (userId: number) =>
      listPermissions(toPermissionContext({ userId, profileID: 5 }), overrides);
    expect([...listPermissionsOfUser(7)].toSorted()).toEqual([...listNames(customerPermissionsText), 'users.view']);
    expect([...listPermissionsOfUser(8)].toSorted()).toEqual(listNames(customerPermissionsText));
    expect(permissionOverrides).toEqual({});
  });

  test('the profiles are the nine profiles of the specification (T030)', () => {
    expect(profiles).toEqual({
      1: 'Administrator',
      2: 'Salesman',
      3: 'AgentDistributor',
      5: 'OEM',
      6: 'ADV',
      7: 'SmallCustomer',
      8: 'DesignerOffice',
      10: 'ApplicationExpert',
      13: 'URJAUser',
    });
    expect(Object.entries(profiles).map(([id]) => findRole(Number(id)))).toEqual(Object.values(profiles));
  });
});

const createHolder = (...heldPermissions: Permission[]): PermissionHolder => ({
  profileID: 7,
  permissions: heldPermissions,
});

describe('access rules of API calls', () => {
  const heldPermissions = createHolder('users.view', 'account.view');

  test('the access rule `public` allows everybody', () => {
    expect([isPermitted('public', null), isPermitted('public', createHolder())]).toEqual([true, true]);
  });

  test('the access rule `session` allows every signed-in user, without any permission', () => {
    expect([isPermitted('session', null), isPermitted('session', createHolder())]).toEqual([false, true]);
  });

  test('the access rule `any` requires one of its permissions, and `all` requires all of them (T027)', () => {
    expect(isPermitted({ any: ['users.view', 'users.edit'] }, heldPermissions)).toBe(true);
    expect(isPermitted({ all: ['users.view', 'users.edit'] }, heldPermissions)).toBe(false);
    expect(isPermitted({ all: ['users.view', 'account.view'] }, heldPermissions)).toBe(true);
    expect(isPermitted({ any: ['users.edit'] }, heldPermissions)).toBe(false);
  });

  test('an access rule with permissions refuses everybody who is not signed in', () => {
    expect([isPermitted({ any: ['users.view'] }, null), isPermitted({ all: [] }, null)]).toEqual([false, false]);
  });

  test('the access rule `any` without permissions refuses everybody', () => {
    expect(isPermitted({ any: [] }, heldPermissions)).toBe(false);
  });

  test('the access rule `administrator` checks the profile, not the permissions', () => {
    expect(isPermitted('administrator', { profileID: 1, permissions: [] })).toBe(true);
    expect(isPermitted('administrator', { profileID: 2, permissions })).toBe(false);
    expect(isPermitted('administrator', null)).toBe(false);
  });
});

describe('profiles that a user may assign', () => {
  test('a user may assign no profile with a permission that the user does not have', () => {
    const administratorPermissions = permissions.filter((permission) => permission !== 'license.menu');
    expect(listAssignableProfiles(administratorPermissions)).toEqual([1, 2, 3, 5, 6, 7, 8, 10, 13]);
    expect(
      listAssignableProfiles(administratorPermissions.filter((held) => held !== 'releaseNotes.edit')),
    ).not.toContain(1);
    const salesman: Permission[] = ['users.create-customer', 'license.generate', 'account.view'];
    expect(listAssignableProfiles(salesman)).toEqual([3, 5, 7, 8, 13]);
    expect(listAssignableProfiles(['users.create-customer', 'account.view'])).toEqual([]);
    expect(listAssignableProfiles(['license.generate', 'account.view'])).toEqual([]);
  });
});
