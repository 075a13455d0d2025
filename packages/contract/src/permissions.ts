/** The nine profiles, by the id that the wire carries. Any other id, or none, is a viewer. */
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

const areas = {
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

type Areas = typeof areas;
export type Permission = { [Area in keyof Areas]: `${Area}.${Areas[Area][number]}` }[keyof Areas];

const isPermission = (name: string): name is Permission => {
  const [area = '', action = ''] = name.split('.');
  return Object.entries(areas).some(([known, actions]) => known === area && actions.some((each) => each === action));
};

/** All 25 permissions, written `area.action`. */
export const permissions: readonly Permission[] = Object.entries(areas)
  .flatMap(([area, actions]) => actions.map((action) => `${area}.${action}`))
  .filter(isPermission);

const customerPermissions = ['license.menu', 'license.generate', 'account.view'] as const satisfies Permission[];

const granted: Record<Role, readonly Permission[]> = {
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

/** Permissions of single users on top of their role, by user id. */
export type PermissionOverrides = Readonly<Record<number, readonly Permission[]>>;

/** Empty, as specified. */
export const permissionOverrides: PermissionOverrides = {};

/** The role that a profile id stands for; `viewer` for null and for every id that is not one of the nine. */
export function roleOf(profileID: number | null): Role {
  const known: Readonly<Record<number, Role>> = profiles;
  return (profileID === null ? undefined : known[profileID]) ?? 'viewer';
}

/** What the permissions of a user go by. */
export type PermissionContext = { userRole: Role; userId: number };

export const permissionContextOf = (user: { userId: number; profileID: number | null }): PermissionContext => ({
  userRole: roleOf(user.profileID),
  userId: user.userId,
});

/** What a user may do: the permissions of the role and the user's own overrides. */
export const permissionsOf = (
  { userRole, userId }: PermissionContext,
  overrides: PermissionOverrides = permissionOverrides,
): readonly Permission[] => [...granted[userRole], ...(overrides[userId] ?? [])];

/**
 * A gate: everybody, whoever has a session, the holders of any or of all of the permissions named, or administrators alone (for what
 * the 25 permissions do not name: mail, audit).
 */
export type Access =
  'public' | 'session' | 'administrator' | { any: readonly Permission[] } | { all: readonly Permission[] };

/** Who stands at a gate: null is nobody. */
export type Holder = { profileID: number | null; permissions: readonly Permission[] };

/** Whether somebody (null: nobody is signed in) passes the gate. */
export function isPermitted(access: Access, holder: Holder | null): boolean {
  if (access === 'public') return true;
  if (holder === null) return false;
  if (access === 'session') return true;
  if (access === 'administrator') return roleOf(holder.profileID) === 'Administrator';
  const held = holder.permissions;
  return 'any' in access
    ? access.any.some((permission) => held.includes(permission))
    : access.all.every((permission) => held.includes(permission));
}

/** Profiles of customers: what `users.create-customer` may give. The others, viewers apart, are staff. */
export const customerProfiles = [3, 5, 7, 8, 13] as const;
export const staffProfiles = [1, 2, 6, 10] as const;

/**
 * The profiles that somebody may give to others: all with `users.create-product`, customers' with `users.create-customer`, and never
 * one that holds a permission which he lacks.
 */
export function givableProfiles(held: readonly Permission[]): number[] {
  const named = held.includes('users.create-product')
    ? [...staffProfiles, ...customerProfiles]
    : held.includes('users.create-customer')
      ? [...customerProfiles]
      : [];
  // `license.menu` only shows a menu item; administrators lack it and give customer profiles all the same.
  const weighs = (permission: Permission): boolean => permission !== 'license.menu';
  return named
    .filter((profile) => granted[roleOf(profile)].filter(weighs).every((permission) => held.includes(permission)))
    .toSorted((a, b) => a - b);
}

/** The add-ons that not everybody may hand out, and which permission each step needs. */
export const addOnGuards: readonly { addOn: string; toAdd: Permission; toRemove: Permission }[] = [
  { addOn: 'configRail', toAdd: 'users.tools-configRail', toRemove: 'users.tools-config-rail-delete' },
];
