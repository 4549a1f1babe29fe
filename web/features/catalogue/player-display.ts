/** How a host's player is told to report where it is, and how it does, through messages between windows. */
export type Progress = { seconds: number | null; lengthSeconds: number | null };

/** What a player at this address is sent once it has loaded; empty for hosts whose players do not report. */
export function greetingsOf(address: string): string[] {
  const { hostname } = new URL(address);
  if (hostname === 'www.youtube-nocookie.com') {
    return [JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })];
  }
  if (hostname === 'player.vimeo.com') {
    return ['timeupdate', 'ended'].map((event) => JSON.stringify({ method: 'addEventListener', value: event }));
  }
  return [];
}

/**
 * The address of a player that begins at once, at a second, and may be spoken to.
 * @param origin the portal's own
 */
export function playingAddress(address: string, { second, origin }: { second: number; origin: string }): string {
  const url = new URL(address);
  url.searchParams.set('autoplay', '1');
  if (url.hostname === 'www.youtube-nocookie.com') {
    url.searchParams.set('enablejsapi', '1');
    url.searchParams.set('origin', origin);
    if (second > 0) url.searchParams.set('start', String(second));
  } else if (second > 0) {
    url.hash = `t=${second}s`;
  }
  return url.href;
}

/** Reads a message of a player; what is none of its reports says nothing. Either part may come by itself. */
export function progressIn(message: unknown): Progress {
  const report = objectIn(message);
  // One host calls it `info`, with currentTime and duration, the other `data`, with seconds and duration.
  const facts = objectIn(report.info ?? report.data);
  return {
    seconds: secondsIn(facts.currentTime ?? facts.seconds),
    lengthSeconds: secondsIn(facts.duration) || null,
  };
}

function objectIn(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') {
    try {
      return objectIn(JSON.parse(value));
    } catch {
      // Other parties send texts of their own.
      return {};
    }
  }
  // Any object may be looked into; what its fields hold is asked for each.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function secondsIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** How far a video is watched before it is told again, in seconds. */
const telling = 5;

/** Whether it is time to tell where a video is: some seconds on or back, or its end. */
export function isWorthTelling({
  told,
  seconds,
  lengthSeconds,
}: {
  told: number;
  seconds: number;
  lengthSeconds: number;
}) {
  return Math.abs(seconds - told) >= telling || (seconds >= lengthSeconds - 1 && told < lengthSeconds - 1);
}

/** Where a video begins: at the kept second, but from the beginning when it was seen to its end. */
export function beginningOf(readingPosition: { position: number; length: number } | null): number {
  if (!readingPosition) return 0;
  return readingPosition.position >= readingPosition.length * 0.95 ? 0 : readingPosition.position;
}
