import type { HelpRequest, HelpState } from '@basics/contract/help-requests/help-requests.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';

/** Returns the name of a customer, or the login if the name is not known. */
export const formatCustomer = ({ user }: HelpRequest): string =>
  `${user.firstName} ${user.lastName}`.trim() || user.login;

/** Returns the name of the PC, or a text if the name is empty or cannot be read, or the request has no code. */
export const formatPc = ({ code, asksFor }: HelpRequest): string =>
  asksFor ? texts.noCode : code?.machineName || texts.unnamed;

/** Returns a short text for the refusal of the code, or the message of the problem. */
export function formatRefusal({ problem }: HelpRequest): string {
  const shortTexts: Readonly<Record<string, string>> = texts.refusals;
  return shortTexts[problem.code] ?? problem.message;
}

const tones: Record<HelpState, Tone> = {
  open: 'warn',
  replied: 'neutral',
  granted: 'ok',
  licensed: 'ok',
  withdrawn: 'neutral',
};

export const HelpStateBadge = ({ state }: { state: HelpState }) => (
  <StatusBadge tone={tones[state]}>{texts.states[state]}</StatusBadge>
);
