import type { Request } from '@basics/contract/requests/requests.ts';
import { formatTool } from '#portal/messages/names.ts';
import { requests as texts } from '#portal/texts/requests.ts';
import { StatusBadge, type Tone } from '#portal/ui/content/facts.tsx';
import type { RequestOptions } from './requests.queries.ts';

type ApplicantName = Pick<Request, 'firstName' | 'lastName' | 'login'>;

/** Returns the name of an applicant, or the login when there is no name. */
export const formatApplicant = ({ firstName, lastName, login }: ApplicantName): string =>
  `${firstName} ${lastName}`.trim() || login;

type BadgeTone = Tone;
const approvedTone: BadgeTone = 'ok';

const tones: Record<Request['status'], BadgeTone> = {
  unverified: 'neutral',
  pending: 'warn',
  approved: approvedTone,
  active: approvedTone,
  suspended: approvedTone,
  rejected: 'danger',
  expired: 'neutral',
  withdrawn: 'neutral',
};

export const RequestStatusBadge = ({ status }: { status: Request['status'] }) => (
  <StatusBadge tone={tones[status]}>{texts.statuses[status]}</StatusBadge>
);

type NamedOptions = readonly { id: string; name: string }[];

export const findOptionName = (options: NamedOptions | undefined, id: string | null): string =>
  options?.find((option) => option.id === id)?.name ?? id ?? texts.none;

export const findCountryName = (options: RequestOptions | undefined, code: string | null): string =>
  options?.countries.find((country) => country.code === code)?.name ?? code ?? texts.none;

/** Formats the requested tools with their brands, for example "Planner (Basics Blue)", or "Basics Blue" if the brand names the tool. */
export const formatTools = (tools: Request['tools'], names: { tools?: NamedOptions; brands?: NamedOptions }): string =>
  tools
    .map(({ tool, brand }) => formatTool(findOptionName(names.tools, tool), findOptionName(names.brands, brand)))
    .join(', ') || texts.none;
