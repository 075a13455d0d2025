/** Texts of the page with which a second contact ends the reminders. */
export const stopReminders = {
  title: 'Stop reminders',
  lead: 'Press the button to stop the reminders to this address about the licences of another account.',
  stop: 'Stop these reminders',
  failed: 'The reminders were not stopped',
  stopped: 'You get no more reminders',
  stoppedNext: 'The owner of the account sees that you no longer get the reminders.',
  newest: 'Each new reminder has a link and a code.',
  ended: 'This link no longer works',
  endedNext:
    'The reminders have already been stopped, they go to another address now, or the link has expired or is incomplete. The newest reminder has a link that works.',
} as const;
