/** The BCP 47 tag by which `Intl` writes dates, numbers and lists of this language, and the page's `lang`. */
export const locale = 'en-GB';
