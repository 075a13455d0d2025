import { audit } from './audit.ts';
import { brands } from './brands.ts';
import { countrySalesmen } from './country-salesmen.ts';
import type { Endpoint } from './endpoint.ts';
import { licenses } from './licenses.ts';
import { mail } from './mail.ts';
import { registration } from './registration.ts';
import { requests } from './requests.ts';
import { secondFactor } from './second-factor.ts';
import { session } from './session.ts';
import { tools } from './tools.ts';
import { users } from './users.ts';

/** Every call there is, by room: what the matrix, the OpenAPI document and the fuzzers walk. */
export const api = {
  session,
  secondFactor,
  registration,
  users,
  requests,
  countrySalesmen,
  tools,
  licenses,
  brands,
  mail,
  audit,
} satisfies Record<string, Record<string, Endpoint>>;

export const endpoints: readonly Endpoint[] = Object.values(api).flatMap((room) => Object.values<Endpoint>(room));
