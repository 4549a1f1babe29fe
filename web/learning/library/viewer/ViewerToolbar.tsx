import { ChevronDown, ChevronUp, FileText, MoveHorizontal, WrapText, ZoomIn, ZoomOut } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { pageNumberOf, percentWords, type Zoom, zoomStep } from './viewer-display.ts';

type ViewerToolbarProps = {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  /** Button of the table of contents. */
  contents: ReactNode;
  /** Buttons for the view of the page. */
  children: ReactNode;
};

export function ViewerToolbar({ page, pageCount, onPage, contents, children }: ViewerToolbarProps) {
  return (
    <div className="flex flex-none items-center justify-between gap-x-1 sm:justify-start sm:gap-x-6 border-b border-border bg-sidebar px-1 py-1 sm:px-4 lg:px-10">
      <div className="flex items-center">
        {contents}
        <IconButton
          label="Previous page"
          icon={<ChevronUp size={18} />}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <PageField page={page} pageCount={pageCount} onPage={onPage} />
        <IconButton
          label="Next page"
          icon={<ChevronDown size={18} />}
          disabled={page >= pageCount}
          onClick={() => onPage(page + 1)}
        />
      </div>
      <div className="flex items-center">{children}</div>
    </div>
  );
}

type SizeButtonsProps = { zoom: Zoom; scale: number; onZoom: (zoom: Zoom) => void };

/**
 * Buttons that make the page smaller, larger, or as wide as the window. Not on phones, which have pinch zoom and no
 * room.
 */
export function SizeButtons({ zoom, scale, onZoom }: SizeButtonsProps) {
  const [smaller, larger] = [zoomStep(scale, -1), zoomStep(scale, 1)];
  return (
    <div className="flex items-center max-sm:hidden">
      <IconButton
        label="Smaller"
        icon={<ZoomOut size={18} />}
        disabled={smaller === null}
        onClick={() => smaller !== null && onZoom(smaller)}
      />
      <span role="status" className="w-14 text-center text-sm tabular-nums">
        {percentWords(scale)}
      </span>
      <IconButton
        label="Larger"
        icon={<ZoomIn size={18} />}
        disabled={larger === null}
        onClick={() => larger !== null && onZoom(larger)}
      />
      <IconButton
        label="Fit width"
        icon={<MoveHorizontal size={18} />}
        aria-pressed={zoom === 'fit'}
        onClick={() => onZoom('fit')}
        className="aria-pressed:bg-accent aria-pressed:text-accent-foreground"
      />
    </div>
  );
}

type PageFieldProps = { page: number; pageCount: number; onPage: (page: number) => void };

/**
 * "Page 3 of 40" with an editable number. Leaving the field goes to the typed page, or restores the current number when
 * the typed one is invalid.
 */
function PageField({ page, pageCount, onPage }: PageFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function go(event?: FormEvent) {
    event?.preventDefault();
    const wanted = pageNumberOf(typed);
    setTyped(null);
    if (wanted !== null) onPage(Math.min(wanted, pageCount));
  }

  return (
    <form onSubmit={go} className="mx-1 flex items-center gap-2 text-sm whitespace-nowrap tabular-nums">
      <label className="flex items-center gap-2">
        <span className="max-sm:sr-only">Page</span>
        <input
          value={typed ?? String(page)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => go()}
          className="h-9 w-14 rounded-md border border-input bg-card px-2 text-center text-base text-foreground pointer-coarse:h-11"
        />
      </label>
      <span>of {pageCount}</span>
    </form>
  );
}

/** Button that switches between the file's text in lines as wide as the screen and its pages (DETAIL-28). */
export function TextSwitch({ isText, onPress }: { isText: boolean; onPress: () => void }) {
  return (
    <Button variant="ghost" size="small" onClick={onPress}>
      {isText ? <FileText size={18} /> : <WrapText size={18} />}
      {isText ? 'Show pages' : 'Read as text'}
    </Button>
  );
}
