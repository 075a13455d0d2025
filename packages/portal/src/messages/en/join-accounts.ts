import { counted } from './counted.ts';

/** Texts of joining two accounts of one person. */
export const joinAccounts = {
  open: 'Join accounts…',
  title: (name: string) => `Join another account into that of ${name}`,
  lead: (login: string) =>
    `If this person has a second account, it is joined into ${login}: PCs, licences and requests move, and the second account is deleted.`,
  login: 'Login of the account to delete',
  preview: 'Show what happens',
  reason: 'Reason',
  submit: 'Join accounts',
  failed: 'The accounts were not joined',
  done: (login: string) => `${login} was joined into this account`,
  effect: {
    title: (name: string, login: string) => `The account of ${name} (${login}) is deleted`,
    moved: (pcs: number, licenses: number) => `${counted(pcs, 'PC')} and ${counted(licenses, 'licence')} move`,
    others: (requests: number, letters: number, grants: number) =>
      `${counted(requests, 'help request')}, ${counted(letters, 'e-mail')} and ${counted(grants, 'tool')} move`,
    samePcs: (names: string) => `Both accounts have these PCs, which become one PC each: ${names}`,
    dropped: (sessions: number, factors: number, permissions: number) =>
      `${counted(sessions, 'session')}, ${counted(factors, 'second factor')} and ${counted(permissions, 'permission')} end, and the password`,
    overLimit: (tool: string, used: number, allowed: number) =>
      `${tool}: ${counted(used, 'PC')} afterwards, and the policy allows ${allowed}. The licences stay valid.`,
    accountThatEnds: (facts: string) => `Account to delete: ${facts}`,
    accountThatStays: (facts: string) => `Account to keep: ${facts}`,
    openKits: (kits: number, login: string) =>
      `${counted(kits, 'emergency kit')} may have issued licences that were not imported. Import them first: afterwards, licences of ${login} are refused.`,
    mail: 'Both addresses get an e-mail.',
  },
  otherCompany: (company: string, otherCompany: string) =>
    `The company is ${company || 'not known'}, and that of the account to delete is ${otherCompany || 'not known'}`,
  acceptsOtherCompany: 'Both accounts belong to the same person',
} as const;
