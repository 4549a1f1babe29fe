import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { classes } from './classes.ts';
import { pictureAddress } from './picture-address.ts';
import { useMedia } from './use-media.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

type SlideshowImage = { url: string; alt: string };

type SlideshowProps = {
  images: SlideshowImage[];
  /** Accessible name; "Images" by default. */
  label?: string;
};

const slideMilliseconds = 5000;

/**
 * Slideshow that changes the image every 5 seconds, with pause, previous, next, a counter and thumbnails; the arrow
 * keys work too. A single image has no controls. With reduced motion the image changes only by hand.
 */
export function Slideshow({ images, label = 'Images' }: SlideshowProps) {
  const [shownIndex, setShownIndex] = useState(0);
  const [isPaused, setIsPaused] = useState(false);
  const isStill = useReducedMotion();
  const count = images.length;
  const index = Math.min(shownIndex, count - 1);
  const isPlaying = count > 1 && !isPaused && !isStill;

  // The timer is outside React. It restarts with every slide, so that a slide chosen by hand stays for the full time.
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => setShownIndex((index + 1) % count), slideMilliseconds);
    return () => clearTimeout(timer);
  }, [isPlaying, index, count]);

  const move = (steps: number) => setShownIndex((index + steps + count) % count);

  function onKeyDown(event: KeyboardEvent) {
    if (count < 2 || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    move(event.key === 'ArrowLeft' ? -1 : 1);
  }

  const image = images[index];
  if (!image) return null;
  return (
    <section aria-roledescription="carousel" aria-label={label} onKeyDown={onKeyDown}>
      <div className="relative aspect-video overflow-hidden rounded-lg border border-border bg-muted">
        <img src={pictureAddress(image.url)} alt={image.alt} className="size-full object-cover dark:opacity-85" />
        {count > 1 ? (
          <>
            <span
              aria-live={isPlaying ? 'off' : 'polite'}
              className="absolute bottom-3 left-3 rounded-sm bg-tooltip px-2 py-0.5 text-xs font-semibold text-tooltip-foreground tabular-nums lg:bottom-4 lg:left-4"
            >
              {index + 1} / {count}
            </span>
            <div className="absolute right-3 bottom-3 flex gap-1.5 lg:right-4 lg:bottom-4">
              {isStill ? null : (
                <SlideButton
                  label={isPaused ? 'Play slideshow' : 'Pause slideshow'}
                  icon={isPaused ? <Play size={16} /> : <Pause size={16} />}
                  onPress={() => setIsPaused(!isPaused)}
                />
              )}
              <SlideButton label="Previous image" icon={<ChevronLeft size={18} />} onPress={() => move(-1)} />
              <SlideButton label="Next image" icon={<ChevronRight size={18} />} onPress={() => move(1)} />
            </div>
          </>
        ) : null}
      </div>
      {count > 1 ? <Thumbnails images={images} index={index} onChoose={setShownIndex} /> : null}
    </section>
  );
}

function SlideButton({ label, icon, onPress }: { label: string; icon: ReactNode; onPress: () => void }) {
  return (
    <button
      type="button"
      title={label}
      onClick={onPress}
      className="grid size-9 place-items-center rounded-md border border-border bg-card text-foreground hover:bg-accent pointer-coarse:size-11"
    >
      {icon}
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  );
}

type ThumbnailsProps = { images: SlideshowImage[]; index: number; onChoose: (index: number) => void };

function Thumbnails({ images, index, onChoose }: ThumbnailsProps) {
  return (
    <div className="mt-3 grid grid-cols-4 gap-2 lg:gap-3">
      {images.map((image, imageIndex) => (
        <button
          key={image.url}
          type="button"
          aria-current={imageIndex === index || undefined}
          onClick={() => onChoose(imageIndex)}
          className={classes(
            'aspect-video overflow-hidden rounded-md border border-border bg-card',
            'aria-[current=true]:outline-2 aria-[current=true]:outline-offset-2 aria-[current=true]:outline-primary',
          )}
        >
          <img
            src={pictureAddress(image.url)}
            alt=""
            loading="lazy"
            className="size-full object-cover dark:opacity-85"
          />
          <VisuallyHidden>
            Show image {imageIndex + 1} of {images.length}
          </VisuallyHidden>
        </button>
      ))}
    </div>
  );
}

function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
