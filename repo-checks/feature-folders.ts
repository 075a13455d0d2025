import path from 'node:path';

/** Returns the name of the folder of a feature in server and portal: `secondFactor` in the API contract has the folder `second-factor`. */
const toFolder = (feature: string): string => feature.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Finds the features that exist only in the API contract, or only as a folder of the server or of the portal. */
export function findFeatureDifferences(
  packageName: string,
  features: readonly string[],
  folders: readonly string[],
): string[] {
  const declaredFolders = features.map(toFolder);
  return [
    ...folders.filter((folder) => !declaredFolders.includes(folder)).map((folder) => `${packageName} has ${folder}`),
    ...declaredFolders.filter((folder) => !folders.includes(folder)).map((folder) => `${packageName} lacks ${folder}`),
  ];
}

/** The files of the API contract that belong to no single feature, with the reason. */
const sharedFiles: Record<string, string> = {
  activation: 'calls of the feature licenses, in a file of their own',
  'active-texts': 'texts of the language in use',
  'audit-actions': 'the actions and kinds that every change records, and their words on the page',
  api: 'the list of all calls',
  bulk: 'calls of users, requests, licences and release notes that only their selections load',
  contrast: 'contrast of colours, for brands and their form',
  'current-user': 'reply of several calls',
  'deleted-users': 'calls of users that only one dialog loads',
  endpoint: 'the type of a call',
  'english-phrases': 'phrases in problems and e-mails',
  fields: 'fields of several calls',
  'country-names': 'other names of countries, for imports and for fields of forms',
  'csv-text': 'the format of CSV files, for exports, imports and files that the browser writes',
  'import-columns': 'the columns of imports, which exports for people share',
  'text-encodings': 'the encodings of files, for the browser and the command that imports',
  'sign-in-messages': 'messages that the sign-in page loads',
  'general-problems': 'problems by status',
  'hand-over': 'a call of country-salesmen that only one dialog loads',
  'human-sites': 'services for human verification, in settings and calls',
  inbox: 'a call of home for staff only',
  'in-active-language': 'texts of the language in use',
  'join-accounts': 'calls of license-admin that only one dialog loads',
  languages: 'the languages of the portal',
  'licence-checker': 'data in the page of the portal feature licence-checker',
  limits: 'limits of all calls',
  lists: 'paging and sorting of all lists',
  'mangled-address': 'repair of addresses that mail gateways have changed, in server and portal',
  'new-passkeys': 'WebAuthn messages that only registration of a passkey needs',
  absences: 'calls of users that only one card loads',
  options: 'fields of several calls',
  passkeys: 'WebAuthn messages',
  'password-link': 'a call of users that only one button loads',
  passwords: 'the password rule, in several features',
  'permission-overrides': 'calls of users that only one dialog loads',
  permissions: 'permissions of all calls',
  phrases: 'phrases of the language in use',
  'portal-setup': 'data in every page of the portal',
  preferences: 'fields of several calls',
  presence: 'calls of users and help-requests that only open panels make',
  problems: 'the catalogue of errors',
  'public-text': 'what the server and the portal render in the first view',
  'reminder-contacts': 'calls of licenses, in a file of their own',
  renewals: 'calls of licenses that only the page for renewals loads',
  'request-evidence': 'a call of requests that only one panel loads',
  'required-text': 'fields of several calls',
  'visible-line': 'names in several calls',
  'seat-facts': 'facts of a problem that several features report',
  'signing-in': 'fields of several calls',
  texts: 'the texts of each language',
  timeline: 'a call of users that only the page of one customer loads',
  'user-fields': 'fields of several calls',
  'view-as': 'calls of session that only one button loads',
  viewers: 'a call of users that only the page of one customer loads',
  'watch-list': 'calls of license-admin that only two dialogs load',
  'field-messages': 'validation messages',
  'translate-message': 'translates validation messages',
  'usual-sorts': 'the order of each list without a sort',
};

/**
 * Finds the files of the API contract that belong to no feature and are not in `sharedFiles`, and the names in `sharedFiles` that do not
 * exist.
 */
export function findFilesWithoutFeature(files: readonly string[], features: readonly string[]): string[] {
  const allowedNames = new Set([...features.map(toFolder), ...Object.keys(sharedFiles)]);
  const fileNames = files
    .filter((file) => !/\.(test|data)\.ts$/.test(file))
    .map((file) => path.posix.basename(file, '.ts'));
  return [
    ...fileNames.filter((name) => !allowedNames.has(name)),
    ...Object.keys(sharedFiles)
      .filter((name) => !fileNames.includes(name))
      .map((name) => `${name} is listed and does not exist`),
  ];
}
