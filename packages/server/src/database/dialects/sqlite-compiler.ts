import { SqliteAdapter, SqliteQueryCompiler, ValueNode } from 'kysely';
import type { LimitNode, SelectModifierNode } from 'kysely';
import { snakeCase } from '../names.ts';

/**
 * A transaction begins as "immediate" and gets the only write lock. `for update` and `skip locked` are therefore omitted: repositories write
 * them for PostgreSQL and do not depend on the dialect.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct' || node.rawModifier) super.visitSelectModifier(node);
  }

  /** Writes a limit as text and not as a parameter, for the reason that `limitTo` in fragment.ts explains. */
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`limit ${String(limit.value)}`);
    else super.visitLimit(node);
  }

  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(snakeCase(name));
  }
}

/** The database has one reader and one writer: Kysely must not serialise all queries, as it does for a single connection. */
export class SqliteTwoConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
