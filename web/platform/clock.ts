/** The present time, for display only: the server decides everything that depends on time. */
export function today(): Date {
  return new Date();
}
