/** Texts about a file with a verification code, on every page that reads one. */
export const codeFile = {
  choose: 'Choose a .bvr file',
  drop: 'Drop it to read its code',
  noCode: (name: string) => `“${name}” contains no verification code. Choose only files with a code.`,
  badNamed: (name: string, reason: string) => `“${name}”: ${reason}`,
  bad: {
    tooLarge: 'This file is too large. Choose the .bvr file that you saved in Basics.',
    unreadable: 'This file could not be read. Choose it again, or paste the code from it.',
  },
} as const;
