import { defineCommand, type Command } from '../command.ts';
import { passphraseOption } from './passphrase.ts';

/** The commands of the emergency kit, which issues licences while the portal and its database are not available. */
export const kitCommands: readonly Command[] = [
  defineCommand({
    name: 'kit create',
    summary: 'prepares a file that issues a limited number of short licences without portal and database',
    argumentNames: ['<file>'],
    options: {
      ...passphraseOption,
      licences: { is: 'text', value: 'N', summary: 'how many licences it may issue, 1 to 500' },
      days: { is: 'text', value: 'N', summary: 'for how many days each, 1 to 30; 14 if absent' },
      until: {
        is: 'text',
        value: 'DAY',
        summary: 'the last day on which it issues, like 2027-03-31; at most a year ahead',
      },
      'key-of': {
        is: 'text',
        value: 'KIT',
        summary: 'an earlier kit with the same passphrase, whose key it takes over, so that tools know it already',
      },
    },
    run: async (call) => (await import('./kit.ts')).createKitFile(call, call.options),
  }),
  defineCommand({
    name: 'kit issue',
    summary: 'issues a licence from a kit, and counts it there; needs no configuration and no database',
    argumentNames: ['<file>'],
    options: {
      ...passphraseOption,
      code: { is: 'text', value: 'CODE', summary: 'the verification code, or a file with it' },
      user: { is: 'text', value: 'LOGIN', summary: 'the owner of the licence' },
      by: { is: 'text', value: 'NAME', summary: 'who issues it, for the audit log' },
      brand: { is: 'text', value: 'ID', summary: 'the brand, if the owner has several' },
      out: { is: 'text', value: 'FILE', summary: 'also write the licence file, which must not exist' },
    },
    run: async (call) => (await import('./kit.ts')).issueFromKitFile(call, call.options),
  }),
  defineCommand({
    name: 'kit import',
    summary: 'stores the licences that a kit has issued in the database of the portal',
    argumentNames: ['<file>'],
    options: {
      ...passphraseOption,
      by: { is: 'text', value: 'LOGIN', summary: 'the administrator who imports them, for the audit log' },
    },
    run: async (call) => (await import('./kit.ts')).importKitFile(call, call.options),
  }),
  defineCommand({
    name: 'kit list',
    summary: 'the kits of this portal: their keys, limits and imports',
    run: async (call) => (await import('./kit.ts')).listKits(call),
  }),
];
