import { locale } from '#portal/texts/locale.ts';
import { createOnFirstUse } from './create-on-first-use.ts';

const regions = createOnFirstUse(() => new Intl.DisplayNames(locale, { type: 'region' }));

/** Returns the name of a country by its ISO 3166 alpha-2 code; the code itself when it is unknown. */
export const formatCountry = (code: string): string => regions().of(code) ?? code;
