import { secureVideoAddress } from '#contract/video-addresses.ts';

/** Position that a host's player reports, in seconds; null parts are not in its message. */
type Progress = { seconds: number | null; lengthSeconds: number | null };

/** Returns the messages that make a loaded player report its position; empty for hosts whose players cannot. */
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
 * Returns the URL of a player that starts at a given second and accepts messages.
 * @param origin the portal's own
 */
export function playingAddress(address: string, { second, origin }: { second: number; origin: string }): string {
  const url = new URL(address);
  if (url.hostname === 'www.youtube-nocookie.com') {
    url.searchParams.set('enablejsapi', '1');
    url.searchParams.set('origin', origin);
    if (second > 0) url.searchParams.set('start', String(second));
  } else if (second > 0) {
    url.hash = `t=${second}s`;
  }
  return url.href;
}

/** Reads a message of a player; null parts if it is no report. Position and length may arrive separately. */
export function progressIn(message: unknown): Progress {
  const report = objectIn(message);
  // One host calls the report `info`, with currentTime and duration, the other `data`, with seconds and duration.
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
      // Other windows send messages of their own.
      return {};
    }
  }
  // Safe because each value is checked below before it is used.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function secondsIn(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** Seconds of a video between two reports of its position. */
const reportSeconds = 5;

/** Whether to report the position: after some seconds in either direction, or at the end. */
export function isWorthReporting({
  reported,
  seconds,
  lengthSeconds,
}: {
  reported: number;
  seconds: number;
  lengthSeconds: number;
}) {
  return (
    Math.abs(seconds - reported) >= reportSeconds || (seconds >= lengthSeconds - 1 && reported < lengthSeconds - 1)
  );
}

/** Returns the second at which a video starts: the saved one, or 0 without one or once 95 % was watched. */
export function beginningOf(readingPosition: { position: number; length: number } | null): number {
  if (!readingPosition) return 0;
  return readingPosition.position >= readingPosition.length * 0.95 ? 0 : readingPosition.position;
}

/** Video in its host's player, as a file that browsers play, or only as a link. */
export type ShownVideo = { kind: 'player' | 'file' | 'link'; address: string };

const playedFile = /\.(mp4|webm)$/i;
/** Ids have 11 characters, and so have two words that stand for a playlist or a channel. */
const youtubeId = /^(?!videoseries$|live_stream$)[\w-]{11}$/;
/** Pages of one video, with the key of an unlisted one. An event, a showcase or a film on demand does not match. */
const vimeoPage =
  /^\/(?:videos?\/|manage\/videos\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/|(?:album|showcase)\/\d+\/video\/)?(\d{5,12})(?:\/([\da-f]{6,20}))?\/?$/;
const startSeconds = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)(?:\.\d+)?s?)?$/;

/**
 * Turns the URL of a video page into one that can be embedded, with its start time. MP4 and WebM files at https URLs
 * are played directly (DETAIL-12). Any other web address becomes a link.
 * @returns null if the text is no web address
 */
export function shownVideo(given: string): ShownVideo | null {
  const url = URL.parse(secureVideoAddress(given.trim()));
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const address = youtubePlayer(url) ?? vimeoPlayer(url);
  if (address) return { kind: 'player', address };
  const isPlayed = url.protocol === 'https:' && playedFile.test(url.pathname);
  return { kind: isPlayed ? 'file' : 'link', address: url.href };
}

function youtubePlayer(url: URL): string | null {
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  let id: string | null = null;
  if (host === 'youtu.be') id = first;
  else if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    id =
      first === 'watch' ? url.searchParams.get('v') : ['embed', 'shorts', 'live', 'v'].includes(first) ? second : null;
  }
  if (id === null || !youtubeId.test(id)) return null;
  const start = startOf(url);
  return `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
}

function vimeoPlayer(url: URL): string | null {
  const host = url.hostname.replace(/^www\./, '');
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null;
  const [, id, part] = vimeoPage.exec(url.pathname) ?? [];
  if (id === undefined) return null;
  // Unlisted videos have a key, as the next part of the path or as `h`.
  const key = url.searchParams.get('h') ?? part;
  const start = startOf(url);
  return `https://player.vimeo.com/video/${id}${key ? `?h=${encodeURIComponent(key)}` : ''}${start > 0 ? `#t=${start}s` : ''}`;
}

/** Returns the second at which a link starts its video, by any of the names that the hosts read; 0 without one. */
function startOf({ searchParams, hash }: URL): number {
  const fragment = new URLSearchParams(hash.slice(1));
  const given = searchParams.get('t') ?? searchParams.get('start') ?? fragment.get('t') ?? fragment.get('start') ?? '';
  return secondsOf(given);
}

/** Reads seconds: "90", "90s" and "1m30s" are all 90. */
function secondsOf(text: string): number {
  const [, hours, minutes, seconds] = startSeconds.exec(text) ?? [];
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}
