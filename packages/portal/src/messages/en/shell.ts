/** Texts of the frame of every page. */
export const shell = {
  product: 'Basics Portal',
  toContent: 'Skip to content',
  notices: 'About this portal',
  demo: 'A demo with invented data. It may be reset at any time.',
  unreachable: 'The portal cannot be reached, trying again. What you typed is kept.',
  offline: 'You are offline. The page continues when you are online.',

  items: {
    home: 'Home',
    pcs: 'PCs',
    account: 'My Account',
    users: 'My Users',
    companies: 'Companies',
    company: 'Company',
    customers: 'My customers',
    licenses: 'Licences',
    renewals: 'Renewals',
    versions: 'Versions in use',
    requests: 'Pending Requests',
    helpRequests: 'Help Requests',
    countrySalesman: 'Country/Salesman',
    releaseNotes: 'Release Notes',
    poc: 'Proof of concept',
    settings: 'Settings',
  },

  errorTitle: 'Something went wrong. Please try again later.',
  signOut: 'Sign out',
  reload: 'Reload Page',
  referenceFor: 'Reference for support',
  copyReference: 'Copy reference',
} as const;
