const person = ['First name', 'Last name', 'Company (optional)', 'Phone (optional)'];
const newLogin = ['Login/Email', 'Repeat Login/Email'];
const grant = ['From (optional)', 'To (optional)'];
const ownAccount = ['Phone (optional)', 'E-mail'];
const colours = ['Brand', 'Brand, hover', 'Button text', 'Soft background', 'Links'];
const brand = [
  'Name',
  'Legal entity',
  'Support e-mail',
  'E-mail sender',
  'Host names (optional)',
  // The colours of the light scheme, then those of the dark scheme.
  ...colours,
  ...colours,
];
const note = ['Title', 'Version', 'Release date', 'Description'];
const tool = ['ID', 'Number in codes', 'Name', 'Newest version'];
const absence = ['First day', 'Last day'];
const helpAnswer = ['Message to the customer (optional)', 'Reason for the exception'];

/**
 * The labels of the fields for typed text in each state of a page, in the order of the page; a state without such a field has no row. A modal
 * dialog hides the fields behind it. The keys are the names of the states in form-walk.nightly.ts.
 */
export const typedFields: Readonly<Record<string, readonly string[]>> = {
  '/sign-in': ['Login', 'Password'],
  '/password/forgot': ['E-mail'],
  '/password/reset': ['E-mail'],
  '/activation': ['E-mail'],
  '/register': [...newLogin, ...person, 'Reason', 'Comment (optional)'],
  '/licence-checker': ['Licence code, or the text of a licence file'],
  '/': ['Verification code'],
  '/: account menu': ['Verification code'],
  '/: legal disclaimer': ['Verification code'],
  '/license/verify': ['Verification code'],
  '/license/verify: comment for a help request': ['Verification code', 'Comment (optional)'],
  '/license/verify?user=9: reason for an exception': ['Reason'],
  '/license/verify: dictation': ['Line 1', 'Line 2', 'Line 3'],
  '/license/many': ['Verification codes'],
  '/activate': ['Code on the PC'],
  '/account': ownAccount,
  '/account: reminder contact': ownAccount,
  '/account: new login': ['New Login/Email', 'Your password'],
  '/account: passkey': ['Name', 'Your password'],
  '/account: new password': [...ownAccount, 'Current password', 'New password', 'Confirm password'],
  '/users/create': [...newLogin, ...person, ...grant],
  '/users/20': ['E-mail'],
  '/users/20/edit': [...person, ...grant, ...grant],
  '/users/139/create': [...person, ...grant],
  '/users/20: suspension': ['Reason'],
  '/users/20: removal of the second step': ['Reason', 'Your password'],
  '/users/20: new login': ['New Login/Email', 'Your password'],
  '/users/20: new login of a user': ['New Login/Email', 'Your password'],
  '/users/20: joined accounts': ['Login of the account to delete'],
  '/users/20: lost PC': ['What happened?'],
  '/users/3: permissions': ['Last day', 'Reason'],
  '/users/3: permission': ['Last day', 'Reason'],
  '/users/3: absence': ['E-mail', ...absence],
  '/users: change of two users': ['Reason'],
  '/users?status=active: saved views': ['Name of the view'],
  '/users?status=active: saved view': ['Name of the view'],
  '/requests: rejection': ['Reason for the rejection'],
  '/requests: approval with changes': [...person, ...grant],
  '/requests: decision on two requests': ['Reason'],
  '/licenses: revocation': ['Reason'],
  '/help-requests: panel of a help request': helpAnswer,
  '/help-requests: answer': helpAnswer,
  '/admin/release-notes/create': note,
  '/admin/release-notes/9/edit': note,
  '/admin/release-notes/1/edit': note,
  '/admin/policies': [
    'Lasts',
    'PCs',
    'Moves in 12 months',
    'Days before the last day from which a licence can be renewed',
  ],
  '/admin/tools?add=true': tool,
  '/admin/tools?add=true: panel of a new tool': tool,
  '/admin/tools?add=true: add-on': [...tool, 'ID', 'Name'],
  '/admin/brands/create': ['ID', 'Theme', ...brand],
  '/admin/brands/red': brand,
  '/admin/brands/red: logo': ['Or paste SVG code'],
  '/admin/brands/red/legal/terms': ['Text (optional)'],
};

/** The fields in `typedFields` that are empty after the page was loaded again, and why. A password is never stored. */
export const fieldsNotKept: Readonly<Record<string, string>> = {
  '/sign-in: Login': 'The browser fills it in, and the next person at a public computer should not see it.',
  '/licence-checker: Licence code, or the text of a licence file':
    'A licence names its owner, and visitors share computers.',
  '/activate: Code on the PC': 'The short code of a PC is never stored.',
};

/** The fields that are missing in `typedFields`, and why: their text is no part of a form. */
export const fieldsInAddress: Readonly<Record<string, string>> = {
  Page: 'The number of the page is in the address.',
  'Expires from': 'A filter is in the address.',
  'Expires to': 'A filter is in the address.',
  From: 'A filter is in the address.',
  To: 'A filter is in the address.',
};
