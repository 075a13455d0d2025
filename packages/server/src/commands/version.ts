import { migrations } from '#server/database/migrations.ts';
import { portalVersion } from '@basics/contract/calls/limits.ts';
import type { Outcome } from './command.ts';

export function showVersion(): Outcome {
  const facts = { portal: portalVersion, migration: migrations.at(-1)?.name, node: process.versions.node };
  const lines = [`Basics Portal ${facts.portal}, migration ${facts.migration}, Node.js ${facts.node}`];
  return { ok: true, lines, facts };
}
