import { useEffect, useRef } from 'react';
import type { ReadingPosition } from '#contract/progress.ts';
import { greetingsOf, isWorthTelling, playingAddress, progressIn } from './player-display.ts';

type PlayerFrameProps = {
  address: string;
  /** The second at which playing begins. */
  beginning: number;
  title: string;
  /** Told where the video is, as far as its player reports it. */
  onReadingPosition?: (readingPosition: ReadingPosition) => void;
};

/** A host's player. It is spoken to by messages only: no script of the host runs in the portal. */
export function PlayerFrame({ address, beginning, title, onReadingPosition }: PlayerFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { origin } = new URL(address);

  // Messages come from another window.
  useEffect(() => {
    if (!onReadingPosition) return undefined;
    let told = beginning;
    let length: number | null = null;
    const hear = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const { seconds, lengthSeconds } = progressIn(event.data);
      length = lengthSeconds ?? length;
      if (seconds === null || length === null || !isWorthTelling({ told, seconds, lengthSeconds: length })) return;
      told = seconds;
      onReadingPosition({ unit: 'second', position: Math.floor(seconds), length: Math.max(1, Math.floor(length)) });
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [beginning, origin, onReadingPosition]);

  return (
    <iframe
      ref={frame}
      src={playingAddress(address, { second: beginning, origin: window.location.origin })}
      title={`Instructional video: ${title}`}
      onLoad={() => {
        for (const greeting of greetingsOf(address)) frame.current?.contentWindow?.postMessage(greeting, origin);
      }}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      allowFullScreen
      referrerPolicy="strict-origin-when-cross-origin"
      className="size-full border-0"
    />
  );
}
