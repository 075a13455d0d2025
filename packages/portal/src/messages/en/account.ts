/** Texts of My Account. */
export const account = {
  title: 'My Account',
  tabs: { settings: 'Settings', security: 'Security' },
  about: 'User info',
  reminders: 'Reminders',
  name: 'Name',
  email: 'E-mail',
  profile: 'Profile',
  brand: 'Brand',
  noName: 'Not provided',
  noBrand: 'No brand. The theme depends on the address of the portal.',
  wrong: 'Is anything wrong?',
  contact: 'Contact support',
  saved: { saving: 'Saving', saved: 'Saved' },
  details: {
    loading: 'Loading your details',
    failed: 'Your details could not be loaded',
    phone: 'Phone',
    mail: 'Can receive mail',
    mailHint:
      'News, and reminders before a licence expires. E\u2011mails about your account and licences are always sent.',
  },
  preferences: {
    title: 'User preferences',
    lead: 'How Basics shows values to you. Changes are saved automatically and reach your PC with the next licence.',
    loading: 'Loading your preferences',
    failed: 'Failed to fetch Preferences',
    temperature: {
      label: 'Temperature',
      examples: { C: 'A warm room: 21.5 °C', F: 'A warm room: 70.7 °F', K: 'A warm room: 294.7 K' },
    },
    weight: { label: 'Weight', examples: { kg: 'A motor: 12.5 kg', lb: 'A motor: 27.6 lb' } },
    measure: {
      label: 'Length, surface and volume',
      examples: {
        m: 'A crate: 1.2 m long, 5.3 m², 0.8 m³',
        mm: 'A crate: 1200 mm long, 5.3 m², 0.8 m³',
        in: 'A crate: 47.2 in long, 57.0 ft², 28.3 ft³',
      },
    },
    priceList: {
      label: 'Price list',
      none: 'None',
      hint: 'For your brand and country.',
      noneThere: 'Your brand does not publish a price list for your country.',
    },
    packed: { label: 'Packed', hint: 'Show weights and sizes including packaging.' },
    graphThickness: {
      label: 'Graph thickness',
      points: (points: number) => `${points} pt`,
    },
  },
} as const;
