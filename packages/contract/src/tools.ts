import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, numberInPath } from './fields.ts';

/** An add-on that a licence of a tool can switch on. */
export const configTool = z.strictObject({ id: z.string(), name: z.string(), tool: z.string() });

/** A tool, for a brand, that a user may get licences for; the days are inclusive, null is open. */
export const toolGrant = z.strictObject({
  tool: z.string(),
  toolName: z.string(),
  brand: z.string(),
  brandName: z.string(),
  configTools: z.array(z.string()),
  validFrom: z.nullable(day),
  validTo: z.nullable(day),
});
export type ToolGrant = z.infer<typeof toolGrant>;

export const tools = {
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
    params: z.strictObject({ id: numberInPath }),
    reply: z.strictObject({ items: z.array(toolGrant) }),
    problems: ['USER_NOT_FOUND'],
  }),
};
