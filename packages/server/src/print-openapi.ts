import { endpoints } from '@basics/contract/api.ts';
import { openApiOf } from './platform/api-docs/openapi.ts';

/** Prints the API's document without starting the portal, for checkers and generators of clients. */
process.stdout.write(`${JSON.stringify(openApiOf(endpoints, 'http://127.0.0.1:3000'), null, 2)}\n`);
