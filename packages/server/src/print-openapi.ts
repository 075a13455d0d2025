import { endpoints } from '@basics/contract/api.ts';
import { createOpenApi } from './platform/api-docs/openapi.ts';

/** Prints the OpenAPI document without starting the portal, for validators and client generators. */
process.stdout.write(`${JSON.stringify(createOpenApi(endpoints, 'http://127.0.0.1:3000'), null, 2)}\n`);
