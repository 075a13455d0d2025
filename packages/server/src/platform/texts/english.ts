const plurals = new Intl.PluralRules('en-GB');
const countRows = (count: number): string => `${count} ${plurals.select(count) === 'one' ? 'row' : 'rows'}`;

/** The English sentences of wrong fields, of imports, of the verification of the audit log, and of the outbox. */
export const english = {
  /**
   * What is wrong with a field of a request for which the API contract declares no message of its own. `field` is the name of the field in
   * words, such as "Valid from".
   */
  fieldFaults: {
    required: (field: string) => `${field} is required.`,
    nullValue: () => 'This value must not be null. Send a value, or leave the field out.',
    empty: () => 'This value must not be empty.',
    text: () => 'This value must be a text.',
    number: () => 'This value must be a number.',
    wholeNumber: () => 'This value must be a whole number.',
    boolean: () => 'This value must be true or false.',
    list: () => 'This value must be a list.',
    object: () => 'This value must be an object.',
    atMost: (maximum: string) => `This value must be at most ${maximum}.`,
    atLeast: (minimum: string) => `This value must be at least ${minimum}.`,
    shortest: (length: string) => `Enter at least ${length} characters.`,
    mostEntries: (count: string) => `This list must have at most ${count} entries.`,
    fewestEntries: (count: string) => `This list must have at least ${count} entries.`,
    multipleOf: (step: string) => `This value must be a multiple of ${step}.`,
    day: () => 'Enter a day like 2027-03-31.',
    moment: () => 'Enter a date and time in UTC like 2027-03-31T12:00:00Z.',
    oneOf: (values: string) => `This value is not allowed. Use one of these: ${values}.`,
    unknownInList: (names: string) => `Unknown field. Remove it, or use one of the fields of this list: ${names}.`,
    humanVerification: (call: string) => `Get a challenge with ${call}, solve it, and send the answer in this field.`,
    changedReadOnly: () => 'This field cannot be changed. Remove it, or send it as you read it.',
  },
  /**
   * Faults of an imported file. `cell` is the quoted value of a table cell; `columns`, `brands` and `profiles` are names separated by
   * commas.
   */
  importFaults: {
    tooManyLines: (maxLines: number, maxRows: number) =>
      `There are more than ${maxLines} lines. Remove empty lines, and import at most ${countRows(maxRows)} at a time.`,
    tooManyRows: (count: number, maxRows: number) =>
      `There are ${countRows(count)}. Import at most ${maxRows} at a time.`,
    splitFile: (maxRows: number) => `There are more than ${countRows(maxRows)}. Split the file.`,
    tooManyColumns: (count: number, columns: string) =>
      `There are ${count} columns. The known columns are: ${columns}.`,
    noHeader: () => 'The file has no header row.',
    unreadableRow: () => 'This row could not be read. Check its quotation marks.',
    wrongCellCount: (count: number, expectedCount: number) =>
      `This row has ${count} of ${expectedCount} cells. Check its quotation marks and separators.`,
    unknownColumn: (columns: string) => `This column is unknown. The known columns are: ${columns}.`,
    repeatedColumn: () => 'This column occurs twice.',
    missingColumn: () => 'This column is missing.',
    sameValues: (row: number) => `Row ${row} has the same values.`,
    sameLogin: (row: number) => `Row ${row} has the same login.`,
    sameAccount: (row: number) => `Row ${row} has the same account.`,
    accountWithOtherZeros: (number: string) =>
      `The account ${number} has the same number with other leading zeros. Check whether a spreadsheet has removed zeros.`,
    rowWithOtherZeros: (row: number) =>
      `Row ${row} has the same number with other leading zeros. Check whether a spreadsheet has removed zeros.`,
    accountRequired: () => 'Account is required.',
    nameRequired: () => 'Name is required.',
    country: (cell: string) =>
      `${cell} is not a country. Enter the code of two letters, for example DE, or the English name.`,
    brand: (cell: string, brands: string) => `${cell} is not a brand. Enter one of these: ${brands}.`,
    profile: (cell: string, profiles: string) =>
      `${cell} is not a profile that you can assign. Enter one of these: ${profiles}.`,
    salesman: (cell: string) => `${cell} is not an active salesman. Enter the login of an active salesman.`,
    tools: (cell: string) =>
      `${cell} contains a tool, a brand or an add-on that does not exist. The page Tools lists those that exist.`,
    company: (cell: string) =>
      `${cell} is not a company. Enter the reference of a company as in the exported list of companies, or leave the cell empty.`,
    leavesCompany: (name: string) => `This user belongs to ${name}. Take the user out on the page of the company.`,
    language: (cell: string) => `${cell} is not a language of the portal. Leave the cell empty for English.`,
  },
  /** The headings of exports for people, by the names of the columns. The columns that an import reads have their labels in the contract. */
  csvHeadings: () => csvHeadings,
  /** The words for the values of a column in an export for people, by the name of the list and of the column. */
  csvWords: (list: string): Readonly<Record<string, Readonly<Record<string, string>>>> => {
    const statuses = {
      unverified: 'Not confirmed',
      pending: 'Pending',
      approved: 'Invited',
      active: 'Active',
      rejected: 'Rejected',
      expired: 'Expired',
      withdrawn: 'Withdrawn',
      suspended: 'Suspended',
    };
    const profile = {
      AgentDistributor: 'Agent or distributor',
      SmallCustomer: 'Small customer',
      DesignerOffice: 'Designer office',
      ApplicationExpert: 'Application expert',
      URJAUser: 'URJA user',
    };
    const wordsByList: Record<string, Record<string, Record<string, string>>> = {
      users: { status: statuses, profile },
      companies: { status: { active: 'Active', suspended: 'Suspended' } },
      'pending-requests': { status: { ...statuses, approved: 'Approved', active: 'Approved', suspended: 'Approved' } },
      'release-notes': { status: { draft: 'Draft', published: 'Published' } },
      'help-requests': {
        state: {
          open: 'Open',
          replied: 'Replied',
          granted: 'Tool added',
          licensed: 'Licence issued',
          withdrawn: 'Withdrawn',
        },
      },
      mail: { state: { queued: 'Waiting', sending: 'Sending', sent: 'Sent', failed: 'Failed' } },
    };
    return wordsByList[list] ?? {};
  },
  /** Why the audit log is broken. "It" is the entry whose number is shown before the sentence. */
  chainFaults: {
    headRemoved: () => 'The end of the audit log was removed.',
    inserted: () => 'The entry was inserted: it does not belong to the audit log.',
    valuesRemoved: () => 'The values of the entry were removed, and no entry of the audit log records that.',
    rewritten: (witness: string) => `The audit log was rewritten or shortened: ${witness} is not in it.`,
    removed: () => 'The entry was removed.',
    previousChanged: () => 'The entry before it was removed, inserted or moved.',
    changed: () => 'The entry was changed.',
    nextRemoved: () => 'Entries after it were removed.',
  },
  /** What proves that a hash was once in the audit log; the text `rewritten` above contains it. `time` is in ISO 8601. */
  witnesses: {
    seal: (time: string, auditId: number) => `the seal of ${time} (entry ${auditId})`,
    licence: (licenceId: string) => `the hash in the licence ${licenceId}`,
    given: () => 'the hash that you gave',
  },
  /** Why the portal did not send an e-mail. All other reasons are texts of the mail server. */
  mailFaults: {
    noAddress: () => 'This is not one address to which an e-mail can be sent.',
    linkUnreadable: () => 'The link in this e-mail cannot be read any more. Send a new e-mail instead.',
  },
};

/** The sentences of the server in a language other than English. */
export type ServerTexts = typeof english;

const csvHeadings: Readonly<Record<string, string>> = {
  action: 'Action',
  actor: 'By',
  actorId: 'Id of the person',
  after: 'After',
  answer: 'Answer',
  askedAt: 'Sent',
  at: 'Time',
  attempts: 'Attempts',
  auditId: 'Entry',
  before: 'Before',
  brand: 'Brand',
  closedAt: 'Closed',
  closedBy: 'Closed by',
  comment: 'Comment',
  company: 'Company',
  companyId: 'Company Id',
  companyRef: 'Company reference',
  configTools: 'Add-ons',
  continent: 'Continent',
  country: 'Country',
  crmAccount: 'CRM account',
  createdAt: 'Created',
  decidedAt: 'Decided',
  decidedBy: 'Decided by',
  decisionReason: 'Reason of the decision',
  description: 'Description',
  error: 'Error',
  expiryDate: 'Expiry date',
  firstName: 'First name',
  helpRequestId: 'Help request',
  issuedAt: 'Issued',
  kind: 'Type',
  lastName: 'Last name',
  licenseId: 'Licence',
  login: 'Login/Email',
  machine: 'Service account',
  machineName: 'Machine name',
  mail: 'E-mail',
  mailId: 'E-mail id',
  managers: 'Managers',
  members: 'People',
  message: 'Message',
  name: 'Name',
  nextAttemptAt: 'Next attempt',
  phone: 'Phone',
  problem: 'Problem',
  reason: 'Reason',
  releaseDate: 'Release date',
  releaseId: 'Release note',
  requestDate: 'Request date',
  requestId: 'Reference',
  salesman: 'Salesman',
  seatsBought: 'Seats bought',
  seatsUsed: 'Seats used',
  sentAt: 'Sent',
  state: 'Status',
  status: 'Status',
  subject: 'Subject',
  subjectId: 'Id of the subject',
  subjectKind: 'Type of the subject',
  title: 'Title',
  to: 'To',
  tool: 'Tool',
  tools: 'Tools',
  userId: 'User Id',
  verificationCode: 'Verification code',
  version: 'Version',
};
