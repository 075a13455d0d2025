import * as z from 'zod/mini';
import { createTooLongMessage } from '../texts/sign-in-messages.ts';
import { limits } from '../calls/limits.ts';
import { fieldMessages } from '../texts/field-messages.ts';

const idPattern = /^[1-9]\d{0,9}$/;

/** A positive integer up to 2^31 - 1, which a path or a query contains as text. */
export const numberInPath = z.pipe(
  z.transform((input: unknown) => (typeof input === 'string' && idPattern.test(input) ? Number(input) : input)),
  z.int({ error: fieldMessages.wholeNumber }).check(z.minimum(1), z.maximum(2_147_483_647)),
);

export const idInPath = z.strictObject({ id: numberInPath });

/** An integer from `minimum` to `maximum`, both included. `error` is the message for every other value. */
export const wholeNumber = (minimum: number, maximum: number, error: string) =>
  z.int({ error }).check(z.minimum(minimum, { error }), z.maximum(maximum, { error }));

/** An integer that fits into a database column. `required` is the message for a value that is not a number. */
export const databaseInteger = (required: string = fieldMessages.notAllowed) =>
  z.int({ error: required }).check(z.minimum(0), z.maximum(2_147_483_647));

/** A date and time, ISO 8601 in UTC. */
export const moment = z.iso.datetime();

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date();

/**
 * The form of an e-mail address: the characters of RFC 5321 before the @, and a domain of letters of any script, digits and hyphens with at
 * least two parts. The server converts domains such as müller.example to ASCII.
 */
const emailPattern =
  /^[A-Za-z\d_!#$%&'*+/=?^`{|}~-]+(?:\.[A-Za-z\d_!#$%&'*+/=?^`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+(?:[\p{L}\p{M}]{2,}|[Xx][Nn]--[A-Za-z\d-]+)$/u;

/** Exactly one e-mail address, without a display name. */
export const emailAddress = z.string({ error: fieldMessages.email }).check(
  z.refine((text) => text.trim() !== '', { error: fieldMessages.email, abort: true }),
  z.maxLength(limits.text.login, { error: () => createTooLongMessage(limits.text.login) }),
  z.regex(emailPattern, { error: fieldMessages.emailFormat }),
);

/**
 * Returns a function that returns whether two fields of an object contain text. Only in this case does the validation compare the two
 * fields, also if other fields have errors.
 */
export const bothFieldsHaveText =
  (...fieldNames: readonly [string, string]) =>
  ({ value }: { value: unknown }): boolean =>
    typeof value === 'object' &&
    value !== null &&
    fieldNames.every((fieldName) => {
      const fieldValue: unknown = Reflect.get(value, fieldName);
      return typeof fieldValue === 'string' && fieldValue.trim() !== '';
    });

/** Checks that an object has one of two fields. If it has neither, `error` is shown at the field `path`, also if other fields have errors. */
export const requireOneOf = (names: readonly [string, string], path: string, error: string) =>
  z.refine<object>((value) => names.some((name) => name in value), {
    error,
    path: [path],
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

/** Any text, which may be empty. */
export const anyText = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength, { error: () => createTooLongMessage(maxLength) }));

/** Any text. An absent text is read as an empty one. */
export const optionalText = (maxLength: number) => z._default(anyText(maxLength), '');

/** A reference to a person: the id, or an object with the id and the name, as other calls return it. The result is the id. */
export const personReference = (required: string) =>
  z.union([
    personId(required),
    z.pipe(
      z.strictObject({
        userId: personId(required),
        firstName: z.optional(z.string()),
        lastName: z.optional(z.string()),
        name: z.optional(z.string()),
      }),
      z.transform(({ userId }: { userId: number }) => userId),
    ),
  ]);

/** The id of a person. `required` is the message for an absent id. */
export const personId = (required: string) => databaseInteger(required).check(z.minimum(1, { error: required }));

type WithoutDefaults<Shape extends z.core.$ZodLooseShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodMiniDefault<infer Inner> ? Inner : Shape[Name];
};

/**
 * Returns the fields of a body without the values that absent fields get. A call that changes a record needs such fields, because there an
 * absent field keeps its value.
 */
export function withoutDefaults<const Shape extends z.core.$ZodLooseShape>(shape: Shape): WithoutDefaults<Shape> {
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    field instanceof z.ZodMiniDefault ? field.def.innerType : field,
  ]);
  // `fromEntries` does not know the names, and the type of each field is the one that the line above selects.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(fields) as WithoutDefaults<Shape>;
}

/** The version of the record that the client has read. Without a version, a change overwrites an earlier change of another user. */
export const readVersion = z.optional(databaseInteger());

/**
 * A text that identifies a record, such as the id of a tool or a brand. A text that identifies a record has at most as many characters as a
 * name.
 */
export const shortText = z.string().check(z.maxLength(limits.text.name));

/**
 * In the reply of a call that can be undone: the id for `DELETE /undo/{id}`, and the time at which the chance to undo ends and the e-mails of
 * the act are sent.
 */
export const undoFields = { undo: z.optional(z.strictObject({ id: z.string(), until: moment })) };
