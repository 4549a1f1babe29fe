import type { Arrival } from '#contract/identity/sign-in-forms.ts';
import type { Landing } from '#contract/landings.ts';
import { recordVisit } from '#contract/operations/analytics.endpoints.ts';
import { call } from '#web/platform/api.ts';
import { hostOfVisit } from './arrival-display.ts';

/**
 * Waits until the page is visible, then records the visitor's arrival and counts the visit by the host that led here.
 * Does neither if the visitor came from another page of the portal, or if the browser asks by Do Not Track or Global
 * Privacy Control not to be tracked. Visits of the assessment, reloads and returns by Back are not counted.
 * @param note records the visitor's arrival; false when it was already known
 */
export async function countVisit(landing: Landing, note: (arrival: Arrival) => boolean): Promise<void> {
  const host = hostOfVisit(document.referrer, location.host);
  if (host === null || isUnwanted()) return;
  await shown();
  const arrival = { landing, host };
  // From the assessment nothing is sent before the visitor asks for the result (TRY-01).
  const isCounted = note(arrival) && landing !== 'assessment' && !isLoadedAgain();
  if (isCounted) await call(recordVisit, { body: arrival, keepalive: true });
}

function isUnwanted(): boolean {
  return (
    navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)
  );
}

/** Waits until the page is visible. A page that the browser preloads is hidden, and no visit until it is shown. */
function shown(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
}

/** Whether the page was reloaded or reached by Back or Forward, which is no new visit. */
function isLoadedAgain(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type !== 'navigate';
}
