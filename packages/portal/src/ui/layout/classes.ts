/** The class names that are there, joined. */
export const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');
