/** What stands around every page. */
export const shell = {
  product: 'Basics Portal',
  toContent: 'Skip to the content',
  homeLink: (brand: string) => `${brand}, home`,
  menu: 'Menu',
  openMenu: 'Open the menu',
  signOut: 'Sign out',
  signedInAs: 'Signed in as',
  notices: 'About this portal',
  demo: 'This is a demo. Nothing here is real, and everything may be reset.',
  offline: 'You are offline. What you see may be old; the portal goes on when the connection is back.',

  items: {
    verify: 'Get a licence',
    account: 'My Account',
    users: 'My Users',
    requests: 'Pending Requests',
    countrySalesman: 'Country/Salesman',
    releaseNotes: 'Release Notes',
    outbox: 'Outbox',
    audit: 'Audit',
    poc: 'Proof of concept',
  },
  newTab: 'opens in a new tab',

  errorTitle: 'Something went wrong. Please try again later.',
  reload: 'Reload Page',
  referenceFor: 'Reference for support',
  copyReference: 'Copy reference',

  notFoundTitle: 'Page not found',
  notFoundLead:
    'This page does not exist, or your profile does not show it. Check the address, or go on from the start.',
  goHome: 'Go to the start page',
  setupFailed: 'The portal cannot be reached. Check your connection, then load the page again.',
} as const;
