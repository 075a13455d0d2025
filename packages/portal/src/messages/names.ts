import { locale } from '#portal/texts/locale.ts';
import { createOnFirstUse } from './formats.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import { profileNames } from '#portal/texts/profile-names.ts';

const regionNames = createOnFirstUse(() => new Intl.DisplayNames(locale, { type: 'region' }));

/** Returns the name of a country by its ISO 3166 alpha-2 code, or the code itself if no country has this code. */
export const formatCountry = (code: string): string => regionNames().of(code) ?? code;

/** Returns the options of a field for a country. */
export const createCountryOptions = (countries: readonly { code: string; name: string }[]) =>
  countries.map(({ code, name }) => ({ value: code, label: name, isCountry: true as const }));

/** Returns for example "Planner (Basics Blue)", or "Basics Blue" if the brand names the tool. */
export const formatTool = (tool: string, brand: string): string =>
  brand.startsWith(`${tool} `) ? brand : `${tool} (${brand})`;

/** Returns the name of a profile. */
export const formatProfile = (profileID: number | null): string => profileNames[findRole(profileID)];
