/** How long sign-ins last (ASVS 7.1.1): members 7 days idle and 30 in all, administrators 1 hour and 24. */
export const signInLife = {
  user: { idleHours: 7 * 24, totalHours: 30 * 24 },
  administrator: { idleHours: 1, totalHours: 24 },
} as const;

/** The longest that any sign-in lasts, for the cookie. */
export const longestSignInSeconds = signInLife.user.totalHours * 3600;

/** Links by mail or command: verification and set-password links live a day. */
export const linkHours = 24;

const waitMinutes = [1, 2, 4, 8, 15];
const failuresBeforeWaiting = 10;
const failuresBeforeDay = 100;

/**
 * Minutes that an address waits after so many failed sign-ins in a row: none before the tenth, then 1, 2, 4, 8 and
 * 15, and a day from the hundredth on (NIST 800-63B-4).
 */
export function minutesToWait(failures: number): number {
  if (failures < failuresBeforeWaiting) return 0;
  if (failures >= failuresBeforeDay) return 24 * 60;
  return waitMinutes[Math.min(failures - failuresBeforeWaiting, waitMinutes.length - 1)] ?? 15;
}
