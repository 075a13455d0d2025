/** The BCP 47 tag with which `Intl` formats dates, numbers and lists in this language; also the `lang` of the page. */
export const locale = 'en-GB';
