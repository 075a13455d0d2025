/** Texts of the header, with its menu. */
export const header = {
  homeLink: (brand: string) => `${brand}, home`,
  signInLink: (brand: string) => `${brand}, sign in`,
  signIn: 'Sign in',
  menu: 'Menu',
  groups: { customers: 'Customers', product: 'Product', administration: 'Administration' },
  waiting: 'waiting',
  titlePrefix: (count: string) => `(${count})`,
  openMenu: 'Open menu',
  search: 'Search or jump to',
  newLicence: 'New licence',
  signOut: 'Logout',
  signedInAs: 'Signed in as',
  accountMenu: 'Account',
  shortcuts: 'Keyboard shortcuts',
  newTab: 'opens in a new tab',
  help: 'Help for this page',
} as const;
