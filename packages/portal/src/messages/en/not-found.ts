/** Texts of the page for unknown addresses. */
export const notFound = {
  title: 'Page not found',
  lead: 'This page does not exist, or your profile does not have access to it. Check the address, or go to the home page.',
  goHome: 'Go to the home page',
} as const;
