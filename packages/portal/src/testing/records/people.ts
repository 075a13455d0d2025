import type { PortalSetup } from '@basics/contract/brands/portal-setup.ts';
import { toPermissionContext, listPermissions, profiles, type Role } from '@basics/contract/calls/permissions.ts';
import type { CurrentUser } from '@basics/contract/session/current-user.ts';

/** A portal with both brands; the host name shows the blue brand, which is the default. */
export const setup: PortalSetup = {
  brand: 'blue',
  brandBy: 'default',
  brands: [
    {
      id: 'blue',
      name: 'Basics Blue',
      theme: 'product',
      supportEmail: 'support@blue.example',
      legalEntity: 'Basics Blue GmbH',
    },
    {
      id: 'red',
      name: 'Basics Red',
      theme: 'partner',
      supportEmail: 'support@red.example',
      legalEntity: 'Basics Red S.p.A.',
    },
  ],
  demo: false,
  pocUrl: null,
  passkeys: { origin: 'http://localhost', here: true },
};

/** Creates a user with a role and the permissions of this role. */
export function createUser(role: Role, change: Partial<CurrentUser> = {}): CurrentUser {
  const profileID = Object.entries(profiles).find(([, name]) => name === role)?.[0];
  const identity = { userId: 42, profileID: profileID === undefined ? null : Number(profileID) };
  return {
    ...identity,
    userFirstName: 'Ada',
    userLastName: 'Lovelace',
    userEmail: 'ada.lovelace@office.example',
    permissions: [...listPermissions(toPermissionContext(identity))],
    brand: null,
    ...change,
  };
}

/** Creates a session token in the format of the server, with an invalid signature; it expires after `hours` hours. */
export function createToken(userName: string, hours = 8): string {
  const exp = Math.floor(Date.now() / 1000 + hours * 3600);
  return `${encodePart({ alg: 'HS256' })}.${encodePart({ userName, exp, jti: crypto.getRandomValues(new Uint32Array(1))[0] })}.c2lnbmF0dXJl`;
}

const encodePart = (value: unknown): string => btoa(JSON.stringify(value)).replaceAll('=', '');
