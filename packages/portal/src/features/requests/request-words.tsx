import type { Request } from '@basics/contract/requests.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { StatusBadge } from '#portal/ui/content/status-badge.tsx';
import type { Tone } from '#portal/ui/content/status-badge.tsx';

type Name = Pick<Request, 'firstName' | 'lastName' | 'login'>;

/** Returns the name of an applicant, or the login when there is no name. */
export const formatApplicant = ({ firstName, lastName, login }: Name): string =>
  `${firstName} ${lastName}`.trim() || login;

type BrandTheme = Tone;
const approved: BrandTheme = 'ok';

const badges: Record<Request['status'], BrandTheme> = {
  unverified: 'neutral',
  pending: 'warn',
  approved,
  active: approved,
  suspended: approved,
  rejected: 'danger',
  expired: 'neutral',
  withdrawn: 'neutral',
};

export const RequestStatusBadge = ({ status }: { status: Request['status'] }) => (
  <StatusBadge tone={badges[status]}>{texts.statuses[status]}</StatusBadge>
);

type Named = readonly { id: string; name: string }[];

export const findName = (options: Named | undefined, id: string | null): string =>
  options?.find((option) => option.id === id)?.name ?? id ?? texts.none;

/** Returns "Basics (Basics Blue)", each tool once. */
export const formatTools = (tools: Request['tools'], names: { tools?: Named; brands?: Named }): string =>
  tools.map(({ tool, brand }) => `${findName(names.tools, tool)} (${findName(names.brands, brand)})`).join(', ') ||
  texts.none;
