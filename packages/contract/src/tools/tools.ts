import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { day, idInPath, databaseInteger, readVersion, wholeNumber } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';
import { option } from '../calls/lists.ts';
import { requiredLine } from '../fields/visible-line.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** An add-on that a licence of a tool can enable. */
export const configTool = z.strictObject({ id: z.string(), name: z.string(), tool: z.string() });

/**
 * A tool grant: the user may get licences of this tool of a brand. A grant is valid on its first and its last day too. If one of these days
 * is null, the grant has no limit in that direction.
 */
export const toolGrant = z.strictObject({
  tool: z.string(),
  toolName: z.string(),
  brand: z.string(),
  brandName: z.string(),
  configTools: z.array(z.string()),
  /** A tool grant with the names of the tool, the brand and the add-ons. */
  addOns: z.array(option),
  validFrom: z.nullable(day),
  validTo: z.nullable(day),
});
export type ToolGrant = z.infer<typeof toolGrant>;

/** The numbers of records that refer to a tool or an add-on: grants, requests, all licences, and licences that are active today. */
const toolUses = z.strictObject({ grants: z.int(), requests: z.int(), licenses: z.int(), activeLicenses: z.int() });
export type ToolUses = z.infer<typeof toolUses>;

const addOn = z.strictObject({ id: z.string(), name: z.string(), bit: z.int(), retired: z.boolean(), uses: toolUses });
export type AddOn = z.infer<typeof addOn>;

/**
 * A tool. `code` is the number of the tool in verification codes and licence codes. `maxMajor` is the highest major version that licences
 * allow, where 255 allows all versions. `version` counts the changes of the tool and its add-ons.
 */
export const tool = z.strictObject({
  id: z.string(),
  name: z.string(),
  code: z.int(),
  maxMajor: z.int(),
  retired: z.boolean(),
  version: z.int(),
  addOns: z.array(addOn),
  uses: toolUses,
});
export type Tool = z.infer<typeof tool>;

const toolId = z
  .string({ error: fieldMessages.toolId })
  .check(z.regex(/^[a-z][A-Za-z0-9-]{1,39}$/, { error: fieldMessages.toolId }));
const name = requiredLine(fieldMessages.name, limits.text.name);
const maxMajor = wholeNumber(0, limits.tool.major, fieldMessages.maxMajor);

/**
 * All add-ons of a tool after the change, with unique ids and bits. An add-on that is missing in this list is deleted.
 */
const addOns = z
  .array(
    z.strictObject({ id: toolId, name, bit: wholeNumber(0, limits.tool.bit, fieldMessages.bit), retired: z.boolean() }),
  )
  .check(
    z.maxLength(limits.tool.addOns),
    z.superRefine((addOnList, context) => {
      for (const [index, entry] of addOnList.entries()) {
        const earlierAddOns = addOnList.slice(0, index);
        if (earlierAddOns.some(({ id }) => id === entry.id))
          context.addIssue({ code: 'custom', message: fieldMessages.toolIdTaken, path: [index, 'id'] });
        if (earlierAddOns.some(({ bit }) => bit === entry.bit))
          context.addIssue({ code: 'custom', message: fieldMessages.bitTaken, path: [index, 'bit'] });
      }
    }),
  );

/**
 * The body of the call that creates a tool. The id and the number of a tool cannot change later, because issued codes and licences contain
 * them.
 */
export const createToolBody = z.strictObject({
  id: toolId,
  code: wholeNumber(1, limits.tool.code, fieldMessages.toolCode),
  name,
  maxMajor,
  addOns,
});
const changeableFields = z.strictObject({ name, maxMajor, retired: z.boolean(), addOns });
export const changedTool = z.extend(changeableFields, { version: databaseInteger() });
const updateBody = z.extend(z.partial(changeableFields), { version: readVersion });

const params = z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(limits.text.name)) });

export const tools = {
  list: endpoint({
    name: 'tools.list',
    summary: 'All tools with their add-ons, including retired ones, and the number of records that use each',
    method: 'GET',
    path: '/tool/data',
    access: 'administrator',
    reply: z.strictObject({ items: z.array(tool) }),
    problems: [],
  }),
  create: endpoint({
    name: 'tools.create',
    summary: 'Add a tool; it gets a policy with default values for every profile and brand',
    method: 'POST',
    path: '/tool',
    access: 'administrator',
    body: createToolBody,
    reply: tool,
    problems: [],
  }),
  update: endpoint({
    name: 'tools.update',
    summary: 'Change a tool and its add-ons, retire it, or reinstate it',
    method: 'PUT',
    path: '/tool/{id}',
    access: 'administrator',
    params,
    body: updateBody,
    record: tool,
    reply: tool,
    problems: ['RESULTS_NOT_FOUND', 'STALE'],
  }),
  remove: endpoint({
    name: 'tools.remove',
    summary: 'Delete a tool that is not in use, with its add-ons and policies',
    method: 'DELETE',
    path: '/tool/{id}',
    access: 'administrator',
    params,
    reply: null,
    problems: ['RESULTS_NOT_FOUND', 'IN_USE'],
  }),
  configTools: endpoint({
    name: 'tools.configTools',
    summary: 'All configuration tools (add-ons)',
    method: 'GET',
    path: '/user/data/tools/configTools',
    access: { any: ['license.generate'] },
    reply: z.strictObject({ items: z.array(configTool) }),
    problems: [],
  }),
  licensable: endpoint({
    name: 'tools.licensable',
    summary: 'The tools and brands for which this user may get a licence today',
    method: 'GET',
    path: '/user/{id}/license/configTools',
    access: { any: ['license.generate'] },
    machines: true,
    params: idInPath,
    reply: z.strictObject({ items: z.array(toolGrant) }),
    problems: ['USER_NOT_FOUND'],
  }),
};
