/** Joins the class names that are not undefined. */
export const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ');
