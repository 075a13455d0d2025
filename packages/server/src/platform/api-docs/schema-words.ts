import { asObject } from './named-schemas.ts';

type Schema = Record<string, unknown>;

/**
 * A field of a body or a reply, with what it means and a description of its type. A nested field has a dotted name, such as `sort.field`
 * or `items[].id`.
 */
export type Field = { name: string; type: string; isRequired: boolean; description: string };

/** Lists the fields of a JSON Schema, each followed by its nested fields. */
export function listFields(schema: Schema, prefix = ''): Field[] {
  const choiceFields = readChoices(schema).flatMap((choice) => listFields(choice, prefix));
  if (choiceFields.length > 0)
    return choiceFields.filter((field, index) => choiceFields.findIndex(({ name }) => name === field.name) === index);
  const requiredNames = readList(schema['required']);
  return Object.entries(asObject(schema['properties'])).flatMap(([name, value]) => {
    const field = asObject(value);
    if (field['readOnly'] === true) return [];
    const { description } = field;
    const itemSchema = asObject(field['items']);
    const nestedFields =
      'items' in field ? listFields(itemSchema, `${prefix}${name}[].`) : listFields(field, `${prefix}${name}.`);
    return [
      {
        name: prefix + name,
        type: describeType(field),
        isRequired: requiredNames.includes(name),
        description: typeof description === 'string' ? description : '',
      },
      ...nestedFields,
    ];
  });
}

/** Describes the type of a value, for example `text, at most 254`, `whole number, 1 to 200`, `"asc" or "desc"`, `object or nothing`. */
export function describeType(schema: Schema): string {
  const choices = readChoices(schema);
  if (choices.length > 0) return [...new Set(choices.map(describeType))].join(' or ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  const options = readList(schema['enum']);
  if (options.length > 0) return options.map((option) => JSON.stringify(option)).join(' or ');
  if (schema['type'] === 'array') return `list of ${describeType(asObject(schema['items']))}`;
  const format = { date: 'day, YYYY-MM-DD', 'date-time': 'moment, ISO 8601 in UTC' }[String(schema['format'])];
  return format ?? `${typeNames[String(schema['type'])] ?? 'anything'}${describeBounds(schema)}`;
}

/**
 * Creates an example body with the required fields. A text without an example has the name of its field, such as
 * `<login>`.
 */
export function createExample(schema: Schema, name = ''): unknown {
  const [choice] = readChoices(schema);
  const [example] = readList(schema['examples']);
  if (example !== undefined) return example;
  if (choice) return createExample(choice, name);
  const [option = schema['const']] = readList(schema['enum']);
  if (option !== undefined) return option;
  if (schema['type'] === 'integer' || schema['type'] === 'number') return schema['minimum'] ?? 0;
  if (schema['type'] === 'boolean') return false;
  if (schema['type'] === 'array') return [createExample(asObject(schema['items']), name)];
  if (schema['type'] !== 'object') return `<${name}>`;
  const requiredNames = readList(schema['required']);
  const fields = Object.entries(asObject(schema['properties'])).filter(([field]) => requiredNames.includes(field));
  return Object.fromEntries(fields.map(([field, value]) => [field, createExample(asObject(value), field)]));
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'nothing',
};

function describeBounds({ type, minimum: min, maximum: max, maxLength }: Schema): string {
  if (typeof maxLength === 'number') return `, at most ${maxLength}`;
  if (type !== 'integer' || typeof min !== 'number' || typeof max !== 'number') return '';
  return max >= Number.MAX_SAFE_INTEGER ? '' : `, ${min} to ${max}`;
}

const readList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const readChoices = (schema: Schema): Schema[] => readList(schema['anyOf'] ?? schema['oneOf']).map(asObject);
