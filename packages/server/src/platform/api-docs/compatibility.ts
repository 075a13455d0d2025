import { asObject } from './named-schemas.ts';

type Json = Record<string, unknown>;
type Side = 'request' | 'reply';

/**
 * Lists what a client of the released API could no longer do or read with the current API: a call, a parameter or a field that is gone, a value
 * that is no longer accepted, a field that became required, or a reply that may lack a field or have another type. New calls, new fields, and new
 * values of an enumeration in a reply are compatible. Both documents are OpenAPI 3.1, as `createOpenApi` writes them.
 */
export function listBreaks(released: Json, current: Json): string[] {
  const comparison = { released, current, breaks: [] };
  for (const [path, methods] of Object.entries(asObject(released['paths'])))
    for (const [method, operation] of Object.entries(asObject(methods))) {
      const place = `${method.toUpperCase()} ${path}`;
      const currentOperation = asObject(asObject(asObject(current['paths'])[path])[method]);
      if (Object.keys(currentOperation).length === 0) report(comparison, place, 'the call is gone');
      else compareOperations(comparison, place, [asObject(operation), currentOperation]);
    }
  return comparison.breaks;
}

type Comparison = { released: Json; current: Json; breaks: string[] };
type Pair = readonly [released: Json, current: Json];

const report = ({ breaks }: Comparison, place: string, what: string): void => void breaks.push(`${place}: ${what}`);

function compareOperations(comparison: Comparison, place: string, [released, current]: Pair): void {
  for (const scheme of readSchemes(released))
    if (!readSchemes(current).includes(scheme)) report(comparison, place, `${scheme} is no longer accepted`);
  const [parameters, currentParameters] = [readParameters(released), readParameters(current)];
  compareObjects(comparison, `${place} parameters`, { side: 'request', pair: [parameters, currentParameters] });
  const [body, currentBody] = [released['requestBody'], current['requestBody']].map(asObject);
  if (body && currentBody) {
    if (currentBody['required'] === true && body['required'] !== true)
      report(comparison, place, 'the body is required');
    if (Object.keys(body).length > 0)
      compareSchemas(comparison, `${place} body`, {
        side: 'request',
        pair: [readContent(body), readContent(currentBody)],
      });
  }
  for (const [status, response] of Object.entries(asObject(released['responses']))) {
    if (!status.startsWith('2')) continue;
    const currentResponse = asObject(current['responses'])[status];
    if (currentResponse === undefined) report(comparison, place, `the reply ${status} is gone`);
    else {
      const pair: Pair = [readContent(asObject(response)), readContent(asObject(currentResponse))];
      compareSchemas(comparison, `${place} ${status}`, { side: 'reply', pair });
    }
  }
}

/** The security schemes of a call; `none` for a public call. */
function readSchemes({ security }: Json): string[] {
  if (!Array.isArray(security)) return ['session'];
  return security.length === 0 ? ['none'] : security.flatMap((scheme) => Object.keys(asObject(scheme)));
}

/** Returns the parameters of a call as the schema of an object. */
function readParameters({ parameters }: Json): Json {
  const list = (Array.isArray(parameters) ? parameters : []).map(asObject);
  const properties = Object.fromEntries(list.map(({ name, schema }) => [String(name), schema]));
  return { properties, required: list.filter(({ required }) => required === true).map(({ name }) => name) };
}

/** Returns the schema of a body or a reply; an empty schema if it is not JSON. */
const readContent = ({ content }: Json): Json => asObject(asObject(asObject(content)['application/json'])['schema']);

type Task = { side: Side; pair: Pair };

function compareSchemas(comparison: Comparison, place: string, { side, pair }: Task): void {
  const [released, current] = [resolve(comparison.released, pair[0]), resolve(comparison.current, pair[1])];
  const [options, currentOptions] = [readOptions(released), readOptions(current)];
  if (options.length > 1 || currentOptions.length > 1) {
    const [given, accepting] = side === 'request' ? [options, currentOptions] : [currentOptions, options];
    for (const option of given)
      if (
        !accepting.some((other) =>
          isCompatible(comparison, side, side === 'request' ? [option, other] : [other, option]),
        )
      )
        report(comparison, place, `no variant fits ${JSON.stringify(option).slice(0, 80)}`);
    return;
  }
  compareValues(comparison, place, { side, pair: [released, current] });
  compareObjects(comparison, place, { side, pair: [released, current] });
  if ('items' in released)
    compareSchemas(comparison, `${place}[]`, { side, pair: [asObject(released['items']), asObject(current['items'])] });
}

function isCompatible(comparison: Comparison, side: Side, pair: Pair): boolean {
  const attempt: Comparison = { ...comparison, breaks: [] };
  compareSchemas(attempt, '', { side, pair });
  return attempt.breaks.length === 0;
}

function resolve(document: Json, schema: Json): Json {
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1) : undefined;
  return name === undefined ? schema : asObject(asObject(asObject(document['components'])['schemas'])[name]);
}

const readOptions = (schema: Json): Json[] => {
  const options = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(options) ? options.map(asObject) : [schema];
};

/** The bounds of a request that may only become wider: a higher upper bound, a lower lower bound. */
const upperBounds = ['maxLength', 'maximum', 'maxItems'] as const;
const lowerBounds = ['minLength', 'minimum', 'minItems'] as const;

function compareValues(comparison: Comparison, place: string, { side, pair }: Task): void {
  const [released, current] = pair;
  const [given, accepting] = side === 'request' ? [released, current] : [current, released];
  const accepted = readTypes(accepting);
  if (accepted.length > 0 && !readTypes(given).every((type) => accepted.includes(type)))
    report(comparison, place, `the type ${readTypes(released).join()} became ${readTypes(current).join()}`);
  if (side === 'reply') return;
  const [values, currentValues] = [readValues(released), readValues(current)];
  if (currentValues && !values?.every((value) => currentValues.includes(value)))
    report(comparison, place, `only ${currentValues.join()} are accepted`);
  if (current['pattern'] !== undefined && current['pattern'] !== released['pattern'])
    report(comparison, place, 'the pattern changed');
  for (const bound of upperBounds)
    if (Number(current[bound] ?? Infinity) < Number(released[bound] ?? Infinity))
      report(comparison, place, `${bound} became lower`);
  for (const bound of lowerBounds)
    if (Number(current[bound] ?? -Infinity) > Number(released[bound] ?? -Infinity))
      report(comparison, place, `${bound} became higher`);
}

const readTypes = ({ type }: Json): unknown[] => (Array.isArray(type) ? type : type === undefined ? [] : [type]);
const readValues = (schema: Json): unknown[] | undefined => {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
};

function compareObjects(comparison: Comparison, place: string, { side, pair }: Task): void {
  const [released, current] = pair;
  const [fields, currentFields] = [asObject(released['properties']), asObject(current['properties'])];
  for (const [name, field] of Object.entries(fields)) {
    if (!(name in currentFields)) report(comparison, `${place}.${name}`, 'the field is gone');
    else
      compareSchemas(comparison, `${place}.${name}`, { side, pair: [asObject(field), asObject(currentFields[name])] });
  }
  const [required, currentRequired] = [readRequired(released), readRequired(current)];
  if (side === 'request') {
    for (const name of currentRequired)
      if (!required.includes(name)) report(comparison, `${place}.${String(name)}`, 'the field became required');
  } else
    for (const name of required)
      if (!currentRequired.includes(name)) report(comparison, `${place}.${String(name)}`, 'the field may be absent');
}

const readRequired = ({ required }: Json): unknown[] => (Array.isArray(required) ? required : []);
