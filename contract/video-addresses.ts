// Without zod, because the screen that plays videos loads it.

const knownHost =
  /^(?:(?:https?:)?\/\/)?((?:(?:www|m|music)\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)|(?:www\.|player\.)?vimeo\.com)(?=[/?#]|$)/i;

/** Converts the URL of a video, copied without its scheme or with http, to https if its host is known. */
export function secureVideoAddress(typed: string): string {
  return typed.replace(knownHost, (_, host: string) => `https://${host.toLowerCase()}`);
}
