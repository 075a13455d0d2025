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
    /** What happens to records; the number stands above these words. */
    counts: {
      accounts: 'Account that is deleted',
      sessions: 'Sessions that end',
      secondFactors: 'Second steps of sign-in that end',
      permissions: 'Permissions that end',
      pcs: 'PCs that move',
      licenses: 'Licences that move',
      grants: 'Tools that move',
      helpRequests: 'Help requests that move',
      letters: 'E-mails that move',
    },
    accounts: 'Both accounts',
    isDeleted: 'Is deleted',
    stays: 'Stays',
    columns: {
      outcome: 'Account',
      login: 'Login',
      company: 'Company',
      profile: 'Profile',
      country: 'Country',
      brand: 'Brand',
    },
    password: 'The password of the deleted account ends.',
    samePcs: (names: string) => `Both accounts have these PCs, which become one PC each: ${names}`,
    overLimit: (tool: string, used: number, allowed: number) =>
      `${tool}: ${counted(used, 'PC')} afterwards, and the policy allows ${allowed}. The licences stay valid.`,
    openKits: (kits: number, login: string) =>
      `${counted(kits, 'emergency kit')} may have issued licences that were not imported. Import them first: afterwards, licences of ${login} are refused.`,
    mail: 'Both addresses get an e-mail.',
  },
  otherCompany: (company: string, otherCompany: string) =>
    `The company is ${company || 'not known'}, and that of the account to delete is ${otherCompany || 'not known'}`,
  acceptsOtherCompany: 'Both accounts belong to the same person',
} as const;
