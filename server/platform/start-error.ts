/** Why the portal cannot start, as one sentence for the person who starts it. main.ts prints it and exits with 1. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
