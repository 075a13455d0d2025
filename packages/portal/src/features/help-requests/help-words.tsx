import { CircleCheck, Hourglass, MessageCircle, PackagePlus, Undo2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { HelpRequest, HelpState } from '@basics/contract/help-requests.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import type { Tone } from '#portal/ui/content/status-badge.tsx';

/** What a customer is called; by the login where no name is known. */
export const nameOf = ({ user }: HelpRequest): string => `${user.firstName} ${user.lastName}`.trim() || user.login;

/** The PC that it is about; a code may come without a name, or be no code. */
export const aboutOf = ({ code }: HelpRequest): string =>
  code === null ? texts.unreadable : code.machineName || texts.unnamed;

/** Why the code was refused, in few words where there are some. */
export function refusalOf({ problem }: HelpRequest): string {
  const known: Readonly<Record<string, string>> = texts.refusals;
  return known[problem.code] ?? problem.message;
}

const looks: Record<HelpState, { tone: Tone; icon: LucideIcon }> = {
  open: { tone: 'warn', icon: Hourglass },
  replied: { tone: 'neutral', icon: MessageCircle },
  granted: { tone: 'ok', icon: PackagePlus },
  licensed: { tone: 'ok', icon: CircleCheck },
  withdrawn: { tone: 'neutral', icon: Undo2 },
};

export const HelpStateBadge = ({ state }: { state: HelpState }) => (
  <StatusBadge {...looks[state]}>{texts.states[state]}</StatusBadge>
);
