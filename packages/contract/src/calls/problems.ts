import * as z from 'zod/mini';
import { activeTexts } from '../texts/active-texts.ts';
import { codeProblems, fillPlaceholders, type MessageFacts } from './code-problems.ts';
import { anyProblemBody, generalProblems } from './general-problems.ts';

/**
 * Every error that the API can return, with its status (RFC 9110) and its message.
 * The code that throws a problem also gives the values for the placeholders in braces.
 */
export const problems = {
  ...generalProblems,
  ACCOUNT_PROBLEM: { status: 403, message: 'Something is wrong with your account, contact for support.' },
  WORK_ACCOUNT_REQUIRED: {
    status: 422,
    message:
      'Staff sign in with the work account or with a passkey here. If the work account does not work, ask an administrator.',
  },
  WORK_ACCOUNT_NOT_CONNECTED: {
    status: 422,
    message:
      'Sign in once with your portal password to connect your work account, or ask an administrator to confirm it within 10 minutes.',
  },
  WORK_ACCOUNT_UNKNOWN: {
    status: 422,
    message:
      'No active account of staff has the e-mail address of your work account. Ask an administrator to create it or to correct its login.',
  },
  WORK_ACCOUNT_OTHER: {
    status: 422,
    message: 'Your portal account is connected with another work account. Ask an administrator to disconnect that one.',
  },
  WORK_ACCOUNT_UNVERIFIED: {
    status: 422,
    message:
      'Your work account has no e-mail address that was verified. Ask the administrators of your work accounts to add one.',
  },
  WORK_ACCOUNT_REFUSED: {
    status: 422,
    message: 'The sign-in with your work account did not succeed. Start it again from the sign-in page.',
  },
  WORK_ACCOUNT_UNAVAILABLE: {
    status: 503,
    message:
      'The sign-in service for work accounts does not answer. Try again in a few minutes, or sign in with a passkey.',
  },
  PAGE_NOT_FOUND: { status: 404, message: 'Page not found' },
  USER_NOT_FOUND: { status: 404, message: 'User not found' },
  STALE: {
    status: 409,
    message: 'Someone else has changed this since you opened it. Load it again, then repeat your change.',
  },
  SELECTION_CHANGED: {
    status: 409,
    message:
      'Since the preview, other records match the filters. Nothing was changed. Look at the new preview, then repeat your change.',
  },
  NOT_YOUR_TERRITORY: {
    status: 422,
    message: 'You can only change assignments for countries and brands that are assigned to you.',
  },
  UNDO_OVER: {
    status: 409,
    message: 'The time to undo this is over. You can still withdraw an invitation or reopen a request.',
  },
  CHANGED_SINCE: {
    status: 409,
    message: 'This was changed again after that, so it was not undone. Load it again to see its current state.',
  },
  ALREADY_DOWNLOADED: {
    status: 409,
    message: 'The new licence was already downloaded or installed, so it stays. Revoke it if it must not be used.',
  },
  REGISTERED_AGAIN: {
    status: 409,
    message: 'This person has registered again with this address. Decide about the new request instead.',
  },
  NOT_DECIDED_BY_YOU: {
    status: 409,
    message: 'Only the person who decided this, or an administrator, can take the decision back. Ask an administrator.',
  },
  DECISION_STANDS: {
    status: 409,
    message:
      'A decision can be taken back for 72 hours only. An administrator can delete this person, who can then register again.',
  },
  NO_DECISION: {
    status: 409,
    message: 'Staff made no decision about this request that could be taken back. The person can register again.',
  },
  REQUEST_OPEN: {
    status: 409,
    message: 'This person has no account yet, because the request is still open. Approve or reject the request first.',
  },
  REQUEST_CLOSED: {
    status: 409,
    message: 'This person has no account, because the request was closed. The person can register again.',
  },
  ALREADY_ACTIVE: {
    status: 409,
    message: 'This account is active, because its owner has set a password. Suspend it instead.',
  },
  ACCOUNT_USED: {
    status: 409,
    message:
      'This user has set a password and is suspended now, so there is no invitation and no request to take back.',
  },
  ALREADY_SUSPENDED: { status: 409, message: 'This user is suspended already.' },
  NOT_SUSPENDED: { status: 409, message: 'This user is active, so there is nothing to reinstate.' },
  STILL_SUSPENDED: { status: 409, message: 'This user is suspended. Reinstate the user first.' },
  HAS_PASSWORD: {
    status: 409,
    message: 'This user has already set a password. Send a link to set a new password instead.',
  },
  SUSPEND_INVITED: {
    status: 409,
    message: 'This user has not set a password yet. Withdraw the invitation instead.',
  },
  ONLY_INVITED: {
    status: 409,
    message: 'This user has not set a password yet. Send the invitation again instead.',
  },
  RECORD_UNREADABLE: {
    status: 409,
    message: 'The portal cannot read a part of this record, so it was not changed. Ask the operator to look at it.',
  },
  ALREADY_REVOKED: { status: 409, message: 'This licence is revoked already. Load it again to see who revoked it.' },
  LOGIN_TAKEN: {
    status: 409,
    message: 'Another account has the login of this user now. Change the login of that account, then restore the user.',
  },
  ALREADY_DECIDED: {
    status: 409,
    message: '{who} {decided} this request on {when}.',
  },
  IN_USE: { status: 409, message: '{name} is in use: {uses}. {next}' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'This address does not have this method. The header Allow lists the methods that it has.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    message: 'The record has changed since you read it. Read it again, then repeat your change with its new ETag.',
  },
  KEY_REFUSED: {
    status: 401,
    message:
      'This key is not valid. It is mistyped, has ended or was revoked, or the owner of its service account is no longer active. An administrator can create another key under Integrations.',
  },
  KEY_NETWORK: {
    status: 403,
    message: 'This key cannot be used from this network. An administrator can change its networks under Integrations.',
  },
  NOT_FOR_KEYS: { status: 403, message: 'Keys cannot make this call. Sign in as a person instead.' },
  KEY_SCOPE: {
    status: 422,
    message:
      'The service account of this key cannot write a user with this country, brand or profile. Send other values, or ask an administrator to change the account.',
  },
  IDEMPOTENCY_MISMATCH: {
    status: 409,
    message: 'This Idempotency-Key was used for another request. Send a new key for each new request.',
  },
  IDEMPOTENCY_BUSY: {
    status: 409,
    message: 'The first request with this Idempotency-Key is not finished yet. Wait a moment, then send it again.',
  },
  TOO_MANY_KEYS: {
    status: 409,
    message: 'This service account already has two keys. Revoke one of them first.',
  },
  WRONG_MEDIA_TYPE: { status: 415, message: 'Send this request as application/json.' },
  INVALID: { status: 422, message: 'Some fields are missing or not valid. Correct them and try again.' },
  WRONG_CREDENTIALS: { status: 422, message: 'The login or password is wrong. Check both and try again.' },
  TOKEN_NOT_FOUND: { status: 422, message: 'Token not found' },
  LINK_NOT_VALID: { status: 422, message: 'This link has already been used or has expired. Request a new one.' },
  LINK_REPLACED: { status: 422, message: 'We sent you a newer link. Use the link in the newest e-mail.' },
  LINK_CODE_NOT_VALID: {
    status: 422,
    message: 'This code is not valid for this address. Use the newest e-mail, and check the code and the address.',
  },
  HUMAN_VERIFICATION_NEEDED: { status: 422, message: 'Please confirm that you are a person, then try again.' },
  SECOND_STEP_NEEDED: { status: 422, message: 'Enter the code from your authenticator app, or use a passkey.' },
  WRONG_SECOND_STEP: {
    status: 422,
    message: 'This code is not correct. Enter the newest code, or use a recovery code.',
  },
  OWN_ACCOUNT: { status: 422, message: 'You cannot do this to your own account. Ask an administrator.' },
  NOT_YOUR_IMPORT: {
    status: 403,
    message:
      'Another administrator has sent this file. Only that administrator can start the import; you can cancel it.',
  },
  VIEW_REFUSED: {
    status: 422,
    message:
      'You cannot view the portal as this user. The user must have an active account and must not have rights that you do not have.',
  },
  VIEW_ONLY: {
    status: 403,
    message: 'You are viewing the portal as another user, so you can only look. End the view to do this.',
  },
  LAST_ADMINISTRATOR: {
    status: 422,
    message: 'This is the last active administrator. Make another user an administrator first.',
  },
  DEFAULT_BRAND: { status: 422, message: 'This is the default brand. Make another brand the default first.' },
  BRAND_IN_USE: {
    status: 409,
    message: 'This brand cannot be deleted because it is used by {uses}. Move or delete them first.',
  },
  FILES_UNAVAILABLE: { status: 503, message: 'The file cannot be sent at the moment. Try again in a minute.' },
  CANNOT_ISSUE: {
    status: 503,
    message:
      'The portal cannot issue licences at the moment because its signing key is not available. Please contact support.',
  },
  ...codeProblems,
  PC_NOT_IDENTIFIED: {
    status: 422,
    message:
      'This PC cannot be identified: its code contains {found} of at least 2 hardware values, so no licence would work on it. Install the newest version of Basics and create a new code. If that code is refused too, please contact support.',
  },
  CODE_TOO_OLD: {
    status: 422,
    message:
      'This code is {days} days old. Codes are valid for 30 days. Create a new code in Basics and paste that one. If the new code is refused too, correct the date of this PC first.',
  },
  LICENCE_TOO_LONG: {
    status: 422,
    message:
      'This licence would be valid until {day}, but a licence cannot expire after {latest}. Ask the operator to check the date of the server, or to shorten the term of the licence.',
  },
  CLOCK_BEHIND: {
    status: 422,
    message:
      'The clock of this PC says {date}. Set its date and time, then create a new code in Basics. If the clock is wrong again after each start, the battery of the PC is empty. If you cannot set the clock, ask your contact for help.',
  },
  CLOCK_AHEAD: {
    status: 422,
    message: 'The clock of this PC is {ahead} ahead. Correct it, then create a new code in Basics.',
  },
  CODE_USED_BY_OTHER: {
    status: 422,
    message:
      'Another account has already used this code. Create a new code on your own PC, or ask your contact for help.',
  },
  OTHER_TOOL: {
    status: 422,
    message: 'This code is for another tool. Create the code in {expected} and paste that one.',
  },
  OTHER_BRAND: {
    status: 422,
    message: 'Your account does not include {tool} for the brand {brand}. Ask your contact to add it.',
  },
  NO_TOOL_GRANT: { status: 422, message: "User hasn't tools and brands" },
  SEAT_LIMIT: {
    status: 422,
    message:
      '{seats} in use ({machines}). If a PC is no longer used, remove it under PCs. To replace one, run basics code --moved on the new PC and paste that code. To license more PCs, ask your contact.',
  },
  MOVE_LIMIT: {
    status: 422,
    message:
      'You have used all moves to another PC for these 12 months ({allowed}). Your contact can allow another one.',
  },
  ISSUE_LIMIT: {
    status: 429,
    message:
      '{subject} got {most} licences in the last 24 hours. No more can be issued for now. Try again in {wait}, or ask your contact for help.',
  },
  TRIAL_USED: {
    status: 422,
    message:
      'The trial of this account or of this PC is over. Each has one trial. Ask your contact for a licence or another trial.',
  },
  PC_DECLARED_GONE: {
    status: 422,
    message: 'This PC was removed on {day} by {who}. To use it again, ask your contact.',
  },
  NOT_RENEWABLE: {
    status: 422,
    message:
      'This licence cannot be renewed without a code, because it is a trial or is no longer valid. Run basics code --renew on the PC and paste that code.',
  },
  RENEWAL_NOT_OPEN: { status: 422, message: 'This licence can be renewed from {day}.' },
  TOOL_ENDS: {
    status: 422,
    message:
      'This account has {tool} until {day}, so a renewal would add no time. Ask your contact for more time, or ask for it in My Account.',
  },
  LICENSE_ENDED: {
    status: 422,
    message: 'This licence is no longer valid, so it was not sent. Create a new code in Basics to get a new licence.',
  },
  NO_REMINDERS: {
    status: 422,
    message: 'This customer does not receive mail. Call the customer, or renew the licence.',
  },
  REMINDED_TODAY: { status: 422, message: 'This customer got a reminder for this licence less than a day ago.' },
  AUTHORIZATION_PENDING: { status: 400, message: 'The request was not confirmed in the portal yet. Ask again later.' },
  SLOW_DOWN: { status: 400, message: 'You ask too often. Wait 5 seconds longer between two requests.' },
  EXPIRED_TOKEN: { status: 400, message: 'This request has ended or was already used. Start a new one.' },
  ACCESS_DENIED: { status: 400, message: 'The request was refused in the portal.' },
  ACTIVATION_NOT_FOUND: {
    status: 422,
    message:
      'No PC is waiting with this code. Compare it with the code that the PC shows. A code is valid for 15 minutes and works once: after that, run basics activate again.',
  },
  RETURN_NOT_FOUND: {
    status: 422,
    message:
      'There is no licence for this return code here. Sign in with the account that has the licence, or ask your contact for help.',
  },
  RETURN_REPLACED: {
    status: 422,
    message:
      'This return code is for an older licence of {machine}, which has a newer one by now. Nothing was changed. Run basics return on that PC again, or remove the PC under PCs.',
  },
  NO_HELP_NEEDED: {
    status: 422,
    message: 'This code can get a licence now. Check the code again and issue the licence.',
  },
  HELP_LIMIT: {
    status: 422,
    message: 'You already have {open} open help requests. Wait for an answer, or withdraw one of them.',
  },
  HELP_DAY_LIMIT: {
    status: 429,
    message: 'You have sent {most} help requests in the last 24 hours. Try again in {wait}, or call your contact.',
  },
  COMPANY_SEAT_LIMIT: {
    status: 422,
    message:
      '{company} uses {seats} of {tool}: {holders}. {next} Return a PC that is no longer used, or ask your contact for more seats.',
  },
  COMPANY_SUSPENDED: {
    status: 422,
    message: '{company} is suspended, so it gets no licences and no new members. Ask your contact.',
  },
  SEATS_IN_USE: {
    status: 409,
    message: '{pcs} is not enough for the PCs that use a seat now ({used}): {machines}. Return PCs first.',
  },
  NOT_AN_AGENT: {
    status: 422,
    message:
      'This company cannot be an agent: it has no active manager with the profile Agent or distributor. Choose another company.',
  },
  NOT_ENOUGH_STOCK: {
    status: 409,
    message: '{free} PCs of your stock are free, so {pcs} cannot be moved. Move fewer, or ask your salesman for more.',
  },
  STOCK_TERMS: {
    status: 409,
    message:
      '{company} has {tool} with a later last day, with other add-ons, or without a number of PCs. Ask your salesman to move the PCs.',
  },
  LAST_MANAGER: {
    status: 422,
    message: 'This is the last manager of the company. Make another member a manager first.',
  },
  MANAGERS_DECIDE: {
    status: 422,
    message:
      'This company has a manager, who makes other members managers. If its managers are gone, start a recovery.',
  },
  OTHER_COMPANY: {
    status: 409,
    message: 'This person belongs to another company already. The person must leave that company first.',
  },
  NOT_A_CUSTOMER: { status: 422, message: 'Only customers with an account can be members of a company.' },
  INVITED_OTHER: {
    status: 422,
    message: 'This invitation is for another address. Sign in with the account of the address that was invited.',
  },
  RECOVERY_RUNS: { status: 409, message: 'A recovery of this company is running already. Stop it first.' },
  ACCOUNT_SUSPENDED: {
    status: 422,
    message: '{why} If this is not right, contact support.',
  },
  ACCOUNT_NOT_ACTIVE: {
    status: 422,
    message: '{why} If this is not right, contact support.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;

const problemCodeList = Object.keys(problems);
const isProblemCode = (code: string): code is ProblemCode => code in problems;

/** The body of a response with a status of 400 or more, with the code of a problem. */
export const problemBody = z.extend(anyProblemBody, { code: z.enum(problemCodeList.filter(isProblemCode)) });
export type ProblemBody = z.infer<typeof problemBody>;

/**
 * The values for the placeholders of a message, such as `{ found, expected }` for CODE_INCOMPLETE. Most messages have
 * no placeholders.
 */
export type ProblemFacts<Code extends ProblemCode> = MessageFacts<(typeof problems)[Code]['message']>;

/** Returns the message of a problem in the current language, with its placeholders not yet filled in. */
export const findMessage = (code: ProblemCode): string => activeTexts()?.problems[code] ?? problems[code].message;

/** Returns the message of a problem with its placeholders filled in. */
export const fillMessage = <Code extends ProblemCode>(code: Code, facts: ProblemFacts<Code>): string =>
  fillPlaceholders(findMessage(code), facts);
