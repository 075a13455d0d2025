import type * as z from 'zod/mini';
import type { Access } from './permissions.ts';
import type { ProblemCode } from './problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A reply that is bytes under a file name rather than JSON. */
export const binary = 'binary';

/** A reply that is rows of text under a file name (RFC 4180), sent while they are read. */
export const csv = 'csv';

type Shape = z.ZodMiniType;

/**
 * One call as data: what the server admits, parses and answers, and what the portal may ask.
 * `path` is written as in OpenAPI (`/user/{id}`), below the API's base; `access` is required, so that no call goes unguarded.
 * `problems` names what it can answer beyond the ones that every call can.
 */
export type Endpoint = {
  name: string;
  summary: string;
  method: Method;
  path: string;
  access: Access;
  /** Open also to somebody who has to set up his second factor before anything else. */
  openDuringSecondFactorSetup?: true;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /** The largest body in bytes, where it may be larger than that of other calls. */
  bodyBytes?: number;
  reply: Shape | typeof binary | typeof csv | null;
  problems: readonly ProblemCode[];
};

/** Declares a call and keeps its exact types. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body'> = E[Key] extends Shape
  ? z.infer<E[Key]>
  : undefined;

export type Params<E extends Endpoint> = Part<E, 'params'>;
export type Query<E extends Endpoint> = Part<E, 'query'>;
export type Body<E extends Endpoint> = Part<E, 'body'>;

/** A file that a call answers with; `name` is what the browser saves it as. */
export type Blob = { bytes: Uint8Array; name: string; type: string };

export type Reply<E extends Endpoint> = E['reply'] extends Shape
  ? z.infer<E['reply']>
  : E['reply'] extends typeof binary | typeof csv
    ? Blob
    : undefined;
