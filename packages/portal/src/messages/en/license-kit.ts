/** Texts of the licence in print and of its large QR code. */
export const licenseKit = {
  large: (machine: string) => `Licence code for ${machine}`,
  title: (machine: string) => `Licence for ${machine}`,
  facts: { until: 'Valid until', licence: 'Licence', portal: 'From' },
  steps: [
    'Read the QR code with a scanner or a camera, and paste its text into Basics under Licence. Or type the lines below.',
    'In a terminal: run “basics install -”, type or paste the lines, then press Enter and Ctrl+D (on Windows Ctrl+Z and Enter).',
    'Run “basics status”. It says until when the licence is valid.',
  ],
  lines: 'Licence code',
  check:
    'The last group of each line begins with U and checks the line. If Basics names a line, correct only that one. The licence works only on this PC.',
};
