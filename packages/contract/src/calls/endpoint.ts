import type * as z from 'zod/mini';
import type { Access } from './permissions.ts';
import type { ProblemCode } from './problems.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Marks a reply that is a file (bytes and a file name) instead of JSON. */
export const binary = 'binary';

/** Marks a reply that is a CSV file (RFC 4180). The server streams the rows while it reads them from the database. */
export const csv = 'csv';

type Shape = z.ZodMiniType;

/**
 * The declaration of one API call. The server uses the declaration of a call to authorise, parse and answer the call, and the portal uses
 * it to make the call. `path` is written as in OpenAPI (`/user/{id}`), without the prefix `apiBase`. `access` is required, so that every
 * call is protected. `problems` names the problems that are specific to this call.
 */
export type Endpoint = {
  name: string;
  summary: string;
  method: Method;
  path: string;
  access: Access;
  /** Whether users who must still set up two-step sign-in may call the endpoint. */
  openDuringSecondFactorSetup?: true;
  /** Whether other systems may make the call with the key of a service account. Every other call refuses keys. */
  machines?: true;
  /** The path of the record that the call creates, with fields of the reply in braces; the answer has it in the header `Location`. */
  location?: string;
  params?: Shape;
  query?: Shape;
  body?: Shape;
  /**
   * The record that the call changes, as another call returns it. A client may send the record back as it has read it: fields that only the
   * record has are accepted if they are unchanged, and are never written.
   */
  record?: Shape;
  /** The maximum size of the request body in bytes, if it is larger than the default. */
  bodyBytes?: number;
  reply: Shape | typeof binary | typeof csv | null;
  problems: readonly ProblemCode[];
};

/** Declares an API call. Returns the declaration with its exact types. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body'> = E[Key] extends Shape
  ? z.infer<E[Key]>
  : undefined;

export type Params<E extends Endpoint> = Part<E, 'params'>;
export type Query<E extends Endpoint> = Part<E, 'query'>;
export type Body<E extends Endpoint> = Part<E, 'body'>;

/** A reply that is a file. The browser saves the file with the name `name`. */
export type FileReply = { bytes: Uint8Array; name: string; type: string };

export type Reply<E extends Endpoint> = E['reply'] extends Shape
  ? z.infer<E['reply']>
  : E['reply'] extends typeof binary | typeof csv
    ? FileReply
    : undefined;
