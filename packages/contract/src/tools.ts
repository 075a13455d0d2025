import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, idInPath, storedNumber, wholeNumber } from './fields.ts';
import { limits } from './limits.ts';
import { option } from './options.ts';
import { requiredLine } from './visible-line.ts';
import { words } from './words.ts';

/** An add-on that a licence of a tool can enable. */
export const configTool = z.strictObject({ id: z.string(), name: z.string(), tool: z.string() });

/** A tool, for a brand, that a user may get licences for; the days are inclusive, null means no limit. */
export const toolGrant = z.strictObject({
  tool: z.string(),
  toolName: z.string(),
  brand: z.string(),
  brandName: z.string(),
  configTools: z.array(z.string()),
  /** The same with their names. */
  addOns: z.array(option),
  validFrom: z.nullable(day),
  validTo: z.nullable(day),
});
export type ToolGrant = z.infer<typeof toolGrant>;

/** The number of records that refer to it: grants, requests, and licences (all ever issued; active today). */
const uses = z.strictObject({ grants: z.int(), requests: z.int(), licenses: z.int(), activeLicenses: z.int() });
export type Uses = z.infer<typeof uses>;

const addOn = z.strictObject({ id: z.string(), name: z.string(), bit: z.int(), retired: z.boolean(), uses });
export type AddOn = z.infer<typeof addOn>;

/** `code` is its number in codes, `maxMajor` the highest major version that licences allow (255: all). One version number for the whole record. */
export const tool = z.strictObject({
  id: z.string(),
  name: z.string(),
  code: z.int(),
  maxMajor: z.int(),
  retired: z.boolean(),
  version: z.int(),
  addOns: z.array(addOn),
  uses,
});
export type Tool = z.infer<typeof tool>;

const toolId = z.string({ error: words.toolId }).check(z.regex(/^[a-z][A-Za-z0-9-]{1,39}$/, { error: words.toolId }));
const name = requiredLine(words.name, limits.text.name);
const maxMajor = wholeNumber(0, limits.tool.major, words.maxMajor);

/** All add-ons of a tool after the change: each id and each bit once. A missing one is deleted. */
const addOns = z
  .array(z.strictObject({ id: toolId, name, bit: wholeNumber(0, limits.tool.bit, words.bit), retired: z.boolean() }))
  .check(
    z.maxLength(limits.tool.addOns),
    z.superRefine((list, context) => {
      for (const [index, each] of list.entries()) {
        const before = list.slice(0, index);
        if (before.some(({ id }) => id === each.id))
          context.addIssue({ code: 'custom', message: words.toolIdTaken, path: [index, 'id'] });
        if (before.some(({ bit }) => bit === each.bit))
          context.addIssue({ code: 'custom', message: words.bitTaken, path: [index, 'bit'] });
      }
    }),
  );

/** Id and number cannot change: issued codes and licences contain them. */
export const createToolBody = z.strictObject({
  id: toolId,
  code: wholeNumber(1, limits.tool.code, words.toolCode),
  name,
  maxMajor,
  addOns,
});
export const updateToolBody = z.strictObject({ version: storedNumber(), name, maxMajor, retired: z.boolean(), addOns });

const params = z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(limits.text.name)) });

export const tools = {
  list: endpoint({
    name: 'tools.list',
    summary: 'All tools with their add-ons, retired ones too, and how many refer to each',
    method: 'GET',
    path: '/tool/data',
    access: 'administrator',
    reply: z.strictObject({ items: z.array(tool) }),
    problems: [],
  }),
  create: endpoint({
    name: 'tools.create',
    summary: 'Add a tool; it gets a policy with the starting values for every profile and brand',
    method: 'POST',
    path: '/tool',
    access: 'administrator',
    body: createToolBody,
    reply: tool,
    problems: [],
  }),
  update: endpoint({
    name: 'tools.update',
    summary: 'Change a tool and its add-ons, retire it, or take that back',
    method: 'PUT',
    path: '/tool/{id}',
    access: 'administrator',
    params,
    body: updateToolBody,
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
    summary: 'The configuration tools there are',
    method: 'GET',
    path: '/user/data/tools/configTools',
    access: { any: ['license.generate'] },
    reply: z.strictObject({ items: z.array(configTool) }),
    problems: [],
  }),
  licensable: endpoint({
    name: 'tools.licensable',
    summary: 'What this user may get a licence for today',
    method: 'GET',
    path: '/user/{id}/license/configTools',
    access: { any: ['license.generate'] },
    params: idInPath,
    reply: z.strictObject({ items: z.array(toolGrant) }),
    problems: ['USER_NOT_FOUND'],
  }),
};
