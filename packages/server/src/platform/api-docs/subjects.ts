import type { Endpoint } from '@basics/contract/calls/endpoint.ts';

/** A subject of calls, as the OpenAPI document and the API page show it. */
type Subject = { name: string; description: string };

const subjects = {
  audit: { name: 'Audit log', description: 'Who changed what, and the proof that no entry was changed.' },
  brands: { name: 'Brands', description: 'Names, colours, pictures and texts of the brands.' },
  companies: { name: 'Companies', description: 'Companies with their members, shared PCs and agents.' },
  crm: { name: 'CRM accounts', description: 'The accounts of the CRM that staff choose for a customer.' },
  home: { name: 'Home', description: 'What the home pages show.' },
  imports: { name: 'Imports', description: 'CSV files of users, assignments and CRM accounts.' },
  integrations: {
    name: 'Integrations',
    description: 'Service accounts and keys, events, webhooks, and copies of all records.',
  },
  legal: { name: 'Legal texts', description: 'Terms of use and privacy statements.' },
  licenses: {
    name: 'Licences',
    description: 'Check a verification code, issue, renew, send and revoke licences; PCs.',
  },
  lists: { name: 'Lists', description: 'Saved views, numbers of rows, mass changes and Undo.' },
  mail: { name: 'E-mails', description: 'The e-mails of the portal, and what became of them.' },
  operation: { name: 'Operation', description: 'The state of the portal, for administrators.' },
  orders: { name: 'Orders', description: 'What customers bought in a shop or an ERP.' },
  questions: { name: 'Help requests', description: 'Questions of customers about a verification code.' },
  releaseNotes: { name: 'Release notes', description: 'Versions of the tools, and their files.' },
  requests: { name: 'Requests', description: 'Registration, and requests for an account.' },
  session: { name: 'Sign-in', description: 'Sessions, passwords, two-step sign-in and work accounts.' },
  tools: { name: 'Tools', description: 'Tools, add-ons, policies and versions in use.' },
  users: { name: 'Users', description: 'Customers and staff, with their notes, permissions and absences.' },
  salesmen: { name: 'Salesmen', description: 'Which salesman is responsible for which country and brand.' },
} satisfies Record<string, Subject>;

/** The subject of each feature of the API contract. */
const subjectOfFeature: Readonly<Record<string, Subject>> = {
  ...subjects,
  countrySalesmen: subjects.salesmen,
  firstSteps: subjects.operation,
  fleet: subjects.tools,
  helpRequests: subjects.questions,
  licenseAdmin: subjects.licenses,
  listCounts: subjects.lists,
  massActs: subjects.lists,
  policies: subjects.tools,
  registration: subjects.requests,
  savedViews: subjects.lists,
  secondFactor: subjects.session,
  selections: subjects.lists,
  status: subjects.operation,
  undo: subjects.lists,
  webhooks: subjects.integrations,
  workAccounts: subjects.session,
};

/** Returns the subject of a call: that of licences for the call `licenseAdmin.search`. */
export function findSubject({ name }: Endpoint): Subject {
  const [feature = ''] = name.split('.');
  return subjectOfFeature[feature] ?? { name: feature, description: `The calls of ${feature}.` };
}
