/** How a video can be shown: in a player of its host, or only by a link. */
export type ShownVideo = { kind: 'player'; address: string } | { kind: 'link'; address: string };

const youtubeId = /^[\w-]{6,20}$/;
const vimeoId = /^\d{5,12}$/;
const startSeconds = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/;

/**
 * Turns the address people copy from a video host into one that may be embedded (DETAIL-12). Anything else on the web
 * can only be linked.
 * @returns null for what is no web address
 */
export function shownVideo(given: string): ShownVideo | null {
  const url = URL.parse(given.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const address = youtubePlayer(url) ?? vimeoPlayer(url);
  return address ? { kind: 'player', address } : { kind: 'link', address: url.href };
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
  const start = secondsOf(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '');
  return `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
}

function vimeoPlayer(url: URL): string | null {
  const host = url.hostname.replace(/^www\./, '');
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null;
  const parts = url.pathname.split('/').filter(Boolean);
  const at = parts.findIndex((part) => vimeoId.test(part));
  if (at < 0) return null;
  // Unlisted videos carry a key: as the next part of the path, or as `h`.
  const next = parts[at + 1];
  const key = url.searchParams.get('h') ?? (next && /^[\da-f]{6,20}$/.test(next) ? next : null);
  return `https://player.vimeo.com/video/${parts[at]}${key ? `?h=${encodeURIComponent(key)}` : ''}`;
}

/** "90", "90s" and "1m30s" are all 90. */
function secondsOf(text: string): number {
  const [, hours, minutes, seconds] = startSeconds.exec(text) ?? [];
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}
