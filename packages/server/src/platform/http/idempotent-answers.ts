import { csv, type Endpoint } from '@basics/contract/calls/endpoint.ts';
import { problemBody } from '@basics/contract/calls/problems.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { minutes } from '#server/platform/clock/clock.ts';
import { invalid, Problem, problem, toProblemBody } from '#server/platform/problem.ts';
import { isReadCall } from '#server/platform/security/viewing.ts';
import {
  claimAbandonedAnswer,
  claimAnswer,
  findAnswer,
  freeAnswer,
  storeAnswer,
  type KeyedRequest,
} from './idempotent-answers.repository.ts';
import type { Actor, CallContext } from './call-context.ts';

type Context = Pick<CallContext<Actor | null>, 'database' | 'seal' | 'actor' | 'at'>;
type SentRequest = {
  endpoint: Endpoint;
  idempotencyKey: string | undefined;
  params: unknown;
  query: unknown;
  body: unknown;
};

/** A request that has no answer after this time has lost its process. Requests end after 12 seconds. */
const abandonedMs = minutes(1);
const sealPurpose = 'idempotent answer';
const keyPattern = /^[\x21-\x7E]{1,255}$/;

/**
 * Runs a POST or PUT of a service account that changes something once for each Idempotency-Key: the first answer is stored for 7 days and repeated, also if it is a
 * problem that is the client's fault. A search runs each time: a stored result would show records that the key may no longer see. After a fault of the server the key is free again. Throws IDEMPOTENCY_MISMATCH for another request with
 * the same key, and IDEMPOTENCY_BUSY while the first request runs.
 */
export async function answerOnce<Result>(
  context: Context,
  { endpoint, idempotencyKey, ...input }: SentRequest,
  run: () => Promise<Result> | Result,
): Promise<Result> {
  const machine = context.actor?.machine;
  const isChange = /^(?:POST|PUT)$/.test(endpoint.method) && endpoint.reply !== csv && !isReadCall(endpoint.name);
  if (!machine || idempotencyKey === undefined || !isChange) return run();
  if (!keyPattern.test(idempotencyKey)) throw invalid({ 'Idempotency-Key': serverMessages.idempotencyKey });
  const requestHash = hashOf(JSON.stringify([endpoint.name, input.params, input.query, input.body]));
  const request = { accountId: machine.accountId, keyHash: hashOf(idempotencyKey), requestHash };
  if (await claim(context, request)) return runAndStore(context, request, run);
  const stored = await findAnswer(context.database.kysely, request);
  if (stored && stored.requestHash !== requestHash) throw problem('IDEMPOTENCY_MISMATCH');
  const answer = stored?.answer ? await context.seal.open(sealPurpose, stored.answer) : null;
  if (answer === null) throw problem('IDEMPOTENCY_BUSY', { retryAfterSeconds: 1 });
  // The stored result is a result of the same call, whose type the request hash contains.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return readAnswer(answer) as Result;
}

async function claim({ database, at }: Context, request: KeyedRequest): Promise<boolean> {
  if (await claimAnswer(database.kysely, request, at)) return true;
  return claimAbandonedAnswer(database.kysely, request, { at, abandonedBefore: at - abandonedMs });
}

async function runAndStore<Result>(
  { database, seal }: Context,
  request: KeyedRequest,
  run: () => Promise<Result> | Result,
): Promise<Result> {
  const store = (answer: Answer) =>
    storeAnswer(database.kysely, request, seal.close(sealPurpose, JSON.stringify(answer, toStorable)));
  let result: Result;
  try {
    result = await run();
  } catch (error) {
    if (error instanceof Problem && error.status < 500 && error.status !== 429)
      await store({ problem: toProblemBody(error, '') });
    else await freeAnswer(database.kysely, request);
    throw error;
  }
  // If the answer cannot be stored, the key stays claimed, because the work is done.
  await store({ result });
  return result;
}

type Answer = z.infer<typeof answerSchema>;
const answerSchema = z.union([z.object({ problem: problemBody }), z.object({ result: z.optional(z.unknown()) })]);
const storedBytes = z.object({ bytes: z.object({ base64: z.string() }) });

/** Files are stored as base64, because JSON has no bytes. */
const toStorable = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;

/** Returns the stored result, or throws the stored problem. */
function readAnswer(text: string): unknown {
  const answer = answerSchema.parse(JSON.parse(text));
  if ('problem' in answer) {
    const { code, message, fields } = answer.problem;
    throw new Problem(code, message, { ...(fields && { fields }) });
  }
  const { result } = answer;
  const file = storedBytes.safeParse(result);
  return file.success ? Object.assign({}, result, { bytes: Buffer.from(file.data.bytes.base64, 'base64') }) : result;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
