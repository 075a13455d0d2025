/** Why the portal cannot start, in one line that says what to do; anything else that is thrown at start is a fault of ours. */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFault';
  }
}
