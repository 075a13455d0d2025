/**
 * The nine profiles, by the id in requests and replies. A user with any other profile id, or without a profile id, is a
 * viewer.
 */
export const profiles = {
  1: 'Administrator',
  2: 'Salesman',
  3: 'AgentDistributor',
  5: 'OEM',
  6: 'ADV',
  7: 'SmallCustomer',
  8: 'DesignerOffice',
  10: 'ApplicationExpert',
  13: 'URJAUser',
} as const;

export type Role = (typeof profiles)[keyof typeof profiles] | 'viewer';

const actionsByArea = {
  users: [
    'view',
    'create',
    'create-product',
    'create-customer',
    'tools-config-rail-delete',
    'edit',
    'delete',
    'tools-configRail',
    'change-profile',
  ],
  requests: ['view', 'edit', 'delete'],
  countrySalesman: ['create', 'view', 'edit', 'delete'],
  releaseNotes: ['create', 'view', 'edit', 'delete', 'viewSingle'],
  POC: ['view'],
  license: ['menu', 'generate'],
  account: ['view'],
} as const;

type ActionsByArea = typeof actionsByArea;
export type Permission = {
  [Area in keyof ActionsByArea]: `${Area}.${ActionsByArea[Area][number]}`;
}[keyof ActionsByArea];

const isPermission = (name: string): name is Permission => {
  const [area = '', action = ''] = name.split('.');
  return Object.entries(actionsByArea).some(
    ([knownArea, actions]) => knownArea === area && actions.some((knownAction) => knownAction === action),
  );
};

/** All 25 permissions, written `area.action`. */
export const permissions: readonly Permission[] = Object.entries(actionsByArea)
  .flatMap(([area, actions]) => actions.map((action) => `${area}.${action}`))
  .filter(isPermission);

const customerPermissions = ['license.menu', 'license.generate', 'account.view'] as const satisfies Permission[];

const permissionsByRole: Record<Role, readonly Permission[]> = {
  Administrator: permissions.filter((permission) => permission !== 'license.menu'),
  Salesman: [
    'users.view',
    'users.edit',
    'users.create',
    'users.create-customer',
    'requests.view',
    'requests.edit',
    'requests.delete',
    'countrySalesman.view',
    'countrySalesman.edit',
    'countrySalesman.create',
    'countrySalesman.delete',
    'license.generate',
    'account.view',
  ],
  AgentDistributor: customerPermissions,
  OEM: customerPermissions,
  ADV: customerPermissions,
  SmallCustomer: customerPermissions,
  DesignerOffice: customerPermissions,
  ApplicationExpert: customerPermissions,
  URJAUser: customerPermissions,
  viewer: customerPermissions,
};

/** Additional permissions of single users, by user id. */
export type PermissionOverrides = Readonly<Record<number, readonly Permission[]>>;

/**
 * The additional permissions of single users that the portal uses. The list is empty, because the specification names
 * no such permissions.
 */
export const permissionOverrides: PermissionOverrides = {};

/** Returns the role of a profile id. The role is `viewer` for null and for every id that is not the id of a profile. */
export function findRole(profileID: number | null): Role {
  const roles: Readonly<Record<number, Role>> = profiles;
  return (profileID === null ? undefined : roles[profileID]) ?? 'viewer';
}

/** The data of a user on which permissions depend. */
export type PermissionContext = { userRole: Role; userId: number };

/** Returns the role and the id of a user, from which the permissions follow (specification, section 3). */
export const toPermissionContext = (user: { userId: number; profileID: number | null }): PermissionContext => ({
  userRole: findRole(user.profileID),
  userId: user.userId,
});

/** Returns the permissions of a user: the permissions of the role and the overrides for the given user. */
export const listPermissions = (
  { userRole, userId }: PermissionContext,
  overrides: PermissionOverrides = permissionOverrides,
): readonly Permission[] => [...permissionsByRole[userRole], ...(overrides[userId] ?? [])];

/**
 * Who may use a call or page: everybody, every signed-in user, users with any or with all of these permissions, or only administrators
 * (for areas without a permission, such as the outbox and the audit log).
 */
export type Access =
  | 'public'
  | 'session'
  | 'administrator'
  | { any: readonly Permission[] }
  | { all: readonly Permission[] };

/** The signed-in user whose access is checked. */
export type PermissionHolder = { profileID: number | null; permissions: readonly Permission[] };

/** Returns whether a user has access. `holder` is null if nobody is signed in. */
export function isPermitted(access: Access, holder: PermissionHolder | null): boolean {
  if (access === 'public') return true;
  if (holder === null) return false;
  if (access === 'session') return true;
  if (access === 'administrator') return findRole(holder.profileID) === 'Administrator';
  const heldPermissions = holder.permissions;
  return 'any' in access
    ? access.any.some((permission) => heldPermissions.includes(permission))
    : access.all.every((permission) => heldPermissions.includes(permission));
}

/**
 * The profiles of customers, which a user with `users.create-customer` may assign. All profiles that are not listed here, except viewers,
 * are profiles of staff.
 */
export const customerProfiles = [3, 5, 7, 8, 13] as const;
/** The id of the profile whose companies can be agents of other companies. */
export const agentProfile = 3;
/** The ids of the profiles of staff. */
export const staffProfiles = [1, 2, 6, 10] as const;

export const isStaffProfile = (profileID: number | null): boolean =>
  staffProfiles.some((staffProfile) => staffProfile === profileID);

/**
 * Returns whether the permissions of a user contain all of the given permissions. `license.menu` is not checked, because this permission
 * only shows a menu item: administrators do not have it, but may assign the profiles of customers.
 */
export const isWithinPermissions = (
  wantedPermissions: readonly Permission[],
  heldPermissions: readonly Permission[],
): boolean =>
  wantedPermissions.every((permission) => permission === 'license.menu' || heldPermissions.includes(permission));

/**
 * Returns the ids of the profiles that a user may assign. With `users.create-product`, these are all profiles, and with
 * `users.create-customer` the profiles of customers. A profile that has a permission which the user does not have is left out.
 */
export function listAssignableProfiles(heldPermissions: readonly Permission[]): number[] {
  const profileCandidates = heldPermissions.includes('users.create-product')
    ? [...staffProfiles, ...customerProfiles]
    : heldPermissions.includes('users.create-customer')
      ? [...customerProfiles]
      : [];
  return profileCandidates
    .filter((profile) => isWithinPermissions(permissionsByRole[findRole(profile)], heldPermissions))
    .toSorted((a, b) => a - b);
}

/** The restricted add-ons, and the permission that is needed to add or remove each add-on. */
export const addOnGuards: readonly { addOn: string; toAdd: Permission; toRemove: Permission }[] = [
  { addOn: 'configRail', toAdd: 'users.tools-configRail', toRemove: 'users.tools-config-rail-delete' },
];

/** Which users must use two-step sign-in: nobody, staff, or everybody. */
export const secondFactorPolicies = ['none', 'staff', 'all'] as const;

export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

/** Returns whether users with the given profile must use two-step sign-in. */
export const needsSecondFactor = (policy: SecondFactorPolicy, profileID: number | null): boolean =>
  policy === 'staff' ? isStaffProfile(profileID) : policy === 'all';
