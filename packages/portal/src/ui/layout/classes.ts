/** Joins the class names that are not undefined. */
export const joinClasses = (...classNames: (string | false | undefined)[]): string =>
  classNames.filter(Boolean).join(' ');
