/** A page of the manual: what a screen is for, what can be done on it, and what only staff can do on it. */
export type ManualPage = { about: string; steps: readonly string[]; staffSteps?: readonly string[] };

/** The manual: one short page for each screen, by the path of its route. */
export const manual = {
  title: (page: string) => `Help: ${page}`,
  steps: 'What you can do here',
  support: 'Is something missing here?',
  contact: 'Contact support',
  /** The page for every list below Settings that has no manual page of its own. */
  anyList: {
    about: 'A list for administrators.',
    steps: ['Search the list, and sort it by a column.', 'Export the rows that the search finds as a CSV file.'],
  },
  pages: {
    '/sign-in': {
      about: 'Sign in with your e-mail address and your password.',
      steps: [
        'No account yet? Press “Request one” and fill in the form. You get the answer by e-mail.',
        'Press “Forgot your password?” to get a link with which you set a new one.',
        'No phone for the second step? Enter one of your recovery codes.',
      ],
    },
    '/register': {
      about: 'Request an account. A person reads every request.',
      steps: [
        'Enter your work e-mail address. It will be your login.',
        'Open the link in our e-mail within 48 hours. It may be in your spam folder.',
        'You get the decision by e-mail, with a link to set your password.',
      ],
    },
    '/password/forgot': {
      about: 'Get a link to set a new password.',
      steps: [
        'Enter the e-mail address of your account. The page gives the same answer for every address.',
        'The link works once, within 60 minutes. Only the newest link works.',
        'No e-mail? Look in your spam folder. You may also have registered with another address.',
      ],
    },
    '/': {
      about: 'The page that you see first. It shows what is waiting, and a field for a verification code.',
      steps: [
        'The title says what matters now; the button below it does it.',
        'Paste a verification code to get a licence.',
        'Press Search or jump to, or Ctrl+K, to find a page by its name or by a word about it.',
      ],
      staffSteps: [
        'Work through the queue: the open item is beside it, and the next one opens when you have decided.',
        'Press a number or a week of the picture to see the list behind it.',
        'Ctrl+K also finds users, companies and PCs.',
      ],
    },
    '/pcs': {
      about: 'All your PCs. The next to renew is at the top.',
      steps: [
        'Press the name of a PC to open its licence, with the file and the steps to install it.',
        'Renew a licence that expires soon, or all of them at once.',
        'The three dots remove a PC, which frees its seat, or report it as lost. Your contact gets an e-mail when a lost PC asks for a licence again.',
        'My licences lists every licence that you ever got.',
      ],
    },
    '/pcs/licences': {
      about: 'All licences that you ever got, the newest first.',
      steps: [
        'Search by the name of a PC, or choose a status.',
        'Download a licence again, send it by e-mail, or copy its code.',
      ],
    },
    '/license/verify': {
      about: 'Here you turn the verification code of a PC into a licence for that PC.',
      steps: [
        'Open Basics on the PC, choose Licence and copy the verification code, or save it as a .bvr file.',
        'Paste the code, or drop the file anywhere on the page.',
        'Check the name of the PC and press Issue licence. The same code always gives the same licence.',
        'The page of the licence opens: download the file, and install it in Basics under Licence.',
      ],
    },
    '/license/many': {
      about: 'Here you get the licences of several PCs at once.',
      steps: [
        'Paste all codes together. Other text between them is ignored.',
        'Look at each line: it says which licence the PC gets, or what is wrong with its code.',
        'Issue all licences and download their files as one ZIP file.',
      ],
    },
    '/license/$licenseId': {
      about: 'One licence: until when it is valid, its file and its code, and how to install it on its PC.',
      steps: [
        'Choose a file or a code, whichever reaches the PC more easily.',
        'Follow the two steps. In a terminal, basics status says until when the licence is valid.',
        'Tick that the licence is installed. The portal then no longer asks for it.',
        'Keep the address of the page: it always shows this licence.',
      ],
    },
    '/license/scan': {
      about: 'Here you read the verification code of a PC without a network with the camera of your phone or laptop.',
      steps: [
        'Show the QR code on the PC: enlarge the window of the command line, then run basics code.',
        'Start the camera and hold it in front of the QR code, or choose a picture of it.',
        'Check the licence that is shown, and issue it.',
      ],
    },
    '/activate': {
      about: 'A PC waits for a licence, and its command basics activate opened this page.',
      steps: [
        'Enter the eight letters that the PC shows, and compare them.',
        'Issue the licence only if you started this yourself, just now. The PC fetches it by itself.',
      ],
    },
    '/account': {
      about: 'Your own data, your tools and your settings.',
      steps: [
        'Name a second contact who also gets the reminders before a licence expires.',
        'Choose units and other settings. Each is saved at once.',
      ],
      staffSteps: [
        'As a salesman, name a deputy for the days when you are absent. The deputy has your customers and gets your e-mails on these days.',
        'As a deputy, press End it now at the top of the page to give the customers back before the last day.',
      ],
    },
    '/account/security': {
      about: 'How you sign in, and where you are signed in.',
      steps: [
        'Change your login or your password.',
        'Set up two-step sign-in, and save the recovery codes.',
        'End sessions on other devices.',
      ],
    },
    '/users': {
      about: 'The users whose accounts you manage.',
      steps: [
        'Search by name, e-mail or company, and choose filters. The address of the page keeps them, so you can send it to a colleague.',
        'Choose the columns, and save the list with its filters as a view.',
        'Open a user to change the data, the tools or the status.',
        'Select several users and press Change… for one change to all of them, for example one more add-on. A preview says what each user gets.',
        'Select several users to delete them together. A preview says who can be deleted, and why the others cannot. After that, you see the result for each user.',
        'Open Deleted users under More actions to restore a user or a request for 30 days, or to delete it for good.',
      ],
    },
    '/users/create': {
      about: 'Here you create an account. The user gets an e-mail with a link to set a password.',
      steps: [
        'Enter the login twice. It is the e-mail address of the user.',
        'Choose profile and brand. They decide which pages the user sees and which tools you can add.',
        'Add the tools. Without a tool the user cannot get a licence.',
      ],
    },
    '/users/$userId': {
      about: 'All that the portal knows about a user, on one page.',
      steps: [
        'See the licences, the PCs, the help requests and the latest changes.',
        'Issue a licence for the user, or edit the account.',
        'Renew the licences that expire soon. The user gets them by e-mail.',
        'Press Send password link if the user has forgotten the password: only the user gets the link.',
        'Press Remove second step if the user has lost the phone or the passkey: say why, and type your own password.',
        'As an administrator, press Who sees this user? to read which accounts see the user, and why.',
        'As an administrator, press Permissions to give the user a permission beyond the profile, with a last day and a reason.',
        'As an administrator, press Join accounts if this person has a second account: a preview says what moves and what ends.',
        'Look at the line below the name: it says which colleague has this user open.',
        'As an administrator, name a deputy for a salesman who is absent, under Absence on the page of the salesman.',
        'As an administrator, press View as this user to see the portal as the user does, for 15 minutes. You can only look.',
      ],
    },
    '/users/$userId/create': {
      about: 'A person asked for an account. Here you complete the data and approve or reject the request.',
      steps: [
        'Correct what the person entered, and add the tools.',
        'Approve: the user gets an e-mail with a link to set a password.',
        'Reject: the person gets an e-mail with your reason.',
      ],
    },
    '/users/$userId/edit': {
      about: 'The account of one user: data, tools, status, licences and PCs.',
      steps: [
        'Change the data and press Save changes. The user sees the changes at once.',
        'Change the login: the user confirms the new address by e-mail.',
        'Suspend the user to stop sign-in and licences, without deleting anything.',
        'Delete the user. For a person who asks to be forgotten, choose to delete for good at once.',
        'Remove a PC for the user, or issue a licence with the code of a PC.',
      ],
    },
    '/companies': {
      about: 'The companies whose PCs and people you manage together.',
      steps: [
        'Search by name, external reference or CRM account, and choose filters.',
        'Open a company to see its PCs, seats and people.',
        'Press Create company, then add its people and its seats.',
      ],
    },
    '/companies/$companyId': {
      about: 'One company: its PCs, seats and people, and its details.',
      steps: [
        'Press Change at Seats. A reason is required, and the number cannot be lower than the PCs in use.',
        'Invite people by e-mail, or add users who have an account. Name at least two managers.',
        'Open a PC to see its licence, or renew it in its row. Issue licences takes the codes of up to 40 PCs at once.',
        'People proposes users with the same company text or e-mail domain. Press Add if they belong here.',
        'Write a note, or a follow-up that appears on Home on its day. Nobody of the company sees them.',
        'Propose an agent in the menu beside the title. It acts for the company after a manager has agreed.',
        'A suspended company keeps its licences and gets no new ones.',
      ],
    },
    '/company': {
      about: 'The company that you belong to, with its seats.',
      steps: [
        'A manager sees all PCs and people of the company, invites and removes people, and names managers.',
        'Issue licences takes the codes of up to 40 PCs at once. A licence that expires soon is renewed in the row of its PC.',
        'An agent that a manager has agreed to issues and renews licences for the company. A manager of the agent finds its customers at My customers, and moves PCs of the stock to them.',
        'If all seats are used, Seats says which PC frees the next one.',
        'Your account stays when you leave the company. Your PCs then belong to a manager.',
      ],
    },
    '/company/join': {
      about: 'The page that opens from the link of an invitation to a company.',
      steps: ['Check the name of the company, then join it. If the link no longer works, ask a manager for a new one.'],
    },
    '/licenses': {
      about: 'The licences of all users that you manage.',
      steps: [
        'Search by PC, customer or code, and choose filters such as the day of expiry.',
        'Open a licence to see its code, its PC and its history.',
        'Select several licences to renew them, to send them to the customers by e-mail, or to send reminders. Before licences are renewed, a preview says until when.',
        'Renew a licence, or revoke it with a reason.',
        'Press Lost PCs to see the PCs that were reported lost, and whether they were used since.',
      ],
    },
    '/licenses/renewals': {
      about: 'The licences that expire in the next 30 days, by customer, and those of each week.',
      steps: [
        'Choose a week to see only its customers.',
        'Renew for one customer, or for all of these days after a preview. The new files are e-mailed.',
        'Remind one customer, or all of these days after a preview: each gets one e-mail in their language, with a link to renew the licences.',
        'Send a renewal pack: the licences of a company are renewed, and one e-mail has all files.',
        'Compare how many licences expired in the last 30 days, and how many were renewed.',
      ],
    },
    '/licenses/versions': {
      about:
        'The versions of a tool on the PCs of your customers, and the ages of their licences. The PCs are counted every hour.',
      steps: [
        'Choose a tool, and filters such as the country or the version.',
        'Select versions and press Send release notes: a preview says how many customers get the e-mail, and who gets none.',
        'Send them. Nobody gets the same release notes twice.',
      ],
    },
    '/requests': {
      about: 'People who asked for an account and wait for your decision, the oldest first.',
      steps: [
        'Open a request to see all of it.',
        'Approve it, or reject it with a reason. The next request opens by itself.',
        'Select several requests and press Decide… to approve or reject them together. A preview names the profile that each person gets.',
        'Undo a decision for 10 seconds, or for 10 minutes if you decided about several requests. For 72 hours, you can reopen the request.',
        'Delete a request that needs no answer. You can undo that for five seconds.',
      ],
    },
    '/help-requests': {
      about: 'Customers whose code got no licence and who asked for help.',
      steps: [
        'Open a request to see the code, the reason of the refusal and the message of the customer.',
        'Add the missing tool, issue the licence, or answer with a text. The customer gets an e-mail.',
      ],
    },
    '/country-salesman': {
      about: 'Which salesman is responsible for which country and brand. Requests for accounts go to that salesman.',
      steps: [
        'Add, change or delete an assignment in its row.',
        'Open Coverage to see countries without a salesman.',
        'As an administrator, press Hand over a territory to see what happens if one country, one brand or all of them go to another salesman.',
        'Before a salesman is suspended, deleted or gets another profile, the page of the salesman offers the same. So do the dialogs for several users.',
      ],
    },
    '/admin/release-notes': {
      about: 'The release notes of Basics. Users see the published ones.',
      steps: [
        'Add a note. It stays a draft until you publish it.',
        'Edit or delete a note. Deleted notes can be restored for 30 days.',
      ],
    },
    '/admin/release-notes/create': {
      about: 'Here you write a release note.',
      steps: [
        'Enter title, version and date, and write the text in Markdown. The preview shows it as users see it.',
        'Save it as a draft, or publish it. What you type is kept in this browser until you save it.',
      ],
    },
    '/admin/release-notes/$releaseId': {
      about: 'A release note as users see it.',
      steps: ['Edit the note, or delete it.', 'Go to the note before or after it.'],
    },
    '/admin/release-notes/$releaseId/edit': {
      about: 'Here you change a release note.',
      steps: [
        'Change the text and look at the preview.',
        'Save. If a colleague has saved in the meantime, the page says so and nothing is overwritten.',
      ],
    },
    '/settings': {
      about: 'The pages on which administrators set up the portal and see how it runs.',
      steps: ['Open a page here, in the menu, or with Ctrl+K.', 'Press Home in the menu to leave Settings.'],
    },
    '/admin/policies': {
      about: 'How long licences last, and how many PCs and PC changes each profile gets, for each tool and brand.',
      steps: [
        'Choose the tool and the brand, and edit the row of a profile.',
        'Choose whether users get a licence for 7 days, without staff, when all their seats or PC changes are used.',
        'Enter how many days before their last day licences can be renewed, at least 30, or nothing for 30. This applies to issued licences too.',
        'Before you save, look at how many users the change affects. All other changes apply to licences issued from now on.',
      ],
    },
    '/admin/tools': {
      about: 'The tools for which the portal issues licences, and their add-ons.',
      steps: [
        'Add a tool with the number that its codes contain.',
        'Open a tool to change its name, its newest version or its add-ons.',
        'Stop offering a tool: users keep it, but nobody else gets it.',
      ],
    },
    '/admin/brands': {
      about: 'The brands of the portal: their names, colours, pictures, host names and contacts.',
      steps: [
        'Add a brand, or open one to change it.',
        'Give a brand its host names: visitors of these addresses see this brand.',
      ],
    },
    '/admin/brands/create': {
      about: 'Here you create a brand.',
      steps: [
        'Enter the name, the legal entity and the addresses for support and e-mails.',
        'Choose the colours. The preview says which of them are hard to read.',
      ],
    },
    '/admin/brands/$brandId': {
      about: 'One brand: its names, addresses, host names, colours, pictures and legal texts.',
      steps: [
        'Change a field and save.',
        'Replace a picture by an SVG file.',
        'Write the legal texts. Without them the portal shows its standard texts.',
      ],
    },
    '/admin/brands/$brandId/legal/$document': {
      about: 'A legal text of a brand, in Markdown.',
      steps: ['Write the text and look at the preview.', 'Leave the field empty to show the standard text.'],
    },
    '/admin/crm': {
      about: 'The CRM accounts that you can choose for users. They come from your CRM as a file.',
      steps: ['Search for an account.', 'Import a new file to update the accounts.'],
    },
    '/admin/import': {
      about: 'Here you import users, assignments or CRM accounts from a CSV file.',
      steps: [
        'Choose what the file contains, and the file. Nothing is saved yet.',
        'Look at the report: it says what each line would change, and which lines have an error.',
        'Import. You choose whether new users get an invitation by e-mail.',
      ],
    },
    '/admin/mail': {
      about: 'All e-mails of the portal and whether they were sent.',
      steps: ['Open an e-mail to read it.', 'Send a failed e-mail again.'],
    },
    '/admin/integrations': {
      about:
        'The service accounts by which other systems, such as a shop, use the portal, the webhooks that send them events, and the orders that they sent.',
      steps: [
        'Add a service account for each system: its owner, its permissions and its customers.',
        'Add a key and give it to the system. The portal shows the key only once.',
        'To change a key without an interruption, add the second key, use it, then revoke the first one.',
        'Add a webhook for a system that wants to be told of events at once, and send it a test.',
        'If a webhook fails, its log shows the answers. Repair the receiver, then send the events that wait.',
      ],
    },
    '/admin/audit': {
      about: 'Who did what and when. Entries cannot be changed or deleted.',
      steps: [
        'Filter by action, person, kind of record and day.',
        'Open an entry to see what changed. The name of a record opens the record.',
        'Press what is verified, and Verify now, to check that no entry was changed.',
      ],
    },
    '/status': {
      about: 'The state of the portal: its database, its e-mails, its backups and its jobs.',
      steps: ['Look at what needs attention. Each line says what to do.'],
    },
    '/release-notes': {
      about: 'What is new in each version of Basics.',
      steps: ['Search the notes.', 'Copy the link of a note to send it to a colleague.'],
    },
    '/release-notes/$releaseId': {
      about: 'What is new in one version of Basics.',
      steps: ['Copy the link of the note to send it to a colleague.'],
    },
    '/licence-checker': {
      about: 'Here anybody can check whether a licence is genuine, and what it allows.',
      steps: [
        'Paste the licence code, or drop the licence file. It is checked in your browser and sent nowhere.',
        'Save the page as one file to check licences without a network.',
      ],
    },
  } satisfies Record<string, ManualPage>,
} as const;
