/** Texts of the fields for a code that is read aloud. */
export const dictation = {
  title: 'Type the lines of the code',
  line: (line: number) => `Line ${line}`,
  typed: (found: number, expected: number) => `${found} of ${expected} characters`,
  right: 'This line is right.',
  wrong: (line: number) => `Line ${line} is wrong. Ask for it again, or compare it with the code in Basics.`,
  short: (line: number, found: number, expected: number) =>
    `Line ${line} has ${found} of ${expected} characters. Ask for it again.`,
  whole: (found: number, expected: number) => `${found} of ${expected} characters of the code`,
  wholeAtLeast: (found: number, expected: number) => `${found} of at least ${expected} characters of the code`,
  next: 'Next line',
  close: 'Paste the code instead',
  help: {
    title: 'How to take a code by telephone',
    command: 'On the PC that needs a licence, run',
    steps: [
      'Type each line as you hear it, with or without BV at the beginning. Spaces, dashes and small letters do not matter.',
      'The last group of a line begins with U and checks the line. The U can be left out.',
      'When a line is right, the cursor moves to the next line. You need not press Enter. After the last line, the code is checked.',
    ],
  },
};
