const personLabels = ['First name', 'Last name', 'Company (optional)', 'Phone (optional)'];
const newLoginLabels = ['Login/Email', 'Repeat Login/Email'];
const grantLabels = ['From (optional)', 'To (optional)'];
const ownAccountLabels = ['Phone (optional)'];
const colourLabels = ['Brand', 'Brand, hover', 'Button text', 'Soft background', 'Links'];
const brandLabels = [
  'Name',
  'Legal entity',
  'Support e-mail',
  'E-mail sender',
  'Host names (optional)',
  // The colours of the light scheme, then those of the dark scheme.
  ...colourLabels,
  ...colourLabels,
];
const releaseNoteLabels = ['Title', 'Version', 'Release date', 'Description'];
const toolLabels = ['ID', 'Number in codes', 'Name'];
const absenceLabels = ['First day', 'Last day'];
const companyLabels = ['Name', 'External reference (optional)', 'CRM account (optional)'];
const seatsLabels = ['Seats bought', 'Order or reason'];
const helpAnswerLabels = ['Message to the customer (optional)'];

/**
 * The labels of the text fields of each page, panel, dialog or form, in the order of the page. A page without text fields has no entry. For
 * a modal dialog, the list contains only the fields in the dialog. The keys are the values of `FormState.name` in form-walk.nightly.ts.
 */
export const typedFields: Readonly<Record<string, readonly string[]>> = {
  '/sign-in': ['Login', 'Password'],
  '/password/forgot': ['E-mail'],
  '/password/reset': ['E-mail', 'Code'],
  '/password/reset: new link': ['E-mail', 'Code', 'E-mail'],
  '/activation': ['E-mail', 'Code'],
  '/activation: new link': ['E-mail', 'Code', 'E-mail'],
  '/register': [...newLoginLabels, ...personLabels, 'Reason'],
  '/licence-checker': ['Licence code, or the text of a licence file'],
  '/license/verify': ['Verification code'],
  '/license/verify: comment for a help request': ['Verification code', 'Comment (optional)'],
  '/license/verify?user=9: reason for an exception': ['Reason'],
  '/license/verify: dictation': ['Line 1', 'Line 2', 'Line 3'],
  '/license/many': ['Verification codes'],
  '/activate': ['Code on the PC'],
  '/company/join': ['E-mail', 'Code'],
  '/account': ownAccountLabels,
  '/account: reminder contact': [...ownAccountLabels, 'E-mail'],
  '/account/security: new login': ['New Login/Email', 'Your password'],
  '/account/security: passkey': ['Name', 'Your password'],
  '/account/security: new password': ['Current password', 'New password', 'Confirm password'],
  '/users/create': [...newLoginLabels, 'First name', 'Last name'],
  '/users/create: more fields': [...newLoginLabels, ...personLabels, ...grantLabels],
  '/users/20': ['Note'],
  '/users/20/edit': [...personLabels, ...grantLabels, ...grantLabels],
  '/users/139/create': [...personLabels, ...grantLabels],
  '/users/20: suspension': ['Reason'],
  '/users/20: removal of the second step': ['Reason', 'Your password'],
  '/users/20: new login': ['New Login/Email', 'Your password'],
  '/users/20: new login of a user': ['New Login/Email', 'Your password'],
  '/users/20: joined accounts': ['Login of the account to delete'],
  '/users/20: lost PC': ['What happened?'],
  '/users/3: permissions': ['Last day', 'Reason'],
  '/users/3: permission': ['Last day', 'Reason'],
  '/users/3: absence': [...absenceLabels, 'Note'],
  '/users: change of two users': ['Reason'],
  '/users?status=active: saved views': ['Name of the view'],
  '/users?status=active: saved view': ['Name of the view'],
  '/companies: new company': companyLabels,
  '/companies/1: details': companyLabels,
  '/companies/1': ['Note'],
  '/companies/1: seats': seatsLabels,
  '/companies/1: seats of another tool': seatsLabels,
  '/companies/1: invitation': ['Login/Email'],
  '/companies/1: codes of several PCs': ['Verification codes'],
  '/requests: rejection': ['Reason for the rejection'],
  '/requests: approval with changes': [...personLabels, ...grantLabels],
  '/requests: decision on two requests': ['Reason'],
  '/licenses: revocation': ['Reason'],
  '/help-requests: answer': helpAnswerLabels,
  '/admin/release-notes/create': releaseNoteLabels,
  '/admin/release-notes/9/edit': releaseNoteLabels,
  '/admin/release-notes/1/edit': releaseNoteLabels,
  '/admin/policies': ['Lasts', 'PCs', 'PC changes in 12 months', 'Renewal opens (days before expiry)'],
  '/admin/tools?add=true': toolLabels,
  '/admin/tools?add=true: panel of a new tool': toolLabels,
  '/admin/tools?add=true: add-on': [...toolLabels, 'ID', 'Name'],
  '/admin/integrations?add=true': ['Name', 'Purpose (optional)', 'Countries (optional)', 'Allowed networks (optional)'],
  '/admin/brands/create': ['ID', 'Theme', ...brandLabels],
  '/admin/brands/red': brandLabels,
  '/admin/brands/red: logo': ['Or paste SVG code'],
  '/admin/brands/red/legal/terms': ['Text (optional)'],
};

/**
 * The fields in `typedFields` that are empty after the page was loaded again, and the reason. Password fields, which
 * are always empty after that, are not in this list.
 */
export const fieldsNotKept: Readonly<Record<string, string>> = {
  '/sign-in: Login': 'The browser fills it in, and the next person at a public computer should not see it.',
  '/licence-checker: Licence code, or the text of a licence file':
    'A licence names its owner, and visitors share computers.',
  '/password/reset: Code': 'The code of a link is never stored.',
  '/password/reset: new link: Code': 'The code of a link is never stored.',
  '/activation: new link: Code': 'The code of a link is never stored.',
  '/activation: Code': 'The code of a link is never stored.',
  '/company/join: Code': 'The code of a link is never stored.',
  '/activate: Code on the PC': 'The short code of a PC is never stored.',
};

/** The text fields that do not belong to a form, so that `typedFields` does not list them, and the reason. */
export const fieldsInAddress: Readonly<Record<string, string>> = {
  Page: 'The number of the page is in the address.',
  'Expires from': 'A filter is in the address.',
  'Expires to': 'A filter is in the address.',
  From: 'A filter is in the address.',
  To: 'A filter is in the address.',
};
