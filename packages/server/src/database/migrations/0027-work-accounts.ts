import {
  bytesHex,
  cascadeReference,
  flag,
  id,
  moment,
  oneOfTexts,
  optional,
  primary,
  text,
  unique,
  withDefault,
} from '../columns.ts';
import { addColumn, createIndex, createTable } from '../queries/statements.ts';

/** The accounts of staff at the identity provider of the operator, and the sign-ins with them that are not finished. */
export const workAccounts = {
  name: '0027-work-accounts',
  steps: [
    // Whether the identity provider has proven who the user is. It also asks for the second step then.
    addColumn('sessions', 'by_work_account', withDefault(0, flag)),
    createTable(
      'work_accounts',
      {
        id,
        user_id: unique(cascadeReference('users.id')),
        issuer: text,
        // The id of the person at the provider, which never changes and is never used again; not the e-mail address.
        subject: text,
        connected_at: moment,
        last_used_at: moment,
      },
      { unique: [['issuer', 'subject']] },
    ),
    createTable('work_sign_ins', {
      // SHA-256 of the state that the provider gets, and later of the token that the browser gets: a copy of the database gives no access.
      hash: primary(bytesHex(32)),
      step: oneOfTexts('started', 'known', 'unconnected', 'failed'),
      // SHA-256 of the random id of the browser that started the sign-in.
      browser: bytesHex(32),
      path: text,
      user_id: optional(cascadeReference('users.id')),
      subject: optional(text),
      problem: optional(text),
      expires_at: moment,
    }),
    createIndex('work_sign_ins', 'user_id'),
    createIndex('work_sign_ins', 'expires_at'),
  ],
} as const;
