import { SqliteAdapter, SqliteQueryCompiler } from 'kysely';
import type { SelectModifierNode } from 'kysely';
import { snakeCase } from '../names.ts';

/**
 * A transaction of ours begins immediate: it holds the only write lock there is. `for update` and `skip locked` are true without
 * being said, so that repositories write them for PostgreSQL and need not know where they are.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct' || node.rawModifier) super.visitSelectModifier(node);
  }

  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(snakeCase(name));
  }
}

/** One reader and one writer: Kysely must not keep all queries in one line, as it does for a single connection. */
export class SqliteTwoConnectionsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
