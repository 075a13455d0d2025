import { expect, test } from 'vitest';
import { api } from '@basics/contract/api.ts';
import { findFilesWithoutFeature, findFeatureDifferences } from './feature-folders.ts';
import { listFiles, listFolders } from './files.ts';

/**
 * The features that only the server or only the portal has, with the reason. The test also fails if an exception in this list is no longer
 * needed.
 */
const exceptions: Record<string, string> = {
  'server has signing-keys': 'published below /.well-known, for tools rather than for the portal',
  'portal lacks undo': 'the toast of each act undoes it (session/editing/undo.queries.ts), so there is no page',
  'portal lacks mass-acts': 'the sheet of each act shows its progress (session/bulk), so there is no page',
  'server lacks orders': 'part of integrations, by which other systems use the portal',
  'portal lacks orders': 'shown by the pages of integrations, customers and companies',
  'server lacks list-counts': 'a part of each list (users, requests, license-admin)',
  'portal lacks list-counts': 'shown by the tabs of the saved views',
  'server lacks selections': 'a part of the lists of users and licences',
  'portal lacks selections': 'part of the lists of users and licences',
  'server lacks webhooks': 'part of integrations',
  'portal lacks webhooks': 'part of the page of integrations',
  'server lacks work-accounts': 'a way to sign in, so part of session',
  'portal lacks work-accounts': 'part of the pages for sign-in and of the page of integrations',
  'portal has account': 'a page about the user and their licences, without calls of its own',
  'portal has licence-checker':
    'it checks in the browser, with the public keys only, which are no call of the contract',
};

test('the API contract, the server and the portal have the same features, except for the exceptions in a list with reasons', () => {
  const differences = (['server', 'portal'] as const).flatMap((packageName) =>
    findFeatureDifferences(packageName, Object.keys(api), listFolders(`packages/${packageName}/src/features`)),
  );
  expect(new Set(differences)).toEqual(new Set(Object.keys(exceptions)));
});

test('every file of the API contract is in the folder of a feature, or in one of the general folders that are listed with a reason', () => {
  expect(findFilesWithoutFeature(listFiles('packages/contract/src'), Object.keys(api))).toEqual([]);
});
