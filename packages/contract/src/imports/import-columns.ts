import type { ImportKind } from './imports.ts';
import type { userFields } from '../users/user-fields.ts';

/** A column of an imported file: its label on the screen, and the headings of other programs with the same meaning. */
type ImportColumn = { label: string; isRequired?: true; otherNames: readonly string[] };

/**
 * The columns of a file of users are named like the fields, but the profile has its name instead of its number, and `companyRef` names the
 * company to which the user belongs.
 */
type UserColumn = 'login' | 'profile' | 'companyRef' | Exclude<keyof typeof userFields, 'profileID'>;

/**
 * The columns that an import reads, by their names in files for programs. Exports for people have the labels instead. An import knows both,
 * and English and German headings of other programs, in upper or lower case and with any signs between the words.
 */
export const importColumns = {
  users: {
    login: {
      label: 'Login/Email',
      isRequired: true,
      otherNames: ['Email', 'Mail', 'Email address', 'E-Mail-Adresse', 'Benutzername'],
    },
    firstName: { label: 'First name', otherNames: ['Given name', 'Forename', 'Vorname'] },
    lastName: { label: 'Last name', otherNames: ['Surname', 'Family name', 'Nachname', 'Familienname'] },
    phone: { label: 'Phone', otherNames: ['Telephone', 'Phone number', 'Telefon', 'Telefonnummer', 'Tel'] },
    company: { label: 'Company', otherNames: ['Company name', 'Organisation', 'Organization', 'Firma', 'Unternehmen'] },
    companyRef: {
      label: 'Company reference',
      otherNames: ['External reference', 'Company number', 'Firmennummer', 'Organisation ID'],
    },
    profile: { label: 'Profile', otherNames: ['Role', 'Profil', 'Rolle'] },
    brand: { label: 'Brand', otherNames: ['Marke'] },
    country: { label: 'Country', otherNames: ['Country code', 'Land'] },
    tools: { label: 'Tools', otherNames: ['Tool', 'Werkzeug', 'Werkzeuge'] },
    language: { label: 'Default language', otherNames: ['Sprache'] },
    canReceiveMail: { label: 'Can receive mail', otherNames: [] },
    crmAccount: {
      label: 'CRM account',
      otherNames: ['Account', 'Account number', 'Kundennummer', 'Kunden-Nr', 'Kd-Nr'],
    },
  } satisfies Record<UserColumn, ImportColumn>,
  assignments: {
    country: { label: 'Country', isRequired: true, otherNames: ['Country code', 'Land'] },
    brand: { label: 'Brand', isRequired: true, otherNames: ['Marke'] },
    salesman: { label: 'Salesman', isRequired: true, otherNames: ['Login', 'Email', 'Login/Email', 'Verkäufer'] },
  },
  crmAccounts: {
    account: {
      label: 'CRM account',
      isRequired: true,
      otherNames: ['Account number', 'Number', 'Kundennummer', 'Kunden-Nr', 'Kd-Nr'],
    },
    name: { label: 'Name', isRequired: true, otherNames: ['Company', 'Company name', 'Firma'] },
    city: { label: 'City', otherNames: ['Town', 'Stadt', 'Ort'] },
    country: { label: 'Country', otherNames: ['Country code', 'Land'] },
  },
} as const satisfies Record<ImportKind, Record<string, ImportColumn>>;

/** The labels of the columns of exports that imports ignore, by their names in files for programs. */
export const exportOnlyColumns = {
  users: { userId: 'User Id', status: 'Status', continent: 'Continent', createdAt: 'Created' },
  assignments: { continent: 'Continent', firstName: 'First name', lastName: 'Last name', id: 'Id' },
  crmAccounts: {},
} as const satisfies Record<ImportKind, Record<string, string>>;

/** Returns whether imports ignore a column on purpose: it is in exports, or has the reasons why rows could not be imported. */
export const isIgnoredColumn = (kind: ImportKind, heading: string): boolean =>
  [problemColumn, ...Object.entries(exportOnlyColumns[kind]).flat()].some(
    (known) => foldHeading(known) === foldHeading(heading),
  );

/** The heading of the column with the reasons in a file of rows that could not be imported. Imports ignore this column. */
export const problemColumn = 'Problem';

export const listImportColumns = (kind: ImportKind): (ImportColumn & { name: string })[] =>
  Object.entries<ImportColumn>(importColumns[kind]).map(([name, column]) => ({ name, ...column }));

/** Finds the column of an import that a heading means. Returns null for an unknown heading. */
export function findImportColumn(kind: ImportKind, heading: string): string | null {
  const foldedHeading = foldHeading(heading);
  const column = listImportColumns(kind).find(({ name, label, otherNames }) =>
    [name, label, ...otherNames].some((knownName) => foldHeading(knownName) === foldedHeading),
  );
  return column?.name ?? null;
}

const foldHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
