import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Resource } from '#contract/catalogue/catalogue.ts';
import type { ReadingPosition } from '#contract/learning/progress.ts';
import { accessQuery } from '#web/commerce/access/api.ts';
import { progressQuery } from '#web/learning/library/api.ts';
import { readingPositionText } from '#web/learning/library/display.ts';
import { useReadingPosition } from '#web/learning/library/use-reading-position.ts';
import { useIsInBrowser } from '#web/platform/in-browser.ts';
import { buttonClasses } from '#web/ui/button-classes.ts';
import { videoAddress } from './detail-display.ts';
import { useIsPreview } from './PreviewBanner.tsx';
import {
  beginningOf,
  greetingsOf,
  isWorthReporting,
  playingAddress,
  progressIn,
  type ShownVideo,
  shownVideo,
} from './player-display.ts';

/** Instructional video (DETAIL-12). Its host receives no request before the tab is opened. */
export function VideoPanel({ resource }: { resource: Resource }) {
  const isPreview = useIsPreview();
  const isContent = resource.inside?.hasVideo === true;
  const address = isContent && isPreview ? null : videoAddress(resource);
  const video = address === null ? null : shownVideo(address);
  if (!video && isContent) return <p>This video is part of the resource. You can watch it once you have access.</p>;
  if (!video) return <p>No instructional video available for this resource.</p>;
  if (video.kind !== 'link') return <VideoPlayer resource={resource} video={video} />;
  return <VideoLink address={video.address} />;
}

function VideoLink({ address }: { address: string }) {
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={buttonClasses({ variant: 'outline' })}>
      <ExternalLink size={18} />
      Watch the video (opens a new tab)
    </a>
  );
}

type Playing = { resource: Resource; video: ShownVideo };

/** Player that saves the position of a member with access, and begins there. */
function VideoPlayer({ resource, video }: Playing) {
  const { data: access, isPending: asksAccess } = useQuery(accessQuery(resource.id));
  const hasAccess = access?.hasAccess === true;
  const { data: progress, isLoading: asksProgress } = useQuery({ ...progressQuery(resource.id), enabled: hasAccess });
  const keep = useReadingPosition(resource.id);
  const readingPosition = (hasAccess && progress?.readingPositions.find(({ unit }) => unit === 'second')) || null;
  const isInBrowser = useIsInBrowser();
  // A player that has begun at 0 would have to load again. A player in the server's HTML would load or fail before
  // anything listens.
  if (asksAccess || asksProgress || !isInBrowser) return <div className={frame} />;
  return (
    <Player
      resource={resource}
      video={video}
      readingPosition={readingPosition}
      onReadingPosition={hasAccess ? keep : undefined}
    />
  );
}

const frame = 'relative aspect-video w-full overflow-hidden rounded-lg border border-border bg-muted';

type BegunPlayer = Playing & {
  readingPosition: ReadingPosition | null;
  onReadingPosition?: (readingPosition: ReadingPosition) => void;
};

/** Player that begins at the position at which it was opened. Its own reports do not change the beginning. */
function Player({ resource, video, readingPosition, onReadingPosition }: BegunPlayer) {
  const [begun] = useState({ readingPosition, second: beginningOf(readingPosition) });
  const Kind = video.kind === 'file' ? PlayerFile : PlayerFrame;
  return (
    <>
      <div className={frame}>
        <Kind
          address={video.address}
          beginning={begun.second}
          title={resource.title}
          onReadingPosition={onReadingPosition}
        />
      </div>
      {begun.readingPosition && begun.second > 0 ? (
        <p className="mt-2 text-sm text-muted-foreground tabular-nums">
          Begins where you stopped: {readingPositionText(begun.readingPosition)}
        </p>
      ) : null}
    </>
  );
}

type PlayerProps = {
  address: string;
  beginning: number;
  title: string;
  /** Called with the position of the video, if its player reports it. */
  onReadingPosition?: (readingPosition: ReadingPosition) => void;
};

/** Video file, played by the browser itself; a file that it cannot play becomes a link. */
function PlayerFile({ address, beginning, title, onReadingPosition }: PlayerProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const reported = useRef(beginning);

  function report({ currentTime: seconds, duration }: HTMLVideoElement) {
    // A stream without an end has no position to save.
    if (!onReadingPosition || !Number.isFinite(duration)) return;
    if (!isWorthReporting({ reported: reported.current, seconds, lengthSeconds: duration })) return;
    reported.current = seconds;
    onReadingPosition({ unit: 'second', position: Math.floor(seconds), length: Math.max(1, Math.floor(duration)) });
  }

  if (hasFailed) {
    return (
      <div role="alert" className="absolute inset-0 flex flex-col items-center justify-center gap-4 p-4 text-center">
        <p>This video cannot be played here.</p>
        <VideoLink address={address} />
      </div>
    );
  }
  return (
    <video
      src={address}
      title={`Instructional video: ${title}`}
      controls
      preload="metadata"
      playsInline
      onLoadedMetadata={({ currentTarget }) => {
        currentTarget.currentTime = beginning;
      }}
      onTimeUpdate={({ currentTarget }) => report(currentTarget)}
      onError={() => setHasFailed(true)}
      className="size-full bg-black"
    >
      {/* The track is empty, because the portal has no captions except those inside the file. */}
      <track kind="captions" />
    </video>
  );
}

/** A host's player, controlled by messages only, so that no script of the host runs in the portal. */
function PlayerFrame({ address, beginning, title, onReadingPosition }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { origin } = new URL(address);

  // Messages come from another window, which is outside React.
  useEffect(() => {
    if (!onReadingPosition) return undefined;
    let reported = beginning;
    let length: number | null = null;
    const hear = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const { seconds, lengthSeconds } = progressIn(event.data);
      length = lengthSeconds ?? length;
      if (seconds === null || length === null || !isWorthReporting({ reported, seconds, lengthSeconds: length }))
        return;
      reported = seconds;
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
