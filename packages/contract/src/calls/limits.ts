/** Business constants of the product, each declared once. The name of a time says its unit. */
export const limits = {
  /** The maximum size of a request body, in bytes and in levels of nesting. */
  body: { bytes: 65_536, depth: 20 },
  /** The default number of rows on a page of each list. `max` is the maximum number of rows on a page of every list. */
  page: {
    requests: 20,
    users: 20,
    countrySalesmen: 20,
    licenses: 20,
    helpRequests: 20,
    crm: 10,
    companies: 10,
    orders: 10,
    releaseNotes: 100,
    max: 200,
  },
  /** The maximum number of filters of a list, of the values of one filter, of the days of a relative filter, of the rows that one selection finds, and of the searches that one call counts. */
  list: { filters: 12, values: 100, days: 3650, selected: 25_000, counts: 30 },
  password: { min: 8, max: 128 },
  text: {
    login: 254,
    name: 80,
    line: 200,
    keyword: 100,
    reason: 500,
    code: 20_000,
    batchCode: 2000,
    legal: 20_000,
    path: 300,
  },
  /** A session lasts `hours`. A session can be extended until `maxHours` after the sign-in. */
  session: { hours: 8, maxHours: 24, warnMinutes: 5, viewMinutes: 15 },
  link: {
    confirmHours: 48,
    activationHours: 72,
    resetMinutes: 60,
    handoffSeconds: 60,
    passkeyMinutes: 5,
    unverifiedDays: 7,
    requestDays: 60,
  },
  /**
   * How long staff can undo one act (`oneSeconds`) or an act on many records (`massMinutes`); the e-mails of the act wait as long. A decision
   * about a request can be taken back for `decisionHours`.
   */
  undo: { oneSeconds: 10, massMinutes: 10, decisionHours: 72 },
  /** The maximum number of records of an act in the background, the bytes of its request, and the running acts of one member of staff. */
  massAct: { records: 25_000, bytes: 524_288, running: 5 },
  /**
   * The maximum number of help requests that one user may have open at a time (`open`), and may send in 24 hours
   * (`perDay`).
   */
  help: { open: 5, perDay: 5 },
  /** A request or help request that waits longer than this number of days is late. */
  inbox: { lateDays: 2 },
  licence: {
    codeAcceptedDays: 30,
    codeWarnedDays: 7,
    /**
     * If a verification code seems to be older than this number of days, the portal assumes that the clock of its PC is
     * wrong.
     */
    codeOldestDays: 400,
    clockAheadSeconds: 600,
    renewalOpensDays: 30,
    moveWindowMonths: 12,
    /** A renewal may change the anchor (the stored hardware parts) of a PC if the anchor has not changed for this number of days. */
    anchorKeptDays: 180,
    /** Staff get an e-mail about a PC when its parts have changed `changes` times in `days` days, but only once in `reportedOnceInDays` days. */
    drift: { changes: 3, days: 30, weekDays: 7, reportedOnceInDays: 7 },
    /** The maximum number of licences in 24 hours: for one PC, and for one account. */
    perDay: { pc: 10, account: 50 },
    /**
     * The maximum number of ids of revoked licences in a licence file. 200 ids make the file 5 KB longer, so the file is still small enough
     * for an e-mail.
     */
    maxDenied: 200,
  },
  /** The maximum values of a policy. The term of a licence is either in `months` or in `days`; a policy in days gives trials. */
  policy: { months: 120, days: 3650, seats: 1000, moves: 1000, renewalDays: 365 },
  /** How many PCs a company or a user can buy, how many codes one call issues, and the times of invitations and recoveries. */
  company: { pcs: 100_000, batch: 40, invitationDays: 14, recoveryHours: 72 },
  /** The maximum number of lines of an order. */
  order: { lines: 100 },
  /**
   * The limits of the licence format: the length of the id of a tool (`id`), the number of the tool in codes (`code`),
   * its major version, and the bit and the number of its add-ons.
   */
  tool: { id: 40, code: 65_535, major: 255, bit: 31, addOns: 32 },
  /**
   * The limits of one imported file: the number of rows of each kind of record, the bytes of the request, and the
   * number of changes in the report.
   */
  import: { bytes: 5_242_880, rows: { users: 2000, assignments: 10_000, crmAccounts: 10_000 }, reportedChanges: 1000 },
} as const;

/** The minimum width of each layout in CSS pixels; a layout below `sm` is `xs`. */
export const breakpoints = { sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1400, xxxl: 1600 } as const;

/** How long a short message is shown, and the minimum time between two reactions to a resized window. */
export const interfaceTimings = { toastMs: 3500, resizeThrottleMs: 100 } as const;

/** The width, in CSS pixels, of the area that shows the name of the signed-in user. */
export const userNameWidths = { mobile: 200, desktop: 190 } as const;

/** The version that the footer shows. */
export const portalVersion = '1.0.1';

/** The path prefix of every call of the API contract. */
export const apiBase = '/core/api';

/** The keys that the portal uses in the browser's storage: `token` in local storage, the others in session storage. */
export const storageKeys = {
  token: 'token',
  previousUrl: 'previousUrl',
  viewToken: 'viewToken',
  formerUser: 'formerUser',
  signedOut: 'signedOut',
} as const;
