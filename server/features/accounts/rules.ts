/** Whether somebody runs the portal still when these no longer do (ADM-USER-14). */
export function leavesAdministrator(administrators: readonly number[], gone: readonly number[]): boolean {
  return administrators.some((id) => !gone.includes(id));
}
