import type { Mailbox } from './mailbox.ts';
import type { Call } from './portal-api.ts';

export type Applicant = { login: string; firstName: string; lastName: string; reason: string };

/**
 * A new applicant from Norway for Basics Blue; the demo account `salesman` is responsible for this country and brand.
 */
export const createApplicant = (firstName: string, lastName: string): Applicant => ({
  login: `${firstName}.${lastName}@applicant.example`.toLowerCase(),
  firstName,
  lastName,
  reason: `Drawings of conveyors for ${lastName} & Sons`,
});

/**
 * Requests an account and confirms its address through the API, for tests that are not about the form. Returns the link with which
 * the salesman decides. `recipient` is the login of the member of staff who gets the e-mail.
 */
export async function requestAccount(
  call: Call,
  mailbox: Mailbox,
  applicant: Applicant,
  recipient = 'salesman@demo.example',
): Promise<string> {
  const emptyFields = { phone: '', company: '', comment: '' };
  const chosenValues = { country: 'NO', brand: 'blue', tool: 'basics', canReceiveMail: true };
  await call('POST /tool/user', { body: { ...applicant, email: applicant.login, ...emptyFields, ...chosenValues } });
  await confirmAddress(call, mailbox, applicant.login);
  return (await mailbox.newest(recipient, applicant.login)).link;
}

/** Confirms an address with the token in the first e-mail to it. `clientAddress` is the IP address from which the call comes. */
export async function confirmAddress(
  call: Call,
  mailbox: Mailbox,
  login: string,
  clientAddress?: string,
): Promise<void> {
  const link = new URL((await mailbox.newest(login, 'confirm')).link);
  const token = link.searchParams.get('token') ?? new URLSearchParams(link.hash.slice(1)).get('token');
  await call('POST /tool/user/confirm', { body: { token }, ...(clientAddress !== undefined && { clientAddress }) });
}
