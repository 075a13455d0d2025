import { cascadeReference, flag, text, withDefault } from '../columns.ts';
import { addColumn, createTable } from '../statements.ts';

/** Stores the sessions of administrators who see the portal as another user. */
export const viewings = {
  name: '0063-viewings',
  steps: [
    // The column marks the session of an administrator who sees the portal as another user. When that user is deleted, the row of
    // `viewings` is deleted too, and the session must not become a normal session.
    addColumn('sessions', 'is_viewing', withDefault(0, flag)),
    createTable(
      'viewings',
      {
        session_id: cascadeReference('sessions.id', text),
        // The session that started the view. When this session ends, the view ends too.
        parent_id: cascadeReference('sessions.id', text),
        user_id: cascadeReference('users.id'),
      },
      { primary: ['session_id'] },
    ),
  ],
};
