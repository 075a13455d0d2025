import type { Mailbox } from './mailbox.ts';
import type { Call } from './portal-api.ts';

export type Applicant = { login: string; firstName: string; lastName: string; reason: string };

/** A new applicant from Norway for Basics Blue; the demo account `salesman` is responsible for both. */
export const createApplicant = (firstName: string, lastName: string): Applicant => ({
  login: `${firstName}.${lastName}@applicant.example`.toLowerCase(),
  firstName,
  lastName,
  reason: `Drawings of conveyors for ${lastName} & Sons`,
});

/**
 * Requests an account and confirms its address through the API, for tests that are not about the form. Returns the link with which
 * the salesman decides.
 */
export async function requestAccount(call: Call, mailbox: Mailbox, applicant: Applicant): Promise<string> {
  const optional = { phone: '', company: '', comment: '' };
  const choices = { country: 'NO', brand: 'blue', tool: 'basics', canReceiveMail: true };
  await call('POST /tool/user', { body: { ...applicant, email: applicant.login, ...optional, ...choices } });
  await confirmAddress(call, mailbox, applicant.login);
  return (await mailbox.newest('salesman@demo.example', applicant.login)).link;
}

/** Confirms an address with the token in the first e-mail to it. `from` is the IP address of the client. */
export async function confirmAddress(call: Call, mailbox: Mailbox, login: string, from?: string): Promise<void> {
  const link = new URL((await mailbox.newest(login, 'confirm')).link);
  const token = link.searchParams.get('token') ?? new URLSearchParams(link.hash.slice(1)).get('token');
  await call('POST /tool/user/confirm', { body: { token }, ...(from !== undefined && { from }) });
}
