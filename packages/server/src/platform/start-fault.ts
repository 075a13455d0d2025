/** The reason why the portal cannot start, in one line that says what to do; any other error at the start is a bug. */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFault';
  }
}
