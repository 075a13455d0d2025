import type { HelpRequest, HelpState } from '@basics/contract/help-requests.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import type { Tone } from '#portal/ui/content/status-badge.tsx';

/** Returns the name of a customer, or the login if the name is not known. */
export const formatCustomer = ({ user }: HelpRequest): string =>
  `${user.firstName} ${user.lastName}`.trim() || user.login;

/** Returns the name of the PC; a code may have no name, or be unreadable, and a request for a tool has no code. */
export const formatPc = ({ code, asksFor }: HelpRequest): string =>
  asksFor ? texts.noCode : code === null ? texts.unreadable : code.machineName || texts.unnamed;

/** Describes the refusal of the code, in a short form if there is one. */
export function formatRefusal({ problem }: HelpRequest): string {
  const known: Readonly<Record<string, string>> = texts.refusals;
  return known[problem.code] ?? problem.message;
}

const badges: Record<HelpState, Tone> = {
  open: 'warn',
  replied: 'neutral',
  granted: 'ok',
  licensed: 'ok',
  withdrawn: 'neutral',
};

export const HelpStateBadge = ({ state }: { state: HelpState }) => (
  <StatusBadge tone={badges[state]}>{texts.states[state]}</StatusBadge>
);
