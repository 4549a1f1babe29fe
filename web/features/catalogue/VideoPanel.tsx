import { ExternalLink, Play } from 'lucide-react';
import { useState } from 'react';
import type { Resource } from '#contract/catalogue.ts';
import { buttonClasses } from '../../ui/button-classes.ts';
import { ResourceCover } from '../../ui/ResourceCover.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { videoAddress } from './display.ts';
import { shownVideo } from './video-display.ts';

/** The instructional video (DETAIL-12). Its host learns of the visit only when it is played. */
export function VideoPanel({ resource }: { resource: Resource }) {
  const address = videoAddress(resource);
  const video = address === null ? null : shownVideo(address);
  if (!video) return <p>No instructional video available for this resource.</p>;
  if (video.kind === 'player') return <VideoPlayer resource={resource} address={video.address} />;
  return (
    <a href={video.address} target="_blank" rel="noopener noreferrer" className={buttonClasses({ variant: 'outline' })}>
      <ExternalLink size={18} />
      Watch the video (opens a new tab)
    </a>
  );
}

function VideoPlayer({ resource, address }: { resource: Resource; address: string }) {
  const [isPlaying, setIsPlaying] = useState(false);
  const frame = 'relative aspect-video w-full overflow-hidden rounded-lg border border-border bg-muted';
  if (isPlaying) {
    return (
      <div className={frame}>
        <iframe
          src={withAutoplay(address)}
          title={`Instructional video: ${resource.title}`}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          allowFullScreen
          referrerPolicy="strict-origin-when-cross-origin"
          className="size-full border-0"
        />
      </div>
    );
  }
  return (
    <div className={frame}>
      <ResourceCover id={resource.id} type={resource.type} principles={resource.rappPrinciples} cut="fill" />
      <button
        type="button"
        onClick={() => setIsPlaying(true)}
        className="absolute inset-0 grid place-items-center rounded-lg bg-overlay/40 focus-visible:outline-offset-[-6px]"
      >
        <span className="flex items-center gap-2.5 rounded-md border border-border bg-card px-4 py-3 text-sm font-semibold text-foreground shadow-md">
          <Play size={18} />
          Play video<VisuallyHidden> about {resource.title}</VisuallyHidden>
        </span>
      </button>
    </div>
  );
}

function withAutoplay(address: string): string {
  const url = new URL(address);
  url.searchParams.set('autoplay', '1');
  return url.href;
}
