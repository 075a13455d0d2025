/** Business constants of the product, each declared once. Times are in the unit their name says. */
export const limits = {
  /** Refused above, in bytes and in levels of nesting. */
  body: { bytes: 65_536, depth: 20 },
  /** Rows a page holds when the caller names none, and the most that it may ask for. */
  page: {
    requests: 20,
    users: 20,
    countrySalesmen: 20,
    licenses: 20,
    helpRequests: 20,
    crm: 10,
    releaseNotes: 100,
    most: 200,
  },
  password: { least: 8, most: 128 },
  text: { login: 254, name: 80, line: 200, keyword: 100, reason: 500, code: 20_000, legal: 20_000, path: 300 },
  /** A session lasts `hours` and can be extended, in all to `mostHours` after its sign-in. */
  session: { hours: 8, mostHours: 24, warnMinutes: 5, viewMinutes: 15 },
  link: {
    confirmHours: 48,
    activationHours: 72,
    resetMinutes: 60,
    handoffSeconds: 60,
    passkeyMinutes: 5,
    unverifiedDays: 7,
    requestDays: 60,
  },
  /** Help requests that one user may have open at a time, and may send in 24 hours. */
  help: { open: 5, perDay: 5 },
  licence: {
    codeAcceptedDays: 30,
    codeWarnedDays: 7,
    /** A code that seems to be older was created on a PC with a wrong clock. */
    codeOldestDays: 400,
    clockAheadSeconds: 600,
    renewalOpensDays: 30,
    moveWindowMonths: 12,
    /** A renewal may move the anchor of a PC when it has not moved for so long. */
    anchorKeptDays: 180,
    /** Staff get an e-mail about a PC with this many part changes in this many days, at most once in `toldDays`. */
    drift: { changes: 3, days: 30, weekDays: 7, toldDays: 7 },
    /** Licences that one PC and one account may get in 24 hours. */
    perDay: { pc: 10, account: 50 },
    /** Ids that a licence file denies at most: 200 make it 5 KB longer, which every mail and every disk still takes. */
    denyMost: 200,
  },
  /** The most that a policy gives; a term is so many months or so many days. */
  policy: { months: 120, days: 3650, seats: 1000, moves: 1000 },
  /** The limits of the licence format: a tool's number, its major version, and a bit for each add-on. */
  tool: { id: 40, code: 65_535, major: 255, bit: 31, addOns: 32 },
  /** The limits of one imported file: rows of each kind, and bytes of the request. */
  import: { bytes: 5_242_880, rows: { users: 2000, assignments: 10_000, crmAccounts: 10_000 }, changesTold: 1000 },
} as const;

/** Widths in CSS pixels at which a layout begins; below `sm` is `xs`. */
export const breakpoints = { sm: 576, md: 768, lg: 992, xl: 1200, xxl: 1400, xxxl: 1600 } as const;

export const interfaceTimings = { toastMs: 3500, resizeThrottleMs: 100 } as const;

/** Width in CSS pixels of the area that shows who is signed in. */
export const userNameWidths = { mobile: 200, desktop: 190 } as const;

/** The version that the footer shows. */
export const portalVersion = '1.0.1';

/** The path prefix of every call of the contract. */
export const apiBase = '/core/api';

/** Keys of the browser's storage that the portal owns: `token` in local storage, the others in session storage. */
export const storageKeys = { token: 'token', previousUrl: 'previousUrl', viewToken: 'viewToken' } as const;
