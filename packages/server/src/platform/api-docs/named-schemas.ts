import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { problemBody } from '@basics/contract/calls/problems.ts';
import * as z from 'zod/mini';
import { fieldWords } from './field-words.ts';

type Json = Record<string, unknown>;

/**
 * The names of records, and where they are in the reply of a call: `users.search.items[]` is the item of a list. The reply and the body of each
 * other call are named after the call: `UsersSearchReply`, `UsersSearchBody`.
 */
const recordPlaces: Readonly<Record<string, string>> = {
  Account: 'crm.put',
  AccountKey: 'integrations.list.items[].keys[]',
  AddOn: 'tools.list.items[].addOns[]',
  AgentList: 'companies.agents',
  Assignment: 'countrySalesmen.create',
  Brand: 'brands.get',
  ChangedCompany: 'integrations.changedCompanies.items[]',
  ChangedLicense: 'integrations.changedLicenses.items[]',
  ChangedMachine: 'integrations.changedMachines.items[]',
  ChangedUser: 'integrations.changedUsers.items[]',
  Company: 'companies.get',
  CompanySeats: 'companies.setSeats',
  CountryOption: 'users.options.countries[]',
  Event: 'integrations.events.items[]',
  HelpRequest: 'helpRequests.ask',
  Import: 'imports.get',
  ImportReport: 'imports.users',
  Invitation: 'companies.invite',
  LegalText: 'legal.get',
  License: 'licenses.get',
  LicenseDetails: 'licenseAdmin.get',
  LicenseOwner: 'licenseAdmin.get.owner',
  LicensePreview: 'helpRequests.get.now',
  Machine: 'licenseAdmin.machines.items[].machines[]',
  Mail: 'mail.sendAgain',
  MassAct: 'massActs.get',
  MemberList: 'companies.members',
  Note: 'users.createNote',
  Option: 'users.options.brands[]',
  Order: 'orders.read',
  OrderLine: 'orders.read.lines[]',
  OwnedLicense: 'licenseAdmin.search.items[]',
  Preferences: 'users.get.preferences',
  ReleaseNote: 'releaseNotes.get',
  Request: 'requests.get',
  Salesman: 'countrySalesmen.create.salesman',
  SavedViews: 'savedViews.list',
  SecondFactor: 'secondFactor.rename',
  ServiceAccount: 'integrations.create',
  StatusChange: 'users.history.items[]',
  Token: 'session.extend',
  Tool: 'tools.create',
  ToolGrant: 'users.get.tools[]',
  ToolUsage: 'licenseAdmin.release',
  Undo: 'users.suspend.undo',
  User: 'users.get',
  VersionCount: 'fleet.versions.items[].versions[]',
  Webhook: 'webhooks.update',
  WebhookDelivery: 'webhooks.test',
};

/**
 * The schemas of the bodies and replies of all calls, by name. `refer` returns the reference to the schema of a body or a reply, and `inline` the
 * schema itself, without references.
 */
export type NamedSchemas = {
  schemas: Record<string, Json>;
  refer(schema: z.ZodMiniType): Json;
  inline(schema: z.ZodMiniType): Json;
};

export function nameSchemas(endpoints: readonly Endpoint[]): NamedSchemas {
  const replies = new Map<z.core.$ZodType, string>([[problemBody, 'Problem']]);
  const bodies = new Map<z.core.$ZodType, string>();
  for (const [name, place] of Object.entries(recordPlaces)) {
    const record = findSchema(endpoints, place);
    if (record) replies.set(record, name);
  }
  for (const { name, body, reply } of endpoints) {
    const callName = name.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (body && !bodies.has(body)) bodies.set(body, `${callName}Body`);
    if (typeof reply === 'object' && reply !== null && !replies.has(reply)) replies.set(reply, `${callName}Reply`);
  }
  const schemas = { ...convert(replies, 'output'), ...convert(bodies, 'input') };
  for (const endpoint of endpoints) addReadOnlyFields(schemas, endpoint, bodies);
  for (const [name, schema] of Object.entries(schemas)) describeFields(schema, name);
  const refer = (schema: z.ZodMiniType) => ({ $ref: createReference(bodies.get(schema) ?? replies.get(schema) ?? '') });
  return {
    schemas: Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    refer,
    inline: (schema) => asObject(inlineReferences(refer(schema), schemas)),
  };
}

function inlineReferences(value: unknown, schemas: Record<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((part) => inlineReferences(part, schemas));
  if (!isObject(value)) return value;
  const { $ref, ...own } = value;
  const referred = typeof $ref === 'string' ? schemas[$ref.slice(createReference('').length)] : undefined;
  return Object.fromEntries(
    Object.entries({ ...referred, ...own }).map(([key, part]) => [key, inlineReferences(part, schemas)]),
  );
}

const createReference = (name: string): string => `#/components/schemas/${name}`;

function convert(names: ReadonlyMap<z.core.$ZodType, string>, io: 'input' | 'output'): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    uri: createReference,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, ...schema }]) => [name, schema]),
  );
}

/** Adds the read-only fields of the record to the schema of a body, because a client may send a record back as it has read it. */
function addReadOnlyFields(
  schemas: Record<string, Json>,
  { body, record }: Endpoint,
  bodies: ReadonlyMap<z.core.$ZodType, string>,
): void {
  const schema = body && schemas[bodies.get(body) ?? ''];
  if (!schema || !record) return;
  const recordFields = Object.entries(asObject(toJsonSchema(record, 'output')['properties']));
  const readOnlyFields = recordFields.map(([name, field]) => [name, { ...asObject(field), readOnly: true }]);
  schema['properties'] = { ...Object.fromEntries(readOnlyFields), ...asObject(schema['properties']) };
}

/**
 * Adds to the schema of each field what it means, and an example. `place` is where the schema stands, such as `OrdersPutBody.customer`. Bounds
 * that only say that an integer is safe are left out.
 */
function describeFields(schema: unknown, place: string): void {
  if (Array.isArray(schema)) for (const part of schema) describeFields(part, place);
  if (!isObject(schema)) return;
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  for (const [key, part] of Object.entries(schema)) {
    if (key !== 'properties' || !isObject(part)) describeFields(part, place);
    else
      for (const [name, field] of Object.entries(part)) {
        if (isObject(field)) Object.assign(field, findFieldWords(`${place}.${name}`, field));
        describeFields(field, `${place}.${name}`);
      }
  }
}

/**
 * Returns the words of the field at a place, for a JSON Schema: its own words, or those of all fields of this name. The example is left out if it
 * is no value of the field.
 */
export function findFieldWords(place: string, field: Json): { description?: string; examples?: unknown[] } {
  const name = place.slice(place.lastIndexOf('.') + 1);
  const words =
    fieldWords[place] ?? (field['type'] === 'string' ? fieldWords[`${name} as text`] : undefined) ?? fieldWords[name];
  if (words === undefined) return {};
  const description = typeof words === 'string' ? words : words[0];
  const example = typeof words === 'string' ? undefined : words[1];
  return { description, ...(example !== undefined && isValueOf(field, example) && { examples: [example] }) };
}

/** Returns whether an example has the type of a field. A list of values in the schema says more than an example. */
function isValueOf(field: Json, example: unknown): boolean {
  const options = field['anyOf'];
  if (Array.isArray(options)) return options.some((option) => isValueOf(asObject(option), example));
  if ('const' in field || 'enum' in field) return false;
  const types = [field['type']].flat();
  if (Array.isArray(example)) return types.includes('array') && isValueOf(asObject(field['items']), example[0]);
  return types.includes(typeof example) || (Number.isInteger(example) && types.includes('integer'));
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds the schema at a place such as `users.search.items[]`; undefined if no call of `endpoints` has it. */
function findSchema(endpoints: readonly Endpoint[], place: string): z.core.$ZodType | undefined {
  const [feature, call, ...fields] = place.split('.');
  const reply = endpoints.find(({ name }) => name === `${feature}.${call}`)?.reply;
  if (typeof reply !== 'object' || reply === null) return undefined;
  return fields.reduce<z.core.$ZodType | undefined>((schema, field) => {
    const name = field.replace('[]', '');
    const inner = unwrap(schema, (def) => ('shape' in def ? def.shape[name] : undefined));
    return field.endsWith('[]') ? unwrap(inner, (def) => ('element' in def ? def.element : undefined)) : inner;
  }, reply);
}

type Definition = { shape: Record<string, z.core.$ZodType> } | { element: z.core.$ZodType } | object;

/** Reads a part of a schema, also if the schema may be absent or null. */
function unwrap(
  schema: z.core.$ZodType | undefined,
  read: (def: Definition) => z.core.$ZodType | undefined,
): z.core.$ZodType | undefined {
  let inner: unknown = schema;
  while (isSchema(inner)) {
    const { def } = inner._zod;
    if (!('innerType' in def)) return read(def);
    inner = def.innerType;
  }
  return undefined;
}

const isSchema = (value: unknown): value is z.core.$ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value;

export const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {});

export function toJsonSchema(schemaShape: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(schemaShape, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  });
  return schema;
}
