// Without zod, because the screen that plays videos loads it.

const knownHost =
  /^(?:(?:https?:)?\/\/)?((?:(?:www|m|music)\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)|(?:www\.|player\.)?vimeo\.com)(?=[/?#]|$)/i;

/** The address of a video as people copy it, without its scheme or with http, as https where its host is known. */
export function secureVideoAddress(typed: string): string {
  return typed.replace(knownHost, (_, host: string) => `https://${host.toLowerCase()}`);
}
