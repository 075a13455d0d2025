/** The names of the profiles of users. */
export const profileNames = {
  Administrator: 'Administrator',
  Salesman: 'Salesman',
  AgentDistributor: 'Agent or distributor',
  OEM: 'OEM',
  ADV: 'ADV',
  SmallCustomer: 'Small customer',
  DesignerOffice: 'Designer office',
  ApplicationExpert: 'Application expert',
  URJAUser: 'URJA user',
  viewer: 'Viewer',
} as const;
