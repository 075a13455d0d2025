import type { Body } from '@basics/contract/calls/endpoint.ts';
import { tools, type Tool } from '@basics/contract/tools/tools.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

export type NewTool = Body<typeof tools.create>;
export type ChangedTool = Body<typeof tools.update>;

const toolsKey = 'tools';

export const allTools = queryOptions({
  queryKey: [toolsKey, 'list'],
  queryFn: async ({ signal }) => (await call(tools.list, { signal })).items,
});

export const createTool = (body: NewTool): Promise<Tool> => call(tools.create, { body });
export const changeTool = (id: string, body: ChangedTool): Promise<Tool> =>
  call(tools.update, { params: { id }, body });

export async function removeTool(id: string): Promise<void> {
  await call(tools.remove, { params: { id } });
}

/** Reloads all queries, because many forms and the policies contain tools. */
export const invalidateTools = (client: QueryClient): Promise<void> => client.invalidateQueries();
