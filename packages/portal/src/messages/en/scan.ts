/** Texts of the page that reads a verification code with the camera. */
export const scan = {
  title: 'Scan a code',
  card: 'QR code of the PC',
  start: 'Start the camera',
  stop: 'Stop the camera',
  starting: 'The camera starts. Your browser may ask for your permission.',
  watching: 'The camera is on. Hold the QR code so that it fills the picture.',
  picture: 'Choose a picture',
  drop: 'Drop the picture to read its QR code',
  paste: 'Paste the code instead',
  nothingFound:
    'No QR code was found in this picture. Choose one that shows the whole QR code, from near and in focus.',
  badPicture: 'This file is not a picture that your browser can show. Choose a PNG or JPEG.',
  problems: {
    denied: 'The camera was not allowed. Allow it in the settings of your browser for this page, then try again.',
    missing: 'No camera was found. Connect one, or choose a picture.',
    busy: 'The camera cannot be used. Close other programs that use it, then try again.',
    unsafe: 'Browsers allow the camera only over an encrypted connection (https). Choose a picture instead.',
  },
  retry: 'Try again',
  help: {
    title: 'Where to find the QR code',
    steps: [
      'On the PC that needs a licence, enlarge the window of the command line and run the command below. The QR code is shown under the code.',
      'Hold the camera in front of it. As soon as the code is read, the check of the licence is shown.',
    ],
    privacy: 'The picture stays in your browser. It is not sent anywhere.',
  },
};
