/** The time now, for what carries the day it was made on; nothing is decided by the reader's clock. */
export function today(): Date {
  return new Date();
}
