/** Whether an administrator remains when these accounts are gone (ADM-USER-14). */
export function leavesAdministrator(administrators: readonly number[], gone: readonly number[]): boolean {
  return administrators.some((id) => !gone.includes(id));
}

/** Whether these are two addresses; case makes no difference. */
export function isOtherAddress(before: string, after: string): boolean {
  return before.toLowerCase() !== after.toLowerCase();
}
