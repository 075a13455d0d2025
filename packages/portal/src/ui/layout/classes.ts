/** Joins the class names with spaces, without the arguments that are false or undefined. */
export const joinClasses = (...classNames: (string | false | undefined)[]): string =>
  classNames.filter(Boolean).join(' ');
