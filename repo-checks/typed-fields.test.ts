import { expect, test } from 'vitest';
import { typedFields } from '../e2e/typed-fields.ts';
import { listSources, readText } from './files.ts';

/**
 * The portal's files with text fields that e2e/typed-fields.ts tests. The value is the name of the page state in e2e/typed-fields.ts that
 * shows these fields.
 */
const statesOfFiles: Readonly<Record<string, string>> = {
  'features/account/own-details.tsx': '/account',
  'features/brands/brand-fields.tsx': '/admin/brands/red',
  'features/brands/theme/colour-fields.tsx': '/admin/brands/red',
  'features/brands/pictures/replace-picture.tsx': '/admin/brands/red: logo',
  'features/companies/company-dialog.tsx': '/companies: new company',
  'features/companies/company-people.tsx': '/companies/1: invitation',
  'features/companies/pcs/issue-codes.tsx': '/companies/1: codes of several PCs',
  'features/companies/company-seats.tsx': '/companies/1: seats',
  'features/help-requests/answer-help.tsx': '/help-requests: answer',
  'features/help-requests/ask-for-help.tsx': '/license/verify: comment for a help request',
  'features/integrations/account-panel.tsx': '/admin/integrations?add=true',
  'features/legal/legal-form.tsx': '/admin/brands/red/legal/terms',
  'features/licence-checker/licence-checker-page.tsx': '/licence-checker',
  'features/license-admin/seats/report-lost-pc.tsx': '/users/20: lost PC',
  'features/license-admin/revoke-license.tsx': '/licenses: revocation',
  'features/licenses/activate/activate-page.tsx': '/activate',
  'features/licenses/codes/code-entry.tsx': '/license/verify',
  'features/licenses/codes/dictation.tsx': '/license/verify: dictation',
  'features/licenses/many/many-licenses-page.tsx': '/license/many',
  'features/licenses/issue/code-facts.tsx': '/license/verify?user=9: reason for an exception',
  'features/licenses/contacts/reminder-contact-card.tsx': '/account',
  'features/policies/policy-fields.tsx': '/admin/policies',
  'features/registration/register-form.tsx': '/register',
  'features/registration/person-fields.tsx': '/register',
  'features/release-notes/write/note-form.tsx': '/admin/release-notes/create',
  'features/requests/reject-request.tsx': '/requests: rejection',
  'features/saved-views/edit-view.tsx': '/users?status=active: saved view',
  'features/second-factor/add-passkey.tsx': '/account/security: passkey',
  'features/second-factor/prove-owner.tsx': '/account/security: passkey',
  'features/session/passwords/change-password-form.tsx': '/account/security: new password',
  'features/session/passwords/forgot-form.tsx': '/password/forgot',
  'features/session/passwords/new-password-fields.tsx': '/account/security: new password',
  'features/session/sign-in/sign-in-form.tsx': '/sign-in',
  'features/tools/add-on-row.tsx': '/admin/tools?add=true: add-on',
  'features/tools/tool-fields.tsx': '/admin/tools?add=true',
  'features/users/absence/absence-card.tsx': '/users/3: absence',
  'features/users/access/overrides-button.tsx': '/users/3: permission',
  'features/users/grants/grant-row.tsx': '/users/20/edit',
  'features/users/write/identity-fields.tsx': '/users/create',
  'features/users/deletion/join-accounts-button.tsx': '/users/20: joined accounts',
  'features/users/access/account-recovery.tsx': '/users/20: removal of the second step',
  'features/users/access/user-status-card.tsx': '/users/20: suspension',
  'session/editing/change-login-dialog.tsx': '/users/20: new login',
  'session/bulk/change-users.tsx': '/users: change of two users',
  'session/links/link-code-form.tsx': '/activation',
  'session/notes/note-fields.tsx': '/users/20',
  'session/bulk/decide-requests.tsx': '/requests: decision on two requests',
};

/** The other files with text fields, and the reason why e2e/typed-fields.ts does not test them. */
const otherFiles: Readonly<Record<string, string>> = {
  'app/dev-ui/form-pieces.tsx': 'The page of the components is only in development.',
  'app/header/theme-switch.tsx': 'It is a choice.',
  'app/palette/palette.tsx': 'It is a search.',
  'app/prerender.tsx': 'It is part of the build.',
  'features/account/graph-thickness.tsx': 'It is a choice.',
  'features/companies/agents/customers-table.tsx': 'It is a search.',
  'features/companies/agents/move-pcs.tsx': 'It is one number; the demo has no agent, so companies.test.tsx tests it.',
  'features/home/paste-box.tsx': 'It is on the home page of customers only; home-page.test.tsx tests it.',
  'features/imports/choose-columns.tsx':
    'Its value becomes part of the chosen file, which a page cannot keep; import-page.test.tsx tests it.',
  'features/imports/correct-rows.tsx':
    'Its cells are part of the chosen file, which a page cannot keep; import-page.test.tsx tests them.',
  'features/imports/import-page.tsx': 'It is a choice.',
  'features/integrations/account-keys.tsx':
    'The demo has no service account; integrations-page.test.tsx tests the draft.',
  'features/integrations/webhook-panel.tsx': 'The demo has no service account; webhooks.test.tsx tests the form.',
  'features/licenses/codes/typing-error.tsx': 'It is one group of a code; the draft of the page keeps the code.',
  'features/licenses/issue-steps.tsx': 'It is a choice.',
  'features/licenses/page/install-steps.tsx': 'It has only choices.',
  'features/license-admin/seats/release-machine.tsx':
    'The demo has no user without a move; machines-card.test.tsx tests the draft.',
  'features/second-factor/add-app.tsx': 'A code of the second step is never stored.',
  'features/second-factor/two-step-dialog.tsx': 'The demo has no second step; two-step.test.tsx tests the draft.',
  'features/session/sign-in/second-step.tsx': 'A code of the second step is never stored.',
  'features/users/list/edit-user-cell.tsx': 'It is one value in a row of the list; edit-user-cell.test.tsx tests it.',
  'session/editing/password-dialog.tsx': 'A password is never stored.',
  'features/session/passwords/set-up-form.tsx':
    'It needs the link of a new portal; interruptions.nightly.ts tests the draft.',
};

const portalFolder = 'packages/portal/src/';
/** Matches an import of a text field component from `ui/`, or an element `input` or `textarea`. */
const fieldPattern =
  /import \{[^}]*\b(?:ColourField|DateField|EmailField|PasswordField|TextArea|TextEntry|TextField)\b[^}]*\} from '#portal\/ui\/|<(?:input|textarea)\b(?! type="hidden")/;

/**
 * Returns the portal's files that have text fields. The paths are relative to the source folder of the portal. Files in `ui/` are left out,
 * because the forms that use them are listed.
 */
const findFilesWithFields = (files: readonly string[], read: (file: string) => string): string[] =>
  files
    .filter((file) => file.startsWith(portalFolder) && file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .filter((file) => !file.startsWith(`${portalFolder}ui/`) && fieldPattern.test(read(file)))
    .map((file) => file.slice(portalFolder.length));

test('each file with a text field belongs to a form that e2e/typed-fields.ts tests, or is in the list of exceptions with a reason', () => {
  const listedFiles = [...Object.keys(statesOfFiles), ...Object.keys(otherFiles)];
  expect(findFilesWithFields(listSources(), readText).toSorted()).toEqual(listedFiles.toSorted());
});

test('each form that e2e/typed-fields.ts tests contains a text field', () => {
  const states = Object.values(statesOfFiles);
  expect(states.filter((state) => (typedFields[state] ?? []).length === 0)).toEqual([]);
});

test('the check reports a new file with a text field', () => {
  const sources: Readonly<Record<string, string>> = {
    'features/a/wish-form.tsx': "import { TextArea } from '#portal/ui/fields/form-field.tsx';",
    'features/a/own-input.tsx': '<input type="text" />',
    'features/a/hidden.tsx': '<input type="hidden" />',
    'features/a/wish-form.test.tsx': '<textarea />',
    'ui/fields/form-field.tsx': '<input type="text" />',
  };
  const files = Object.keys(sources).map((file) => `${portalFolder}${file}`);
  const read = (file: string): string => sources[file.slice(portalFolder.length)] ?? '';
  expect(findFilesWithFields(files, read)).toEqual(['features/a/wish-form.tsx', 'features/a/own-input.tsx']);
});
