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

/** Permissions of single users on top of their role, by user id. There are none yet, as specified. */
const overrides: Readonly<Record<number, readonly Permission[]>> = {};

/** The role that a profile id stands for; `viewer` for null and for every id that is not one of the nine. */
export function roleOf(profileID: number | null): Role {
  const known: Readonly<Record<number, Role>> = profiles;
  return (profileID === null ? undefined : known[profileID]) ?? 'viewer';
}

/** What a user may do: the permissions of his role and his own overrides. */
export function permissionsOf(user: { userId: number; profileID: number | null }): readonly Permission[] {
  return [...granted[roleOf(user.profileID)], ...(overrides[user.userId] ?? [])];
}

/** A gate: everybody, whoever has a session, or the holders of any or of all of the permissions named. */
export type Access = 'public' | 'session' | { any: readonly Permission[] } | { all: readonly Permission[] };

/** Whether somebody who holds these permissions (null: nobody is signed in) passes the gate. */
export function admits(access: Access, held: readonly Permission[] | null): boolean {
  if (access === 'public') return true;
  if (held === null) return false;
  if (access === 'session') return true;
  return 'any' in access
    ? access.any.some((permission) => held.includes(permission))
    : access.all.every((permission) => held.includes(permission));
}
