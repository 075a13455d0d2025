/** A version of the tool: how many days ago it was released, and its notes. */
type DemoNote = { version: string; daysAgo: number; title: string; description: string; status?: 'draft' };

/** The release notes of the demo, the newest last. The last note is still a draft. */
export const notes: readonly DemoNote[] = [
  {
    version: '0.9.0',
    daysAgo: 1150,
    title: 'Basics 0.9: the first version for everybody',
    description: `Basics leaves its trial phase. Thank you to all who drew with it before it was finished.

## What it does
- Layouts of straight and curved runs, with a parts list
- Drawings as PDF and DXF
- Works without a network; a licence is checked on your PC alone`,
  },
  {
    version: '0.9.4',
    daysAgo: 930,
    title: 'Basics 0.9.4: faster with large layouts',
    description: `A layout of 2,000 parts now opens in two seconds instead of eleven.

- Zoom keeps the point under the mouse where it is
- Fixed: a curve of exactly 180° lost its label when it was mirrored`,
  },
  {
    version: '1.0.0',
    daysAgo: 720,
    title: 'Basics 1.0: rail configurator',
    description: `## New: Config Rail
The rail configurator is an add-on to Basics. It proposes supports and joints for a run, and checks the loads.
Ask your contact to add it to your account; your next licence then switches it on.

## Also new
- Weights in kilograms or pounds
- Packed sizes in the parts list`,
  },
  {
    version: '1.0.1',
    daysAgo: 610,
    title: 'Basics 1.0.1: corrections',
    description: `- Fixed: the parts list counted end caps twice after *Undo*
- Fixed: Config Rail refused spans of less than 400 mm
- The licence page names the PC it belongs to`,
  },
  {
    version: '1.1.0',
    daysAgo: 430,
    title: 'Basics 1.1: units as you use them',
    description: `Temperature, weight, length, surface and volume each have their own setting. Drawings keep the units that they were made with.

- Temperature: °C, °F, K
- Weight: kg, lb
- Length: m, mm, in

Thickness of graph lines can be set from 0.5 to 5 pt.`,
  },
  {
    version: '1.2.0',
    daysAgo: 260,
    title: 'Basics 1.2: a licence without typing',
    description: `## Get a licence in one minute
1. Open **Licence** in Basics and choose *Show code*.
2. Paste the code in the portal, or scan the QR code with your phone.
3. Drop the licence file on the window of Basics.

A code that went through a mail program with line breaks and quotation marks is read all the same.`,
  },
  {
    version: '1.2.1',
    daysAgo: 190,
    title: 'Basics 1.2.1: docking stations',
    description: `- A PC in a docking station stays the same PC: one changed part no longer asks for a new licence
- Basics says 30 days before the end that a licence can be renewed
- Fixed: the clock warning appeared after a flight across time zones`,
  },
  {
    version: '1.3.0',
    daysAgo: 75,
    title: 'Basics 1.3: price lists',
    description: `A parts list can show prices, if your brand publishes a price list for your country. Choose it under **Preferences** in the portal; it comes with your next licence.

- Export to spreadsheet with one row for each part
- Dark appearance follows the system`,
  },
  {
    version: '1.3.2',
    daysAgo: 12,
    title: 'Basics 1.3.2: corrections',
    description: `- Fixed: prices of parts sold by the metre were rounded before they were summed up
- Fixed: \`basics status\` did not name the grace period
- Config Rail starts twice as fast`,
  },
  {
    version: '1.4.0',
    daysAgo: -20,
    title: 'Basics 1.4: several floors',
    description: `Layouts can span several floors, joined by lifts and slopes.

- One drawing for each floor, one parts list for all
- Stairs and platforms as obstacles`,
    status: 'draft',
  },
];

/** Finds the version of the tool that was current `daysAgo` days ago. */
export function findVersionInUse(daysAgo: number): { major: number; minor: number; patch: number } {
  const [first] = notes;
  const newestNote = notes.findLast((note) => note.status !== 'draft' && note.daysAgo >= daysAgo) ?? first;
  const [major = 0, minor = 0, patch = 0] = (newestNote?.version ?? '').split('.').map(Number);
  return { major, minor, patch };
}
