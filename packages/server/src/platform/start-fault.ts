/** An error that says in one line why the portal cannot start and what to do. Any other error at the start is a bug. */
export class StartFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartFault';
  }
}
